"""A call that cannot be carried out."""

from __future__ import annotations


class CommandError(Exception):
    """What is wrong and what to do, in one line; the command line prints it and exits with status 2."""

"""Debian programs that parsers need: the one place where a missing one is named."""

from __future__ import annotations

from ingest_assets.model import Finding
from ingest_assets.problems import Problem


def missing_program(detail: str) -> Finding:
    """The finding for a program that is not installed; ``detail`` names its Debian package. Cleared by the next run that finds it."""
    return Finding(code=Problem.MISSING_PROGRAM, severity=Problem.MISSING_PROGRAM.about.severity, detail=detail)

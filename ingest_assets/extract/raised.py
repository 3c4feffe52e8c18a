"""Raised numbers: 10⁶ is not 106, and the mark of a note no part of a word."""

from __future__ import annotations

import re

NUMBER = re.compile(r"[0-9+\-−–]{1,8}")
SIGNS = str.maketrans("0123456789+-−–", "⁰¹²³⁴⁵⁶⁷⁸⁹⁺⁻⁻⁻")
RAISED = frozenset("⁰¹²³⁴⁵⁶⁷⁸⁹⁺⁻")


def raised(text: str, before: str) -> str:
    """``text`` in raised signs when it is a short number right behind a letter, a digit or another raised sign; else as it is."""
    last = before[-1:]
    return text.translate(SIGNS) if (last.isalnum() or last in RAISED) and NUMBER.fullmatch(text) else text


def raise_from(pieces: list[str], start: int) -> None:
    """The pieces from ``start`` on as one raised piece, in place."""
    text = "".join(pieces[start:])
    before = next((piece for piece in reversed(pieces[:start][-8:]) if piece), "")
    if text:
        pieces[start:] = [raised(text, before)]

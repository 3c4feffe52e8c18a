"""Raised and lowered runs written out, and footnotes."""

from __future__ import annotations

import re
from collections.abc import Container, Mapping, Sequence

from ingest_assets.clean.layout.line import CLOSED, LOWERED, RAISED
from ingest_assets.clean.layout.paragraphs import Paragraph

_RUN = re.compile(f"([{RAISED}{LOWERED}])([^{CLOSED}]*){CLOSED}")
_MARK = re.compile(f"^{RAISED}([^{CLOSED}]+){CLOSED}\\s*")
_PLAIN_MARK = re.compile(r"^(\d{1,3}|[*†‡§])\s?(?=[^\W\d]|[«“\"(])")
_REFERENCE = re.compile(f"{RAISED}([^{CLOSED}]+){CLOSED}")
_NOTE_MARK = re.compile(r"\d{1,3}|[*†‡§]{1,3}|[a-z]")
_UPPER = str.maketrans("0123456789+-=()ni", "⁰¹²³⁴⁵⁶⁷⁸⁹⁺⁻⁼⁽⁾ⁿⁱ")
_LOWER = str.maketrans("0123456789+-=()", "₀₁₂₃₄₅₆₇₈₉₊₋₌₍₎")
_UPPER_SET, _LOWER_SET = frozenset("0123456789+-=()ni"), frozenset("0123456789+-=()")
NOTE_SIZE = 0.95  # of the body size: notes are set at 0.75-0.9


def note_mark(paragraph: Paragraph) -> str | None:
    """The raised mark that a footnote starts with, or None."""
    match = _MARK.match(paragraph.first)
    return match[1].strip() if match and _NOTE_MARK.fullmatch(match[1].strip()) else None


def footnotes_of(paragraphs: Sequence[Paragraph], body: float) -> dict[int, str]:
    """Mark by ``id`` of the paragraph: small type that starts with a raised mark which also stands in the text of its page."""
    referred: dict[int, set[str]] = {}
    for paragraph in paragraphs:
        for line in paragraph.lines:
            text = _MARK.sub("", line.text) if line is paragraph.lines[0] else line.text
            marks = {part.strip() for run in _REFERENCE.findall(text) for part in run.split(",")}
            referred.setdefault(line.page, set()).update(marks)
    found: dict[int, str] = {}
    last_text = _last_text(paragraphs, body)
    for paragraph in paragraphs:
        if paragraph.size >= NOTE_SIZE * body or paragraph.lines[0].item is not None:
            continue
        mark = note_mark(paragraph) or _plain_mark(paragraph, last_text)
        if mark and mark in referred.get(paragraph.page, set()):
            found[id(paragraph)] = mark
    return found


def _last_text(paragraphs: Sequence[Paragraph], body: float) -> dict[int, float]:
    """Baseline of the lowest line of text in body size by column."""
    found: dict[int, float] = {}
    for paragraph in paragraphs:
        if paragraph.size >= NOTE_SIZE * body and paragraph.lines[0].item is None:
            found[paragraph.column] = max(found.get(paragraph.column, 0.0), paragraph.last.base)
    return found


def _plain_mark(paragraph: Paragraph, last_text: Mapping[int, float]) -> str | None:
    """The mark of a note at the column's foot that is set in the line: office programs raise it in the text only."""
    match = _PLAIN_MARK.match(paragraph.first)
    return match[1] if match and paragraph.lines[0].base > last_text.get(paragraph.column, 0.0) else None


def without_mark(text: str) -> str:
    """A footnote's text without the mark at its start."""
    return _MARK.sub("", text) if _MARK.match(text) else _PLAIN_MARK.sub("", text)


def written(text: str, notes: Container[str]) -> str:
    """Raised and lowered runs as text: "10^6", "м²", "CO₂", "[^3]" where a note with that mark stands on the page."""
    out: list[str] = []
    last = 0
    for match in _RUN.finditer(text):
        out.append(text[last : match.start()])
        last = match.end()
        before = text[: match.start()].rstrip(CLOSED)[-1:]
        out.append(_raised(match[2], before, notes) if match[1] == RAISED else _lowered(match[2], before))
    out.append(text[last:])
    return "".join(out)


_LETTER_MARKS = frozenset("abcdfgh")  # of notes below tables; "2e" is an ordinal


def _raised(run: str, before: str, notes: Container[str]) -> str:
    plain = run.strip()
    if plain in notes and not (before.isdigit() and len(plain) > 1 and not plain.isdigit()):
        return f"[^{plain}]"
    if plain.isalpha() and plain not in {"n", "i"} and not (before.isdigit() and plain in _LETTER_MARKS):
        return plain  # ordinals: 19th, 1er, № , 2-го
    if before.isdigit():
        return f"^{plain}"
    return plain.translate(_UPPER) if plain and set(plain) <= _UPPER_SET else plain


def _lowered(run: str, before: str) -> str:
    plain = run.strip()
    if plain and set(plain) <= _LOWER_SET and (before.isalpha() or before in ")]"):
        return plain.translate(_LOWER)
    return f"_{plain}" if before.isdigit() and plain[:1].isdigit() else plain

"""Text of layers (optional content groups) that are switched off: no viewer shows it, and the engine leaves it out without a word."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import pymupdf

from ingest_assets.model import Span
from ingest_assets.pdf.spans import TEXT_FLAGS, read_spans

SAME_PLACE = 1.0  # pt


def has_hidden_layers(document: Any) -> bool:
    """True when one of the document's layers is off as it is opened. Damaged layer lists count as none."""
    try:
        return any(not layer["on"] for layer in document.get_ocgs().values())
    except (RuntimeError, ValueError, KeyError, pymupdf.mupdf.FzErrorBase):
        return False


def switched_off(document: Any, number: int, shown: Sequence[Span]) -> tuple[Span, ...]:
    """The spans of page ``number`` that only show with all layers on, marked ``layer``; read from a second, private copy of the open file."""
    if document.is_encrypted or document.needs_pass:
        return ()
    with pymupdf.open(document.name, filetype="pdf") as copy:
        copy.xref_set_key(copy.pdf_catalog(), "OCProperties", "null")  # without the list of layers nothing is off
        page = copy[number - 1]
        everything = read_spans(page.get_textpage(flags=TEXT_FLAGS), page.rotation_matrix if page.rotation else None)
    places = {_place(span) for span in shown}
    return tuple(replace(span, hidden="layer") for span in everything if _place(span) not in places)


def _place(span: Span) -> tuple[str, int, int]:
    return (span.text, round(span.bbox[0] / SAME_PLACE), round(span.bbox[1] / SAME_PLACE))

"""Forms that draw forms: nine levels of ten each are a thousand million draws, and the engine would make them all."""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Iterator
from typing import Any

import pymupdf

mupdf: Any = pymupdf.mupdf  # its names are made at import time, which type checkers cannot see

DRAWS = re.compile(rb"/([^\s/<>\[\](){}%]+)\s+Do\b")
MOST_DRAWS = 50_000
"""Draws of one form, with all that it draws in turn: 40,000 take 1.2 CPU s, a page may take 2. Of 95 manuals and bench/pdf the most nested has 345."""


def left_out_forms(document: Any, number: int) -> int:
    """Empty, in the open document, the forms of page ``number`` that would draw more than ``MOST_DRAWS`` others; returns how many."""
    if _is_without_forms(document, number):
        return 0
    inner: dict[int, dict[bytes, int]] = defaultdict(dict)
    for xref, name, invoker, *_ in document.get_page_xobjects(number - 1):
        if invoker:
            inner[invoker][name.encode("latin-1", "replace")] = xref
    return _emptied(document, inner) if inner else 0


def _is_without_forms(document: Any, number: int) -> bool:
    """Nearly every page: asked of the engine's own objects, since the lists that PyMuPDF makes of them cost 0.1 ms."""
    page = mupdf.pdf_lookup_page_obj(mupdf.pdf_document_from_fz_document(document.this), number - 1)
    resources = mupdf.pdf_dict_get_inheritable(page, mupdf.PDF_ENUM_NAME_Resources)
    return not mupdf.pdf_dict_len(mupdf.pdf_dict_get(resources, mupdf.PDF_ENUM_NAME_XObject))


def _emptied(document: Any, inner: dict[int, dict[bytes, int]]) -> int:
    """Innermost forms first, each looked at once: neither deep chains nor forms that share others may cost more than the forms are many."""
    draws: dict[int, int] = {}
    emptied = 0
    for form in _innermost_first(inner):
        times = Counter(DRAWS.findall(document.xref_stream(form) or b""))
        # A form that draws itself, directly or by others, is not known yet and counts once: the engine stops there as well.
        total = 1 + sum(times[name] * draws.get(child, 1) for name, child in inner[form].items())
        if total > MOST_DRAWS:
            document.update_stream(form, b"")
            emptied, total = emptied + 1, 1
        draws[form] = total
    return emptied


def _innermost_first(inner: dict[int, dict[bytes, int]]) -> Iterator[int]:
    """Forms that draw others, each after those that it draws."""
    seen: set[int] = set()
    for start in inner:
        stack = [(start, False)]
        while stack:
            form, is_done = stack.pop()
            if is_done:
                yield form
            elif form not in seen:
                seen.add(form)
                stack.append((form, True))
                stack.extend((child, False) for child in inner[form].values() if child in inner)

"""Forms that draw forms: nine levels of ten each are a thousand million draws, and the engine would make them all."""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from functools import cache
from typing import Any

DRAWS = re.compile(rb"/([^\s/<>\[\](){}%]+)\s+Do\b")
MOST_DRAWS = 50_000
"""Draws of one form, with all that it draws in turn: about a second of work (20 us each, measured). Plots of honest files draw 10,000 marks."""


def left_out_forms(document: Any, number: int) -> int:
    """Empty, in the open document, the forms of page ``number`` that would draw more than ``MOST_DRAWS`` others; returns how many."""
    page_xref = document.page_xref(number - 1)
    if document.xref_get_key(page_xref, "Resources")[0] != "null" and _is_without_forms(document, page_xref):
        return 0
    inner: dict[int, dict[bytes, int]] = defaultdict(dict)
    for xref, name, invoker, *_ in document.get_page_xobjects(number - 1):
        if invoker:
            inner[invoker][name.encode("latin-1", "replace")] = xref
    return _emptied(document, inner) if inner else 0


def _is_without_forms(document: Any, page_xref: int) -> bool:
    return bool(document.xref_get_key(page_xref, "Resources/XObject")[0] == "null")


def _emptied(document: Any, inner: dict[int, dict[bytes, int]]) -> int:
    emptied: set[int] = set()

    @cache
    def draws(form: int, above: frozenset[int]) -> int:
        if form not in inner or form in above:
            return 1
        times = Counter(DRAWS.findall(document.xref_stream(form) or b""))
        total = 1 + sum(times[name] * draws(child, above | {form}) for name, child in inner[form].items())
        if total <= MOST_DRAWS:
            return total
        document.update_stream(form, b"")
        emptied.add(form)
        return 1

    for form in tuple(inner):
        draws(form, frozenset())
    return len(emptied)

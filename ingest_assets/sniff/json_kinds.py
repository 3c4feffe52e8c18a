"""JSON, JSON lines and notebooks (sniffing.md section 2.3, point 3)."""

from __future__ import annotations

import json
import re

from ingest_assets.sniff.evidence import Kind
from ingest_assets.sniff.text_shape import TextHead

BEGIN = re.compile(r"""(?:\{\s*(?:"(?:[^"\\]|\\.){0,400}"\s*:|\})|\[\s*(?:[\[{"\]\-\d]|true|false|null))""")
LINES = 50
LINE_SHARE = 0.98
ENOUGH_LINES = 5
DEPTH = 400
"""Nesting above which nothing is parsed here: Python's parser recurses."""


def by_json(head: TextHead, whole: str | None, tail: str, *, extension: str) -> Kind | None:
    """``whole`` is the entire text when small enough to parse, ``tail`` the end of a larger one."""
    text = head.text
    if text[:1] not in "{[":
        return _scalar(whole, extension)
    if not BEGIN.match(text):
        return None
    if whole is not None:
        if _is_deep(whole):
            return Kind(format="json", evidence="text:json")
        value = _parsed(whole)
        if value is not None:
            return _one(value, extension)
    elif tail.rstrip("\0 \t\r\n")[-1:] in ("}", "]") and not _is_lines(text, cut=True):
        return Kind(format="ipynb" if _notebook_head(text, tail) else "json", evidence="text:json")
    return (
        Kind(format="jsonl", evidence="text:json")
        if _is_lines(text, cut=not head.whole, named=extension in ("jsonl", "ndjson"))
        else None
    )


def _one(value: object, extension: str) -> Kind:
    if isinstance(value, dict) and "cells" in value and "nbformat" in value:
        return Kind(format="ipynb", evidence="text:json")
    return Kind(format="json", evidence="text:json")


def _notebook_head(text: str, tail: str) -> bool:
    return '"cells"' in text[:4096] and '"nbformat"' in text[:4096] + tail[-4096:]


def _scalar(whole: str | None, extension: str) -> Kind | None:
    """A bare string, number, true, false or null is JSON only if the name says so."""
    if extension != "json" or whole is None or _parsed(whole, scalars=True) is None:
        return None
    return Kind(format="json", evidence="text:ext")


def _parsed(text: str, *, scalars: bool = False) -> object | None:
    if _is_deep(text):
        return None
    try:
        value: object = json.loads(text.strip("\ufeff\0 \t\r\n"), parse_int=str)
    except (ValueError, RecursionError):
        return None
    if isinstance(value, dict | list):
        return value
    return (value if value is not None else "null") if scalars else None


def _is_deep(text: str) -> bool:
    return text.count("[") + text.count("{") > DEPTH and _depth(text) > DEPTH


def _depth(text: str) -> int:
    """Deepest nesting of brackets outside strings."""
    depth = deepest = 0
    for mark in re.findall(r'"(?:[^"\\]|\\.)*"|[\[\]{}]', text):
        if mark in "[{":
            depth += 1
            deepest = max(deepest, depth)
        elif mark in "]}":
            depth -= 1
    return deepest


def _is_lines(text: str, *, cut: bool, named: bool = False) -> bool:
    lines = [line for line in text.split("\n") if line.strip()]
    if cut and len(lines) > 1:
        lines = lines[:-1]
    lines = lines[:LINES]
    if len(lines) < 2:
        return False
    good = sum(line.lstrip()[:1] in "{[" and _parsed(line) is not None for line in lines)
    if named:
        return good * 2 >= len(lines)
    # One damaged record among several (a cut last line, mostly) leaves the others readable.
    return good >= LINE_SHARE * len(lines) or (len(lines) >= ENOUGH_LINES and good >= len(lines) - 1)

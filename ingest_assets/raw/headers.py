"""``NAME.headers.json`` beside a fetched file ``NAME``: the HTTP headers that came with it. No document of its own."""

from __future__ import annotations

import json
from collections.abc import Iterable
from pathlib import Path

from ingest_assets.raw.walk import open_inside

SUFFIX = b".headers.json"


def content_type(folder: Path, path: bytes, limit: int) -> str | None:
    """The Content-Type of a headers file; None when it has none, is over ``limit`` bytes or is no JSON."""
    try:
        with open_inside(folder, path) as stream:
            data = stream.read(limit + 1)
        parsed = json.loads(data) if len(data) <= limit else None
    except (OSError, ValueError, RecursionError):
        return None
    return next((value for name, value in _pairs(parsed) if name.lower() == "content-type"), None)


def _pairs(parsed: object) -> Iterable[tuple[str, str]]:
    """Name and value of each header: an object (maybe under "headers"), values as strings or lists, or a list of pairs."""
    if isinstance(parsed, dict):
        inner = parsed.get("headers")
        if isinstance(inner, dict | list):
            yield from _pairs(inner)
        parsed = list(parsed.items())
    for pair in parsed if isinstance(parsed, list) else []:
        if isinstance(pair, list | tuple) and len(pair) == 2:
            name, value = pair
            value = value[-1] if isinstance(value, list) and value else value
            if isinstance(name, str) and isinstance(value, str):
                yield name, value

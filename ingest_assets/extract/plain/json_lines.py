"""JSON values to ``a.b[0]: value`` lines, numbers exactly as they are written."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

from ingest_assets.extract.plain.base64_runs import without_base64
from ingest_assets.model import Block

PROSE_WORDS = 8  # a value of so many words is prose and becomes a paragraph; shorter ones are data
Pairs = list[tuple[str, Any]]


class _Object(list[tuple[str, Any]]):
    """An object as its pairs: a repeated key loses nothing."""


def parse(text: str) -> Any:
    """A JSON value with numbers as strings. Raises ValueError (bad JSON) or RecursionError (nested too deep)."""
    return json.loads(text, parse_float=str, parse_int=str, parse_constant=str, object_pairs_hook=_Object)


def lines_of(value: Any, path: str = "") -> Iterator[tuple[str, str]]:
    """(path, printed value) of every scalar, in order, without recursion."""
    stack: list[tuple[str, Any]] = [(path, value)]
    while stack:
        where, item = stack.pop()
        if isinstance(item, _Object):
            stack.extend((f"{where}.{key}" if where else key, inner) for key, inner in reversed(item))
        elif isinstance(item, list):
            stack.extend((f"{where}[{i}]", item[i]) for i in range(len(item) - 1, -1, -1))
        else:
            yield where, _printed(item)


def _printed(item: Any) -> str:
    if item is None:
        return "null"
    if isinstance(item, bool):
        return "true" if item else "false"
    return without_base64(" ".join(str(item).split()))


def blocks_of(value: Any, path: str = "") -> Iterator[Block]:
    """Prose values as paragraphs, runs of short ones as one code block, in order."""
    data: list[str] = []
    for where, printed in lines_of(value, path):
        line = f"{where}: {printed}" if where else printed
        if printed.count(" ") + 1 < PROSE_WORDS:
            data.append(line)
            continue
        yield from _data_block(data)
        data = []
        yield Block(kind="paragraph", text=line, page=1)
    yield from _data_block(data)


def _data_block(lines: list[str]) -> Iterator[Block]:
    if lines:
        yield Block(kind="code", text="\n".join(lines), page=1)


def flat_table(records: list[Any]) -> tuple[tuple[str, ...], ...] | None:
    """Records of the same flat keys as rows under their keys; None when they are not such records."""
    if len(records) < 2 or not all(isinstance(record, _Object) for record in records):
        return None
    keys = tuple(key for key, _ in records[0])
    if len(keys) < 2 or len(set(keys)) < len(keys):
        return None
    rows = [keys]
    for record in records:
        values = dict(record)
        if tuple(values) != keys or any(isinstance(value, list) for value in values.values()):
            return None
        rows.append(tuple(_printed(value) if value is not None else "" for value in values.values()))
    return tuple(rows)

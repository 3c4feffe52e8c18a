"""What a run has to do: wanted minus present, and which sources hold documents of a parser that has changed. Pure functions."""

from __future__ import annotations

import dataclasses
import hashlib
import json
import re
import unicodedata
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from enum import Enum

from ingest_assets.extract.protocol import UNSET

KEY_CHARACTERS = 60
"""Longest key of a source: far below the 255 bytes of a file name, with room for what is put around it."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Difference:
    """``todo`` is missing or was decided by something else, ``keep`` is as wanted, ``drop`` is no longer wanted."""

    todo: tuple[str, ...]
    keep: tuple[str, ...]
    drop: tuple[str, ...]


def difference(wanted: Mapping[str, str], present: Mapping[str, tuple[str, str]]) -> Difference:
    """Compare key → fingerprint with key → (fingerprint, output hash). Orders are those of the arguments."""
    todo: list[str] = []
    keep: list[str] = []
    for key, fingerprint_wanted in wanted.items():
        found = present.get(key)
        (keep if found is not None and found[0] == fingerprint_wanted else todo).append(key)
    return Difference(todo=tuple(todo), keep=tuple(keep), drop=tuple(key for key in present if key not in wanted))


def fingerprint(*parts: object) -> str:
    """sha256 over everything that decides an output: strings, numbers, sequences, mappings, settings records.

    Two lists of parts have the same fingerprint only when they are equal. Raises TypeError for anything whose value cannot be told.
    """
    text = json.dumps([_plain(part) for part in parts], ensure_ascii=True, separators=(",", ":"))
    return hashlib.sha256(text.encode("ascii")).hexdigest()


def stale(recorded: Mapping[str, Iterable[str]], installed: Iterable[str]) -> dict[str, list[str]]:
    """Source → reasons, such as ``pdf_words 3 → 4``, for the sources that hold documents of a parser whose version is another now.

    ``recorded`` holds the versions that stand in each source's rows, ``installed`` those of today
    (``pdf_words-3+pymupdf-1.28.2``). A downgrade counts as well. A parser that is gone counts: another one has to read.
    """
    today = {_name(version): version for version in installed}
    found = {
        source: sorted({reason for version in set(versions) for reason in _reasons(version, today)})
        for source, versions in recorded.items()
    }
    return {source: reasons for source, reasons in found.items() if reasons}


def is_current(version: str, today: Mapping[str, str]) -> bool:
    """True when a recorded version is that of today (parser → version), but for engines that are not configured here."""
    installed = today.get(_name(version))
    return installed is not None and not _moved(version, installed)


def source_key(name: str) -> str:
    """A partition key and folder name: ``[a-z0-9_.-]``, no "..", never empty.

    A name that is not such a key already gets a suffix from its hash, so that different names have different keys.
    """
    folded = unicodedata.normalize("NFKD", name).lower()
    safe = re.sub(r"[^a-z0-9_.-]+", "-", folded)
    safe = re.sub(r"\.{2,}", ".", safe).strip(".-")
    if safe == name and 0 < len(name) <= KEY_CHARACTERS:
        return safe
    suffix = "-" + hashlib.sha256(name.encode("utf-8", "surrogatepass")).hexdigest()[:8]
    return (safe[: KEY_CHARACTERS - len(suffix)].rstrip(".-") or "source") + suffix


def source_keys(names: Sequence[str]) -> dict[str, str]:
    """Key → display name. Raises ValueError when two names share a key."""
    keys = {source_key(name): name for name in names}
    if len(keys) != len(set(names)):
        raise ValueError(f"two of these sources share a key: {sorted(names)}")
    return keys


def _reasons(version: str, today: Mapping[str, str]) -> list[str]:
    name = _name(version)
    if name not in today:
        return [f"{name} is gone"]
    before, after = _engines(version), _engines(today[name])
    return [_change(name, engine, before.get(engine), after.get(engine)) for engine in _moved(version, today[name])]


def _moved(version: str, installed: str) -> list[str]:
    """The parser and its engines whose numbers differ."""
    if version == installed:
        return []
    before, after = _engines(version), _engines(installed)
    names = sorted(before.keys() | after.keys())
    return [name for name in names if after.get(name) not in (before.get(name), UNSET)]


def _change(name: str, engine: str, before: str | None, after: str | None) -> str:
    label = name if engine == name else f"{name}: {engine}"
    return f"{label} {before or 'none'} → {after or 'none'}"


def _name(version: str) -> str:
    return version.split("+", 1)[0].rpartition("-")[0]


def _engines(version: str) -> dict[str, str]:
    """The parser and its engines → their versions."""
    pairs = (part.rpartition("-") for part in version.split("+"))
    return {name: number for name, _, number in pairs}


def _plain(part: object) -> object:
    """A value for JSON in which different types and values never look alike."""
    if isinstance(part, Enum):
        return ["enum", type(part).__name__, part.name]
    if part is None or isinstance(part, bool | int | float | str):
        return part
    if isinstance(part, bytes):
        return ["bytes", part.hex()]
    if dataclasses.is_dataclass(part) and not isinstance(part, type):
        values = [[field.name, _plain(getattr(part, field.name))] for field in dataclasses.fields(part)]
        return ["record", type(part).__name__, values]
    if isinstance(part, Mapping):
        return ["map", sorted(([_plain(key), _plain(value)] for key, value in part.items()), key=repr)]
    if isinstance(part, frozenset | set):
        return ["set", sorted((_plain(item) for item in part), key=repr)]
    if isinstance(part, list | tuple):
        return ["list", [_plain(item) for item in part]]
    raise TypeError(f"a fingerprint cannot tell the value of {type(part).__name__}")

"""Which parts of a dataset count: ``<dataset>/source=<source>/_current.json``, replaced atomically, last.

Readers read the pointer, never a glob: a part that no pointer names is not there.
"""

from __future__ import annotations

import json
from contextlib import suppress
from dataclasses import asdict, dataclass, field, replace
from pathlib import Path

from ingest_assets.store.files import write_atomically

NAME = "_current.json"


@dataclass(frozen=True, slots=True, kw_only=True)
class Part:
    """An immutable Parquet file. ``path`` is relative to the source's folder.

    ``level`` 0 is one commit, 1 a merge of level 0, and so on; -1 is a bucket of the compacted base.
    """

    path: str
    rows: int
    level: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class Retired:
    """A part that no longer counts, kept for readers that began before: through one more run, then it is removed."""

    path: str
    run: str
    runs: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class Pointer:
    """The state of one dataset of one source. ``seen_at``: when the source was last looked at (ISO, UTC)."""

    sequence: int = 0
    parts: tuple[Part, ...] = ()
    retired: tuple[Retired, ...] = ()
    seen_at: str = ""
    notes: dict[str, str] = field(default_factory=dict)

    @property
    def base_rows(self) -> int:
        """Rows in compacted parts."""
        return sum(part.rows for part in self.parts if part.level < 0)

    @property
    def delta_rows(self) -> int:
        """Rows in parts that were appended since."""
        return sum(part.rows for part in self.parts if part.level >= 0)


def folder_of(root: Path, dataset: str, source: str) -> Path:
    """Where a source's parts and pointer lie."""
    return root / dataset / f"source={source}"


def read_pointer(folder: Path) -> Pointer:
    """The pointer, or an empty one where nothing was ever committed."""
    try:
        raw = json.loads((folder / NAME).read_bytes())
    except FileNotFoundError:
        return Pointer()
    parts = tuple(Part(**part) for part in raw.pop("parts"))
    retired = tuple(Retired(**part) for part in raw.pop("retired"))
    return Pointer(parts=parts, retired=retired, **raw)


def write_pointer(root: Path, folder: Path, pointer: Pointer) -> None:
    """Make a commit visible."""
    write_atomically(folder / NAME, json.dumps(asdict(pointer), indent=1).encode(), root=root)


def sweep(folder: Path, pointer: Pointer, run: str) -> Pointer:
    """Remove parts that earlier runs retired, and parts of commits that were killed. Only under the pointer's lock."""
    kept = tuple(_aged(retired, run) for retired in pointer.retired if retired.run == run or retired.runs == 0)
    living = {part.path for part in pointer.parts} | {retired.path for retired in kept}
    for path in folder.glob("bucket=*/*.parquet"):
        if str(path.relative_to(folder)) not in living:
            path.unlink(missing_ok=True)
    for bucket in folder.glob("bucket=*"):
        with suppress(OSError):
            bucket.rmdir()
    return replace(pointer, retired=kept)


def _aged(retired: Retired, run: str) -> Retired:
    return retired if retired.run == run else replace(retired, runs=retired.runs + 1)

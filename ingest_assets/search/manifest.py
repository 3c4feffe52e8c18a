"""Every chunk of a publication: what the next one is compared with, and what an export since this one tells."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path

import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq

from ingest_assets.search.links import write_links
from ingest_assets.search.near import Signatures, groups
from ingest_assets.search.publication import IndexMissingError, Shelf
from ingest_assets.store.files import staged
from ingest_assets.thresholds.search import SearchLimits

SCHEMA = pa.schema(
    {
        "document": pa.string(),
        "fingerprint": pa.string(),
        "chunk_id": pa.string(),
        "digest": pa.string(),
        "signature": pa.binary(),
        "near": pa.string(),
    }
)


@dataclass(frozen=True, slots=True)
class Line:
    """One chunk. ``signature`` holds the hashes' bytes."""

    document: str
    fingerprint: str
    chunk_id: str
    digest: str
    signature: bytes


@dataclass(slots=True)
class Manifest:
    """Document → its lines."""

    lines: dict[str, list[Line]] = field(default_factory=dict)

    @property
    def fingerprints(self) -> Mapping[str, str]:
        """Document → fingerprint."""
        return {document: lines[0].fingerprint for document, lines in self.lines.items() if lines}

    def chunks(self) -> list[Line]:
        """All lines, by identity."""
        return sorted((line for lines in self.lines.values() for line in lines), key=lambda line: line.chunk_id)


def read_manifest(path: Path) -> Manifest:
    """A manifest as it was written. Raises IndexMissingError when it cannot be read."""
    try:
        table = pq.read_table(path, columns=["document", "fingerprint", "chunk_id", "digest", "signature"])
    except (OSError, pa.ArrowInvalid) as error:
        raise IndexMissingError(f"{path} cannot be read ({error})") from error
    manifest = Manifest()
    for values in zip(*(column.to_pylist() for column in table.columns), strict=True):
        manifest.lines.setdefault(values[0], []).append(Line(*values))
    return manifest


def digests(path: Path) -> dict[str, str]:
    """Chunk → digest."""
    try:
        table = pq.read_table(path, columns=["chunk_id", "digest"])
    except (OSError, pa.ArrowInvalid) as error:
        raise IndexMissingError(f"{path} cannot be read ({error})") from error
    return dict(zip(table["chunk_id"].to_pylist(), table["digest"].to_pylist(), strict=True))


def write_manifest(shelf: Shelf, number: int, manifest: Manifest, limits: SearchLimits) -> int:
    """Write manifest and groups of near-duplicates; returns the number of chunks that have one."""
    lines = manifest.chunks()
    near = _near(lines, limits)
    columns = {name: [getattr(line, name) for line in lines] for name in SCHEMA.names if name != "near"}
    with staged(shelf.manifest_file(number), root=shelf.root) as staging:
        pq.write_table(pa.table({**columns, "near": near}, schema=SCHEMA), staging, compression="zstd")
    grouped = {line.chunk_id: group for line, group in zip(lines, near, strict=True) if group is not None}
    write_links(shelf.near_file(number), grouped, root=shelf.root)
    return len(grouped)


def _near(lines: list[Line], limits: SearchLimits) -> list[str | None]:
    if not lines:
        return []
    signatures: Signatures = np.frombuffer(b"".join(line.signature for line in lines), dtype=np.uint32).reshape(
        len(lines), -1
    )
    found = groups(signatures, limits)
    sizes = np.bincount(found, minlength=len(lines))
    return [lines[group].chunk_id if sizes[group] > 1 else None for group in found.tolist()]

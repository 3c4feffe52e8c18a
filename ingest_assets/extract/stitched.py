"""Several readings put one behind the other, table numbers kept right."""

from __future__ import annotations

from dataclasses import dataclass, field, replace

from ingest_assets.model import Block, Extraction, Removed, Table


@dataclass(slots=True)
class Stitched:
    """Grows by ``add``."""

    blocks: list[Block] = field(default_factory=list)
    tables: list[Table] = field(default_factory=list)
    removed: list[Removed] = field(default_factory=list)

    def add(self, part: Extraction) -> None:
        """Append a reading's blocks, tables and removed texts."""
        shift = len(self.tables)
        for block in part.blocks:
            self.blocks.append(block if block.table is None else replace(block, table=block.table + shift))
        self.tables.extend(part.tables)
        self.removed.extend(part.removed)

"""Some columns of the rows that count, without their payloads."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

import polars as pl
import pyarrow.parquet as pq

from ingest_assets.store.tables import Table


def current_columns(table: Table, names: Sequence[str]) -> Iterator[dict[str, Any]]:
    """One mapping per document that counts: ``raw_sha256`` and the named columns."""
    index, parts = table.index(), table.pointer().parts
    for (number,), rows in index.group_by("part", maintain_order=True):
        path = table.folder / parts[int(str(number))].path
        frame = pl.DataFrame(pq.read_table(path, columns=["raw_sha256", *names], partitioning=None))
        yield from frame[rows["row"].to_list()].iter_rows(named=True)

"""Limits that keep one hostile file from harming another."""

from __future__ import annotations

from dataclasses import dataclass

from ingest_assets.thresholds.origin import threshold


@dataclass(frozen=True, slots=True, kw_only=True)
class Limits:
    """Time, memory and size of a document's processing."""

    cpu_seconds: float = threshold(
        30.0, "CPU s per document", "design: of 5,700 odd files honest ones need under 13 CPU s"
    )
    cpu_seconds_per_page: float = threshold(2.0, "CPU s per page above 20", "proposal of the design note, not measured")
    cpu_seconds_per_ocr_page: float = threshold(
        10.0, "CPU s per page that needs OCR", "2.4 for one attempt, 6.5 with retries (benchmarks/results/ocr.json)"
    )
    wall_factor: float = threshold(10.0, "wall s per CPU s", "design: a busy host stretches 13 CPU s beyond 30 wall s")
    memory_bytes: int = threshold(2 * 1024**3, "bytes of RSS", "design: 2 GB held on 5,700 files but one")
    recycle_after: int = threshold(500, "documents per worker", "design, execution.md section 2")
    file_bytes: int = threshold(2 * 1024**3, "bytes", "larger files are skipped by size_limit")
    depth: int = threshold(4, "levels of containers", "formats.md section 6")
    members: int = threshold(2000, "members per container", "formats.md section 6")
    tree_documents: int = threshold(
        10_000, "documents below one file", "a fan-out of ten in four levels has 11,110; mail archives have fewer"
    )
    attachments: int = threshold(
        20, "members", "always allowed down to the second level: a mail in an archive keeps its attachments"
    )
    expanded_bytes: int = threshold(
        1024**3, "bytes per container", "formats.md section 6: at least 1 GB for honest archives"
    )
    ratio: float = threshold(200.0, "unpacked / packed", "formats.md section 6: honest files reach 74")
    ratio_from_bytes: int = threshold(
        16 * 1024**2, "bytes", "a smaller member harms nobody: flat bitmaps of 1.4 MB pack 818:1 (decisions/0004)"
    )
    cells: int = threshold(5_000_000, "cells per workbook", "largest honest workbook of the development set has 1.5 M")

"""Thresholds of the office formats: what is too large to read whole, and how much text may differ before a reader is distrusted."""

from __future__ import annotations

from dataclasses import dataclass

from ingest_assets.thresholds.origin import threshold


@dataclass(frozen=True, slots=True, kw_only=True)
class Formats:
    """Limits and tolerances of word processor, spreadsheet, presentation and RTF readers."""

    tree_bytes: int = threshold(
        150 * 1024**2,
        "bytes of one XML part read as a tree",
        "measured: reading a Word part takes 5 times its XML in memory; 2 GB of RSS is the limit",
    )
    text_loss: float = threshold(
        0.02, "share of the characters", "formats.md section 1: output/expected outside 0.98-1.02"
    )
    text_loss_characters: int = threshold(20, "characters", "guess: below it a share of a short text means nothing")
    table_depth: int = threshold(12, "levels of nested tables", "guess: deeper tables are read as paragraphs")
    preview_rows: int = threshold(
        5000, "table rows", "guess: a table beyond it is bounded in the markdown, whole in the sidecar and in Parquet"
    )
    preview_cells: int = threshold(100_000, "table cells", "guess, as preview_rows; about 1 MB of markdown")
    repeat_rows: int = threshold(
        10_000, "repeats of one filled row", "guess: beyond it a repeated row is a fill, not content"
    )
    ole_characters_per_byte: float = threshold(
        0.01, "characters per byte of the text stream", "formats.md section 1: under 1 per 100 bytes"
    )
    ole_stream_bytes: int = threshold(
        20_000, "bytes", "the streams of an empty document reach 10 kB; same floor as empty_extraction"
    )
    rtf_undecoded: float = threshold(0.05, "share of U+FFFD", "formats.md section 1")
    office_batch: int = threshold(
        20, "documents per LibreOffice child", "formats.md section 6; 20 cost 0.17 CPU s a document, one alone 1.1"
    )
    office_cpu_seconds: float = threshold(
        60.0, "CPU s per LibreOffice child", "measured: 1.1 to 1.4 CPU s a doc, start-up included"
    )
    office_wall_seconds: float = threshold(
        120.0, "wall s per LibreOffice child", "twice the CPU limit: the host is shared"
    )

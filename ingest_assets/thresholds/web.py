"""Thresholds for texts, web pages, mail and delimited files."""

from __future__ import annotations

from dataclasses import dataclass

from ingest_assets.thresholds.origin import threshold


@dataclass(frozen=True, slots=True, kw_only=True)
class Web:
    """What is a wall, what is main content, what is a table, what is a wrapped line."""

    js_text: int = threshold(200, "visible characters", "formats.md section 1: a script shell shows less than this")
    login_text: int = threshold(400, "visible characters", "formats.md section 1: a login page shows less than this")
    main_text: int = threshold(200, "characters", "formats.md section 8: less main text than this is no article")
    main_share: float = threshold(0.05, "share of the full text", "formats.md section 8, a guess to be measured")
    small_page: int = threshold(2000, "characters of full text", "formats.md section 8, a guess to be measured")
    short_page: int = threshold(
        1000,
        "characters of full text",
        "measured: inside a page this short nothing is navigation; at 2,000 two of 63 news pages lost precision",
    )
    main_depth: int = threshold(
        200, "nested elements", "libxml2 stops at 256 and then returns nothing (formats.md section 4)"
    )
    main_bytes: int = threshold(
        5_000_000,
        "characters of source",
        "2 MB cost 2.9 CPU s (benchmarks/results/web_mail.json): 5 MB stay far from the deadline",
    )
    class_rule_share: float = threshold(
        0.5, "share of the text", "a class rule that hides more than half of a page is undone by the page's own script"
    )
    modal_share: float = threshold(
        0.5, "share of rows of one width", "formats.md section 1: below this the rows do not agree"
    )
    delimiter_share: float = threshold(
        0.4, "share of rows of one width", "formats.md section 4: below this it is prose, not a table"
    )
    colspan: int = threshold(100, "columns", "formats.md section 6")
    rowspan: int = threshold(500, "rows", "formats.md section 6")
    wrap_share: float = threshold(
        0.6,
        "share of the paragraph's longest line",
        "a shorter line ends its paragraph; a guess, checked on the development texts only",
    )
    wrap_columns: int = threshold(
        120, "characters", "a longer line was not wrapped by hand and is a paragraph; a guess"
    )
    program_cpu_seconds: int = threshold(
        25, "CPU s of a child program", "under limits.cpu_seconds, so that the child ends before its worker"
    )
    program_output_bytes: int = threshold(64 * 1024**2, "bytes", "3 kB a page for 20,000 pages; a guess")

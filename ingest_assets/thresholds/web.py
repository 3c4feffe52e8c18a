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
    main_depth: int = threshold(200, "nested elements", "libxml2 stops at 256 and then returns nothing (formats.md section 4)")
    main_bytes: int = threshold(5_000_000, "characters of source", "trafilatura needs about 0.1 CPU s a MB; beyond this it could meet the CPU deadline")
    class_rule_share: float = threshold(0.5, "share of the text", "a class rule that hides more than half of a page is undone by the page's own script")
    modal_share: float = threshold(0.5, "share of rows of one width", "formats.md section 1: below this the rows do not agree")
    delimiter_share: float = threshold(0.4, "share of rows of one width", "formats.md section 4: below this it is prose, not a table")
    colspan: int = threshold(100, "columns", "formats.md section 6")
    rowspan: int = threshold(500, "rows", "formats.md section 6")
    base64_run: int = threshold(200, "characters", "formats.md section 1, base64_leak")
    wrap_share: float = threshold(0.6, "share of the paragraph's longest line", "a shorter line ends its paragraph; hand-wrapped mails break at 65-76 of 72")
    wrap_columns: int = threshold(120, "characters", "a line longer than this was not wrapped by hand: each line is a paragraph")
    program_cpu_seconds: int = threshold(25, "CPU s of a child program", "under limits.cpu_seconds, so that the child ends before its worker")
    program_output_bytes: int = threshold(64 * 1024**2, "bytes", "a book of 10,000 pages has 30 MB of text")

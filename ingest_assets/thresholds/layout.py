"""Thresholds of the page layout. Lengths in em are of the type size of the line."""

from __future__ import annotations

from dataclasses import dataclass

from ingest_assets.thresholds.origin import threshold

NOTE = "pdf-layout.md"


@dataclass(frozen=True, slots=True, kw_only=True)
class Layout:
    """What decides lines, columns, running lines, paragraphs and headings."""

    baseline: float = threshold(0.35, "em", f"{NOTE} section 3.4")
    overlap: float = threshold(0.5, "share of height", f"{NOTE} section 3.4")
    raised_size: float = threshold(
        0.85,
        "share of the line's size",
        "browsers set raised and lowered type at 0.83, office programs at 0.58, TeX at 0.7",
    )
    raised_shift: float = threshold(0.15, "em", f"{NOTE} section 3.4")
    blank: float = threshold(0.15, "em", f"{NOTE} section 3.5")
    index_blank: float = threshold(0.45, "em of the raised run", "setters put up to 0.2 em of the line before a mark")
    column_segments: int = threshold(
        2000,
        "segments",
        "a page of bench/pdf has at most 409 spans; 3,000 scattered words took 3.5 CPU s in the search for columns",
    )
    segment_gap: float = threshold(0.9, "em", "wider gaps end a phrase, as in pdf/spans.py")
    stretched_gaps: int = threshold(2, "equal gaps between words", "one gap is equal to itself")
    stretched_reach: float = threshold(0.05, "em", "gaps of one justified line differ by rounding to 0.2 pt at 14 pt")
    label_gap: float = threshold(4.0, "em", "tabs behind list marks and heading numbers reach 1.25 cm, 3.5 em at 10 pt")
    letter_gap: float = threshold(0.3, "em", f"{NOTE} section 3.5")
    letter_blank: float = threshold(
        0.12, "em", "narrowest letter spacing that reads as blanks; such letters must make words"
    )
    letter_split: float = threshold(1.6, "times the median gap", f"{NOTE} section 3.5")
    letter_run: int = threshold(4, "letters in a row", f"{NOTE} section 3.5")

    numbers_in_row: int = threshold(5, "line numbers", f"{NOTE} section 3.6")
    numbers_edge: float = threshold(3.0, "pt", f"{NOTE} section 3.6")
    side_width: float = threshold(0.3, "share of the text width", f"{NOTE} section 3.7")
    side_size: float = threshold(
        0.95, "share of the body size", "side bars of 21 papers are set at 0.7-0.9 of the body"
    )
    gutter: float = threshold(0.9, "em", f"{NOTE} section 3.9: 14 pt at 10 pt must split; blanks stay below")
    column_lines: int = threshold(3, "lines on each side", f"{NOTE} section 3.9 has 5; short columns of probes have 4")

    band: float = threshold(0.08, "share of the page height", f"{NOTE} section 4: 100 % of 773 lines found")
    running_share: float = threshold(0.6, "share of pages", f"{NOTE} section 4")
    running_place: float = threshold(3.0, "pt", f"{NOTE} section 4: equal x on documents of 2 or 3 pages")
    watermark_size: float = threshold(3.0, "times the body size", f"{NOTE} section 4")

    paragraph_gap: float = threshold(1.35, "times the median line step", f"{NOTE} section 4")
    indent_low: float = threshold(0.5, "em", f"{NOTE} section 4")
    indent_high: float = threshold(4.0, "em", f"{NOTE} section 4")
    short_line: float = threshold(0.15, "share of the column", f"{NOTE} section 4: shorter than 85 % ends a paragraph")
    size_change: float = threshold(0.08, "share", "sizes of one style differ by rounding only; the next style by 10 %")

    heading_size: float = threshold(1.12, "times the body size", f"{NOTE} section 5.1")
    heading_words: int = threshold(12, "words of a bold heading", f"{NOTE} section 5.1")
    heading_letters: int = threshold(
        200,
        "characters",
        "longest unnumbered heading of the development truth has 164; numbered ones 220, so twice as many",
    )
    body_style_share: float = threshold(0.25, "share of lines", f"{NOTE} section 5.3")

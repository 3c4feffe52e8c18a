"""Thresholds of the table finder. Lengths in points, ``em`` is the type size of the line."""

from __future__ import annotations

from dataclasses import dataclass

from ingest_assets.thresholds.origin import threshold


@dataclass(frozen=True, slots=True, kw_only=True)
class Tables:
    """What makes rules, words and gaps a table."""

    words: int = threshold(
        5000,
        "words",
        "a page of bench/pdf has at most 1,032; 10,000 words in ten columns took 9 CPU s in the search for rows",
    )
    paths: int = threshold(3000, "paths per page", "pdf-layout.md section 2: guard before any table code")
    edges: int = threshold(
        1500,
        "straightened edges per page",
        "pdf-layout.md section 2: half the path guard, keeps the pair loop under 1 CPU s",
    )
    snap: float = threshold(2.0, "pt", "pdf-layout.md section 6: snap to 1-2 pt")
    join_gap: float = threshold(3.0, "pt", "pdf-layout.md section 6: join collinear pieces with gaps < 3 pt")
    shortest_edge: float = threshold(
        4.0, "pt", "under the height of the smallest readable row; drops dashes and tick marks"
    )
    touch: float = threshold(3.0, "pt", "pdfplumber's default tolerance of crossings")
    fill_gap: float = threshold(3.0, "pt", "white lines between fills of the development set are 0.5-2 pt wide")
    covered: float = threshold(
        0.8, "share of a cell's side", "a side that is ruled for less is open: tick marks, rules of a neighbour"
    )
    cut_overlap: float = threshold(2.0, "pt", "a word that reaches further over a column edge is cut by it")
    most_empty: float = threshold(0.6, "share of empty cells", "pdf-layout.md section 6, arbiter")
    usual_blank: float = threshold(0.28, "em", "blanks of Times, Arial and DejaVu are 0.25-0.32 em")
    widest_blank: float = threshold(0.75, "em", "justified lines of the development set stretch blanks to 0.7 em")
    justified_gaps: int = threshold(5, "gaps", "fewer gaps of a band may all be gaps between columns")
    run_blanks: float = threshold(1.9, "blanks", "pdf-layout.md section 6: 2 word gaps, less 5 % for kerning")
    run_gap: float = threshold(0.55, "em", "pdf-layout.md section 6: 2 word gaps part two runs")
    number_gap: float = threshold(0.2, "em", "two numbers without a blank of this width are one word")
    digit_group_gap: float = threshold(
        0.6, "em", "pdf-layout.md section 6, rule 4: groups of one number stand a blank apart"
    )
    crossing: float = threshold(
        0.2, "share of bands", "pdf-layout.md section 6: a column gap is free in >= 80 % of the bands"
    )
    crossing_from: int = threshold(4, "bands", "with fewer bands no run may cross a column gap")
    row_height: tuple[float, float] = threshold(
        (5.0, 70.0), "pt", "fills of table rows in the development set are 8-62 pt high"
    )
    level_gap: float = threshold(
        20.0, "pt", "head rules of separate columns stand up to 18 pt apart in the development set"
    )
    shortest_level: float = threshold(20.0, "pt", "shorter lines are underlines, bullets and tick marks")
    joint_share: float = threshold(
        0.5, "share of levels drawn in pieces", "a group head has no joint at its inner borders"
    )
    same_extent: float = threshold(4.0, "pt", "rules of one table end within 1 pt; 3 pt more for fills beside rules")
    break_pitches: float = threshold(
        2.1, "row pitches", "pdf-layout.md section 6: a gap > 2 row pitches parts two tables"
    )
    usual_gap: float = threshold(0.6, "em", "ink gap between rows where only one row is known")
    strip_lines: int = threshold(
        9, "lines", "a row of cells of up to five lines, centred; longer chains are text in columns"
    )
    head_rows: int = threshold(5, "lines", "heads of the development set have at most 3 bands of at most 3 lines")
    across: float = threshold(
        0.8, "share of the table's width", "a rule or fill that is shorter belongs to a group head or a total"
    )
    prose_words: int = threshold(
        5, "words", "lines of prose in narrow columns of the development set hold 5 words and more"
    )
    gutter_lines: int = threshold(5, "lines", "pdf-layout.md section 3, rule 9: a gutter stays free over >= 5 lines")
    fewest_rows: int = threshold(3, "rows", "pdf-layout.md section 6, reject rules: fewer than 3 rows without rules")
    cell_words: float = threshold(
        12.0, "words", "pdf-layout.md section 6, reject rules: median cell above this is prose"
    )
    narrowest: float = threshold(7.0, "pt", "columns and rows narrower than a letter are gaps between double rules")
    packed_lines: int = threshold(3, "lines", "fewer lines in one drawn row are wrapped cells")
    packed_share: float = threshold(0.7, "share of lines", "wrapped text fills few of a row's columns with each line")
    running_band: float = threshold(
        0.1,
        "share of the page's height",
        "pdf-layout.md section 4: running lines stand in the outer 8 %, 2 % for the table's margin",
    )
    same_edges: float = threshold(3.0, "pt", "pdf-layout.md section 6: equal column edges within 3 pt")
    ragged: float = threshold(
        12.0, "pt", "borders of aligned tables are middles of gaps, which move with the words of a page: up to 8 pt"
    )
    same_widths: float = threshold(
        0.03,
        "share of the table's width",
        "equal relative widths; 0.03 is half the narrowest column of the development set",
    )
    running_share: float = threshold(
        0.3, "share of pages", "half of pdf-layout.md's 60 %, since odd and even pages may differ"
    )
    alignment: float = threshold(
        0.6, "share of cells", "prose with wide blanks lines up in under 0.5 of its cells, tables in over 0.8"
    )
    spare_room: float = threshold(2.0, "pt", "the width of the rules and rounding")
    fresh_breaks: int = threshold(2, "page breaks", "one may be a page break that the writer forced inside a table")
    full_page: float = threshold(
        0.9, "quantile of pages", "the lowest tenth are pages with long notes or displaced page numbers"
    )
    coarse_share: float = threshold(
        0.3, "share of lines in cells", "cells of drawn tables hold one run a line; numbers beside text reach 0.1"
    )
    fewest_cells: int = threshold(
        7, "filled cells", "smaller unruled tables of the development set are chart legends and labels"
    )
    fewest_framed_cells: int = threshold(
        4, "cells", "with a gap in the head: three labels between the lines of a chart"
    )
    bullet_gap: float = threshold(3.0, "em", "hanging indents of office lists are 0.5-1.3 cm")
    cut_share: float = threshold(0.25, "share of a word's width", "less is text that hangs over its cell's border")
    cut_words: float = threshold(
        0.02,
        "share of words",
        "pdf-layout.md section 6 asks for 0; two in a hundred hang over narrow cells of real office files",
    )
    slots: int = threshold(
        20_000, "rows x columns", "a page holds under 5,000 readable cells; merging 20,000 slots takes 0.2 CPU s"
    )
    levels: int = threshold(400, "levels", "a page holds under 150 readable lines; hatchings hold thousands")
    doubtful: float = threshold(6.0, "pt", "values of one column line up within 2 pt on the development set")
    clear_gap: float = threshold(0.9, "em", "the gap at which pdf/spans.py parts phrases")
    section_height: float = threshold(
        2.6, "em", "a section row is one line with a row's padding; a paragraph between tables stands farther off"
    )
    doubtful_rows: int = threshold(
        4,
        "rows",
        "so few rows whose values line up with no column are labels of a chart: 3 of 3 on the development set",
    )
    fewest_anchors: int = threshold(3, "values", "two values in a column may be chance")
    anchor_values: float = threshold(0.9, "share of a column's cells", "a remark may stand in place of a sum")
    anchor_strangers: float = threshold(
        0.05, "share of lines", "lines with values but no anchor: the column is not filled in every row"
    )
    remark_indent: float = threshold(
        0.1, "share of the table's width", "running text starts at the left edge, or an indent of 0.5 cm from it"
    )
    steady_gaps: int = threshold(4, "gaps", "so many lines between rules show every step that the records have")
    widest_step: float = threshold(
        1.5, "second widest gap so far", "a page's foot stands twice as far off as records do"
    )
    same_start: float = threshold(2.0, "pt", "lines of one cell start within 1 pt; kerning and rounding add the rest")
    framed_columns: int = threshold(3, "columns", "two boxes over a third are a form or a drawing")
    framed_rows: float = threshold(
        0.5,
        "share of lines",
        "lines in several columns: names wrapped to a second line and section rows are the others",
    )
    fewest_remarks: int = threshold(
        2, "remarks", "one flush right line may be a cell wider than the others of its column"
    )
    rest_step: float = threshold(
        1.2, "widest step of the part above", "lines of a part beyond the page end step as the part above does, +20 %"
    )
    program_rows: float = threshold(
        0.5, "share of lines", "listings of the manuals of 20 Debian packages: signs in 0.6 of their lines and more"
    )
    one_width: float = threshold(
        0.03, "share of the usual letter", "letters of a fixed width differ by rounding only, others by a third"
    )
    longest_cells: int = threshold(
        150, "characters", "median cell of a column without rules; longer ones are paragraphs beside labels"
    )
    equal_gaps: float = threshold(0.12, "em", "blanks of a justified line are equal but for kerning and rounding")
    stretched_gaps: int = threshold(4, "gaps", "fewer equal gaps may be columns of words of like length")
    even_columns: float = threshold(3.0, "pt", "ragged lines end up to a letter short of the text's width")
    least_measure: float = threshold(250.0, "pt", "text on A5 paper, the narrowest of office pages, is 300 pt wide")

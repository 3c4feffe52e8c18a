"""Tables that run over a page end become one: the repeated head is dropped, a row cut by the page end is folded."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace
from itertools import pairwise

from ingest_assets.clean.layout.hyphens import BREAK
from ingest_assets.clean.tables.found import FoundTable
from ingest_assets.clean.tables.grid import found_table
from ingest_assets.clean.tables.levels import levels_of
from ingest_assets.clean.tables.lines import Line
from ingest_assets.clean.tables.margins import text_of
from ingest_assets.clean.tables.paging import CONTINUED, Paging, paging_of
from ingest_assets.clean.tables.remainders import with_remainders
from ingest_assets.clean.tables.runs import runs_of
from ingest_assets.clean.tables.stream import continued_grid
from ingest_assets.clean.tables.tokens import continues_number, is_time_of_date, is_value
from ingest_assets.clean.tables.words import bands_of, words_of
from ingest_assets.model import CellSpan, PageContent, Table
from ingest_assets.thresholds.tables import Tables

LIMITS = Tables()


def join_over_pages(
    found: Sequence[FoundTable], pages: Sequence[PageContent], limits: Tables = LIMITS
) -> tuple[FoundTable, ...]:
    """Tables in reading order, those that continue on the next page joined. ``found`` holds the tables of all ``pages``."""
    ordered = sorted(found, key=lambda one: (one.table.page, one.bbox[1]))
    if len(pages) < 2 or not found:
        return tuple(ordered)
    document = paging_of(pages, limits)
    document.own(ordered)
    ordered = with_remainders(ordered, document)
    meet = [_meet(upper, lower, document) for upper, lower in pairwise(ordered)]
    fresh = _fresh_heads(ordered, meet, document)
    out = ordered[:1]
    for upper, lower, joins in zip(ordered, ordered[1:], meet, strict=False):
        if joins and (_says_so(lower, document) or not _starts_anew(upper, lower, document, fresh=fresh)):
            out[-1] = _united(out[-1], _without_head(out[-1], lower, document))
        else:
            out.append(lower)
    return tuple(one for one in out if not one.rest)


def _meet(upper: FoundTable, lower: FoundTable, document: Paging) -> bool:
    """True when one ends its page, the other begins the next, and their columns agree."""
    page = upper.table.page
    if lower.table.page != page + 1 or page not in document.pages or page + 1 not in document.pages:
        return False
    if not _same_columns(upper, lower, document.limits):
        return False
    return document.ends_page(upper.bbox[3], page) and document.starts_page(lower.bbox[1], page + 1)


def _fresh_heads(ordered: Sequence[FoundTable], meet: Sequence[bool], document: Paging) -> bool:
    """True when this document starts a new table, with its head, on each page: at several breaks the next row had room above."""
    breaks = [
        _had_room(upper, lower, document)
        for upper, lower, joins in zip(ordered, ordered[1:], meet, strict=False)
        if joins and _repeated(upper, lower, document.limits)
    ]
    return sum(breaks) >= document.limits.fresh_breaks


def _starts_anew(upper: FoundTable, lower: FoundTable, document: Paging, *, fresh: bool) -> bool:
    return _had_room(upper, lower, document) or (fresh and _repeated(upper, lower, document.limits) > 0)


def _says_so(lower: FoundTable, document: Paging) -> bool:
    """A line above the lower part says that the table goes on."""
    page = document.pages[lower.table.page]
    words = [word for word in words_of(page) if word.middle < lower.bbox[1]]
    return any(CONTINUED.match(text_of(band)) for band in bands_of(words))


def _had_room(upper: FoundTable, lower: FoundTable, document: Paging) -> bool:
    """True when the next row would have fitted on the page above: then the break was meant, and these are two tables."""
    row = _repeated(upper, lower, document.limits)
    tops = (*lower.row_tops, lower.bbox[3])
    room = document.bottoms[upper.table.page] - upper.bbox[3]
    return row + 1 < len(tops) and room > tops[row + 1] - tops[row] + document.limits.spare_room


def _same_columns(upper: FoundTable, lower: FoundTable, limits: Tables) -> bool:
    """Equal borders, or equal relative widths; aligned tables, whose borders depend on their words, need the same outline."""
    a, b = upper.edges, lower.edges
    if len(a) < 3 or len(b) < 3:
        return False
    aligned = not upper.drawn and not lower.drawn and _same_outline(upper, lower, limits)
    if len(a) != len(b):
        return aligned
    gaps = [abs(x - y) for x, y in zip(a, b, strict=True)]
    if max(gaps) <= limits.same_edges or (aligned and max(gaps[:-1]) <= limits.ragged):
        return True
    wide = [(x - a[0]) / (a[-1] - a[0]) - (y - b[0]) / (b[-1] - b[0]) for x, y in zip(a, b, strict=True)]
    return max(abs(x) for x in wide) <= limits.same_widths


def _same_outline(upper: FoundTable, lower: FoundTable, limits: Tables) -> bool:
    """Equal ends of the rules across both; without rules, text that begins at the same place and reaches no farther."""
    if upper.outline and lower.outline:
        ends = zip(upper.outline, lower.outline, strict=True)
        return max(abs(x - y) for x, y in ends) <= limits.same_extent
    a, b = upper.edges, lower.edges
    return abs(a[0] - b[0]) <= limits.ragged and b[-1] - a[-1] <= limits.ragged


def _without_head(upper: FoundTable, lower: FoundTable, document: Paging) -> FoundTable:
    """The lower part with the repeated head dropped; an aligned part is read again in the upper part's columns where they differ."""
    limits, page = document.limits, document.pages[lower.table.page]
    repeated = _repeated(upper, lower, limits)
    known = not lower.table.header_rows and len(lower.edges) == len(upper.edges)  # read in these columns already
    if not (repeated or lower.drawn or upper.drawn or known):
        words = [word for word in words_of(page) if word.keys[0] in lower.owned]
        lines = [Line(band, runs_of(band, limits)) for band in bands_of(words)]
        levels = [level for level in levels_of(page, limits) if lower.bbox[1] - 3 <= level.y <= lower.bbox[3] + 3]
        lower = found_table(continued_grid(lines, upper.edges, levels, limits), page.page)
        repeated = _repeated(upper, lower, limits)
    return replace(lower, table=_cropped(lower.table, repeated))


def _repeated(upper: FoundTable, lower: FoundTable, limits: Tables) -> int:
    """Number of rows at the top of the lower part that repeat the head, or the row of column numbers under it."""
    a, b = upper.table.rows, lower.table.rows
    most = min(limits.head_rows, len(a) - 1, len(b))
    whole = next((n for n in range(most, 0, -1) if _equal_rows(a[:n], b[:n])), 0)
    if whole:
        return whole
    numbered = [row for row in a[: limits.head_rows] if _are_column_numbers(row)]
    return int(bool(numbered) and bool(b) and _equal_rows(numbered[:1], b[:1]))


def _are_column_numbers(row: Sequence[str]) -> bool:
    """1, 2, 3 and so on: the row under the head that stands for it in later parts."""
    return len(row) > 2 and [text.strip(". ") for text in row] == [str(n) for n in range(1, len(row) + 1)]


def _equal_rows(a: Sequence[Sequence[str]], b: Sequence[Sequence[str]]) -> bool:
    return len(a) == len(b) and [[_plain(x) for x in row] for row in a] == [[_plain(x) for x in row] for row in b]


def _plain(text: str) -> str:
    return re.sub(r"\W+", "", text).lower()


def _cropped(table: Table, rows: int) -> Table:
    spans = tuple(replace(span, row=span.row - rows) for span in table.spans if span.row >= rows)
    return replace(table, rows=table.rows[rows:], spans=spans, header_rows=0)


def _united(upper: FoundTable, lower: FoundTable) -> FoundTable:
    rows, spans = list(upper.table.rows), list(upper.table.spans)
    more, offset = list(lower.table.rows), len(rows)
    if more and _cut_row(rows[-1], more[0]) and not any(span.row == 0 for span in lower.table.spans):
        rows[-1] = tuple(" ".join(part for part in (a, b) if part) for a, b in zip(rows[-1], more.pop(0), strict=True))
        offset -= 1
    spans += [
        CellSpan(row=s.row + offset, column=s.column, rowspan=s.rowspan, colspan=s.colspan) for s in lower.table.spans
    ]
    table = replace(
        upper.table, rows=(*rows, *more), spans=tuple(spans), regions=(*upper.table.regions, *lower.table.regions)
    )
    before = upper.owned_by_page or ((upper.table.page, upper.owned),)
    flags = tuple(dict.fromkeys((*upper.flags, *lower.flags)))
    return replace(
        upper, table=replace(table, flags=flags), flags=flags, owned_by_page=(*before, (lower.table.page, lower.owned))
    )


def _cut_row(last: Sequence[str], first: Sequence[str]) -> bool:
    """The page's first row goes on with the last one of the page before: no first cell, and no column with two values."""
    filled = [(a, b) for a, b in zip(last, first, strict=True) if b]
    if not filled or not last[0] or (first[0] and not first[0][0].islower()):
        return False
    return all(not a or b[0].islower() or _is_rest(a, b) or not (is_value(a) or is_value(b)) for a, b in filled)


def _is_rest(above: str, below: str) -> bool:
    """A number broken between its groups, or the time of the date above."""
    return continues_number(above, below) or is_time_of_date(above.replace(BREAK, "").split()[-1], below)

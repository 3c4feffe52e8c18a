"""What stands on pages and is no text of the document: running lines, page numbers, watermarks."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from ingest_assets.clean.layout.line import Line
from ingest_assets.model import Span
from ingest_assets.thresholds.layout import Layout

_DIGITS = re.compile(r"\d+")
_ROMAN = re.compile(r"[ivxlc]+")
_PAGE_NUMBER = re.compile(
    r"\W*(?:page|p\.|pages?|стр\.?|страница|лист|с\.|seite|s\.|página|pagina|sayfa)?\W*(\d{1,4}|[ivxlc]{1,7})"
    r"(?:\s*(?:/|of|из|von|de|sur|di)\s*\d{1,4})?\W*",
    re.IGNORECASE,
)
_VALUES = {"i": 1, "v": 5, "x": 10, "l": 50, "c": 100}


@dataclass(frozen=True, slots=True)
class Sheet:
    """The segments of one page's main frame. ``height`` in points."""

    page: int
    height: float
    segments: tuple[Line, ...]


Banded = Sequence[tuple[Sheet, Line, str]]


def running_lines(sheets: Sequence[Sheet], body: float, limits: Layout) -> dict[int, str]:
    """Reason (running_header, running_footer, page_number) by ``id`` of the segment (pdf-layout.md section 4)."""
    found: dict[int, str] = {}
    banded = [
        (sheet, segment, band)
        for sheet in sheets
        for segment in sheet.segments
        if (band := _band(sheet, segment, limits))
    ]
    found.update(_numbered_rows(sheets, limits))
    repeated = _repeated(sheets, banded, limits)
    numbers = _page_numbers(sheets, banded, limits)
    for _, segment, band in banded:
        if id(segment) in numbers or ((band, "#") in repeated and segment.text.strip().isdigit()):
            found[id(segment)] = "page_number"
        elif (band, _key(segment.text)) in repeated:
            found[id(segment)] = "running_header" if band == "top" else "running_footer"
    found.update(_in_slots(banded, found, body))
    found.update(_beside(banded, found))
    return found


def _numbered_rows(sheets: Sequence[Sheet], limits: Layout) -> dict[int, str]:
    """The outermost row of pages where it carries their number, at one height, counting with them: heads of chapters change, and wide
    margins put them outside of any band.
    """
    rows: dict[tuple[str, int, int], list[tuple[Line, ...]]] = defaultdict(list)
    for sheet in sheets:
        for side, row in _outermost(sheet):
            text = " ".join(segment.text for segment in sorted(row, key=lambda one: one.x0))
            values = {int(match[1] or match[2]) for match in _AT_AN_END.finditer(text)}
            for value in values:
                rows[side, round(row[0].base), value - sheet.page].append(row)
    found: dict[int, str] = {}
    for (side, base, offset), alike in rows.items():
        near = [row for step in (-1, 0, 1) for row in rows.get((side, base + step, offset), ())]
        if len(near) >= max(NUMBERED_ROWS, limits.running_share * len(sheets) * NUMBERED_SHARE):
            for segment in (one for row in alike for one in row):
                running = "running_header" if side == "top" else "running_footer"
                found[id(segment)] = "page_number" if segment.text.strip().isdigit() else running
    return found


def _outermost(sheet: Sheet) -> list[tuple[str, tuple[Line, ...]]]:
    """The first and the last row of a page, each where it lies in its half."""
    free = [segment for segment in sheet.segments if segment.item is None]
    if not free:
        return []
    first, last = min(free, key=lambda one: one.base), max(free, key=lambda one: one.base)
    return [
        (side, tuple(one for one in free if abs(one.base - edge.base) < SLOT_REACH))
        for side, edge in (("top", first), ("bottom", last))
        if (edge.middle < sheet.height / 2) == (side == "top")
    ]


_AT_AN_END = re.compile(r"^(\d{1,4})(?=\s|$)|(?<=\s)(\d{1,4})$")
NUMBERED_SHARE = 0.25  # of the usual share: left and right pages alternate, and pages that begin a chapter have no head
NUMBERED_ROWS = 4  # pages: a list of so many lines that each begin a page and count with it is none


def _beside(banded: Banded, found: Mapping[int, str]) -> dict[int, str]:
    """What stands in the line of a running text of its own page: chapter titles in body type."""
    running: dict[int, list[tuple[Line, str]]] = defaultdict(list)
    for sheet, segment, _ in banded:
        if found.get(id(segment), "page_number") != "page_number":
            running[sheet.page].append((segment, found[id(segment)]))
    return {
        id(segment): reason
        for sheet, segment, _ in banded
        if id(segment) not in found
        for one, reason in running[sheet.page]
        if _same_slot(one, segment)
    }


def _in_slots(banded: Banded, found: Mapping[int, str], body: float) -> dict[int, str]:
    """Small print, or a number alone, in the line of a running text that stands on other pages: the other header of mirrored pages,
    chapter titles, the roman numbers of the first pages.
    """
    slots = [(band, segment) for _, segment, band in banded if id(segment) in found]
    return {
        id(segment): "page_number" if is_number else "running_header" if band == "top" else "running_footer"
        for sheet, segment, band in banded
        if id(segment) not in found
        and ((is_number := _PAGE_NUMBER.fullmatch(segment.text) is not None) or segment.size < SLOT_SIZE * body)
        and len({one.page for where, one in slots if where == band and _same_slot(one, segment)} - {sheet.page})
        >= SLOT_PAGES
    }


def _same_slot(one: Line, other: Line) -> bool:
    return abs(one.base - other.base) < SLOT_REACH and abs(one.size - other.size) < SAME_SIZE


SLOT_SIZE = 0.93  # of the body size
SLOT_REACH = 1.0  # pt between baselines
SLOT_PAGES = 2  # other pages with a running text there


def _band(sheet: Sheet, segment: Line, limits: Layout) -> str | None:
    share = segment.middle / sheet.height if sheet.height else 0.5
    if segment.item is not None:
        return None
    return "top" if share < limits.band else "bottom" if share > 1 - limits.band else None


def _key(text: str) -> str:
    return _DIGITS.sub("#", " ".join(text.lower().split()))


def _repeated(sheets: Sequence[Sheet], banded: Banded, limits: Layout) -> set[tuple[str, str]]:
    """Keys on enough pages, of all pages or of the odd or even ones; few pages must also agree on the place."""
    places: dict[tuple[str, str], list[tuple[int, Line]]] = defaultdict(list)
    waiting: list[tuple[Sheet, Line, str, list[Line]]] = []
    widths = {id(sheet): _width(sheet) for sheet in sheets if sheet.segments}
    for sheet, segment, band in banded:
        is_prose = segment.x1 - segment.x0 > PROSE_WIDTH * widths[id(sheet)]
        neighbours = _attached(segment, sheet) if is_prose else []
        if neighbours:
            waiting.append((sheet, segment, band, neighbours))
        else:
            places[band, _key(segment.text)].append((sheet.page, segment))
    pages = [sheet.page for sheet in sheets if sheet.segments]
    found = {key for key, hits in places.items() if _is_repeated(key[1], hits, pages, limits)}
    while waiting:  # the outer lines of a running text stand at the step of its inner ones, which are known by now
        free = [one for one in waiting if all((one[2], _key(line.text)) in found for line in one[3])]
        for sheet, segment, band, _ in free:
            places[band, _key(segment.text)].append((sheet.page, segment))
        more = {key for key, hits in places.items() if _is_repeated(key[1], hits, pages, limits)} - found
        if not more:
            break
        found |= more
        gone = {id(segment) for _, segment, _, _ in free}
        waiting = [one for one in waiting if id(one[1]) not in gone]
    return found


def _is_repeated(key: str, hits: Sequence[tuple[int, Line]], pages: Sequence[int], limits: Layout) -> bool:
    on = {page for page, _ in hits}
    if len(on) < 2 or not any(character.isalnum() or character == "#" for character in key):
        return False
    for group in (pages, [p for p in pages if p % 2], [p for p in pages if not p % 2]):
        share = len(on & set(group)) / len(group) if group else 0.0
        if len(on & set(group)) >= 2 and share >= limits.running_share:
            return len(pages) > FEW or _same_place([line for _, line in hits], limits)
    return False


def _width(sheet: Sheet) -> float:
    return max(segment.x1 for segment in sheet.segments) - min(segment.x0 for segment in sheet.segments)


def _attached(segment: Line, sheet: Sheet) -> list[Line]:
    """What makes it a line of a paragraph: lines of its size and left edge that follow (precede) it at a line's step."""
    return [
        other
        for other in sheet.segments
        if other.item is None
        and abs(other.size - segment.size) < SAME_SIZE < abs(other.base - segment.base) < ATTACHED * segment.size
        and abs(other.x0 - segment.x0) < segment.size
        and (other.middle - segment.middle) * (sheet.height / 2 - segment.middle) > 0
    ]


PROSE_WIDTH = 0.6  # of the text width: shorter lines of two lines at one step are headers of two lines
ATTACHED = 1.6  # em: steps inside a paragraph are 1.1-1.5

FEW = 3  # pages up to which a running line must also agree on place and size (pdf-layout.md section 4, rule 2)


def _same_place(lines: Sequence[Line], limits: Layout) -> bool:
    """Equal left edge, right edge or middle, equal height and size."""
    first = lines[0]
    reach = limits.running_place
    return all(
        abs(line.size - first.size) < SAME_SIZE
        and abs(line.base - first.base) <= reach
        and min(abs(line.x0 - first.x0), abs(line.x1 - first.x1), abs(line.x0 + line.x1 - first.x0 - first.x1) / 2)
        <= reach
        for line in lines
    )


SAME_SIZE = 0.5  # pt: sizes of one style differ by rounding


def _page_numbers(sheets: Sequence[Sheet], banded: Banded, limits: Layout) -> set[int]:
    """Numbers alone in a band that rise with the page: those of the commonest difference between number and page."""
    offsets: dict[tuple[str, int], list[Line]] = defaultdict(list)
    for sheet, segment, band in banded:
        match = _PAGE_NUMBER.fullmatch(segment.text)
        if match:
            offsets[band, _value(match[1]) - sheet.page].append(segment)
    least = max(2, round(limits.running_share * len(sheets) / 2)) if len(sheets) > 1 else 1
    found: set[int] = set()
    for (_, offset), lines in offsets.items():
        if len(lines) >= least or (len(sheets) == 1 and offset == 0):
            found.update(id(line) for line in lines)
    return found


def _value(number: str) -> int:
    if number.isdigit():
        return int(number)
    values = [_VALUES[letter] for letter in number.lower()]
    return sum(-a if b > a else a for a, b in zip(values, [*values[1:], 0], strict=True))


def watermarks(
    leaning: Iterable[tuple[int, Span]], sheets: Sequence[Sheet], body: float, limits: Layout
) -> tuple[list[tuple[int, Span]], set[int]]:
    """Marks laid across the text: (page, span) of leaning ones, and ``id`` of huge light upright segments that cross lines."""
    marks = [(page, span) for page, span in leaning if span.size > body]
    large = [
        (segment, _crosses(segment, sheet.segments))
        for sheet in sheets
        for segment in sheet.segments
        if segment.item is None and segment.size >= limits.watermark_size * body
    ]
    known = [segment for segment, crosses in large if crosses]
    crossing = {id(segment) for segment, _ in large if any(_is_same_mark(segment, mark) for mark in known)}
    return marks, crossing


def _is_same_mark(segment: Line, mark: Line) -> bool:
    """The same words at the same place: a mark of all pages also stands where a last page has no text."""
    return segment is mark or (segment.text == mark.text and _same_slot(segment, mark))


def _crosses(mark: Line, segments: Sequence[Line]) -> bool:
    under = [s for s in segments if s is not mark and s.size < mark.size / 2 and _overlap(mark, s)]
    return len(under) >= CROSSED


CROSSED = 2  # lines of text that a mark must overlap; a big initial touches lines beside it, none below its ink


def _overlap(one: Line, other: Line) -> bool:
    wide = min(one.x1, other.x1) - max(one.x0, other.x0)
    low = min(one.base, other.base) - max(one.base - one.size * 0.7, other.top)
    return wide > other.size and low > 0.3 * (other.bottom - other.top)

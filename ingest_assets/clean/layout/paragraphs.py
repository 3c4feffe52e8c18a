"""Lines of a column to paragraphs, and paragraphs over columns and pages."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from statistics import median

from ingest_assets.clean.layout.columns import Column
from ingest_assets.clean.layout.line import RAISED, Line
from ingest_assets.clean.layout.markers import (
    ends_clause,
    ends_sentence,
    has_leaders,
    is_named_division,
    list_mark,
    numbering,
    starts_lower,
)
from ingest_assets.thresholds.layout import Layout


@dataclass(frozen=True, slots=True)
class Paragraph:
    """Lines that belong together. ``x0`` and ``x1`` are the edges of the column of its first line; ``space`` is the gap above, in
    line steps (large at the top of a column). ``column`` counts the columns of the document."""

    lines: tuple[Line, ...]
    column: int
    x0: float
    x1: float
    space: float
    side: bool = False
    placed: bool = False

    @property
    def page(self) -> int:
        """Page of its first line."""
        return self.lines[0].page

    @property
    def size(self) -> float:
        """Type size of its first line."""
        return self.lines[0].size

    @property
    def first(self) -> str:
        """Text of its first line."""
        return self.lines[0].text

    @property
    def last(self) -> Line:
        """Its last line."""
        return self.lines[-1]


class Steps:
    """Usual distance of baselines for each type size of the document, in points."""

    def __init__(self, columns: Sequence[Column]) -> None:
        found: dict[float, list[float]] = defaultdict(list)
        for column in columns:
            for above, below in zip(column.lines, column.lines[1:], strict=False):
                step = below.base - above.base
                if _same_size(above, below, SIZE_REACH) and 0 < step < WIDEST_STEP * above.size:
                    found[round(above.size)].append(step)
        self._body = max(found, key=lambda size: len(found[size]), default=0.0)
        self.usual = {size: median(sorted(steps)[: max(1, len(steps) * 3 // 4)]) for size, steps in found.items()}

    @property
    def body(self) -> float:
        """Type size of most lines that stand below each other."""
        return self._body

    def of(self, line: Line) -> float:
        """The step of lines of this size; 1.25 em where the document has no two such lines."""
        return self.usual.get(round(line.size), DEFAULT_STEP * line.size)


SIZE_REACH = 0.08
OCR_REACH = 0.3  # OCR measures sizes by ink: lines without tall letters look smaller by a quarter
WIDEST_STEP = 2.2  # em: double-spaced text steps by 2.0-2.1 em, further lines are no neighbours
DEFAULT_STEP = 1.25  # em: setters' usual 1.2 to 1.3


def _same_size(one: Line, other: Line, reach: float) -> bool:
    if one.route == other.route == "ocr":
        reach = OCR_REACH
    return abs(one.size - other.size) <= reach * max(one.size, other.size)


def paragraphs_of(column: Column, number: int, steps: Steps, limits: Layout) -> list[Paragraph]:
    """Paragraphs of one column, from top to bottom."""
    groups: list[list[Line]] = []
    right = _right_edge(column)
    for line in column.lines:
        if not groups or _is_new(groups[-1], line, right, steps, limits):
            groups.append([line])
        else:
            groups[-1].append(line)
    out: list[Paragraph] = []
    above: Line | None = None
    for group in groups:
        space = FAR if above is None else (group[0].base - above.base) / max(steps.of(group[0]), 1.0)
        out.append(Paragraph(tuple(group), number, column.x0, right, space, column.side, column.placed))
        above = group[-1]
    return out


FAR = 9.0  # line steps: nothing stands above


def _right_edge(column: Column) -> float:
    """Where full lines end: the furthest right edge that is not one overlong line's."""
    edges = sorted((line.x1 for line in column.lines if line.item is None), reverse=True)
    if len(edges) < OUTLIER_LINES:
        return column.x1
    return edges[1] if edges[0] - edges[1] > column.lines[0].size else edges[0]


OUTLIER_LINES = 6  # lines a column must have before its longest one is doubted


def _is_new(group: Sequence[Line], line: Line, right: float, steps: Steps, limits: Layout) -> bool:
    above = group[-1]
    if above.item is not None or line.item is not None:
        return True
    if not _same_size(above, line, limits.size_change):
        return not _changes_size_inside(above, line, right, steps, limits)
    step = line.base - above.base
    if step > limits.paragraph_gap * steps.of(line) or step < 0:
        return not (0 < step <= HEADING_STEP * line.size and _fills_heading(group, line, right))
    if above.mono != line.mono or has_leaders(above.text) or has_leaders(line.text):
        return True
    ended = is_short(above, line, right)
    if _starts_item(above, line, ended=ended):
        return True
    goes_on = (starts_lower(line.text) and not ends_clause(above.text)) or _is_broken_word(above.text)
    if _wraps_heading(group, line, right, steps):
        return False
    if above.bold != line.bold:
        return not (goes_on and not ended)
    if ended and not goes_on:
        return not _is_centered_pair(above, line)
    return _is_indented(group, line, limits, goes_on=goes_on, ended=ended)


def _changes_size_inside(above: Line, line: Line, right: float, steps: Steps, limits: Layout) -> bool:
    """A sentence that goes on in another size: a full line without an end mark, and the next one starts with a small letter."""
    step = line.base - above.base
    near = 0 < step <= limits.paragraph_gap * max(steps.of(above), steps.of(line))
    aligned = abs(line.x0 - above.x0) < limits.indent_high * line.size
    goes_on = starts_lower(line.text) and list_mark(line.text) is None and not ends_clause(above.text)
    return near and aligned and goes_on and not is_short(above, line, right)


def _is_broken_word(text: str) -> bool:
    return text[-1:] in {"-", "\u2010", "\u00ad"} and text[-2:-1].isalnum()


def is_short(line: Line, below: Line, right: float) -> bool:
    """True when the first word below would have fitted on the line: its paragraph ended there."""
    word = below.text.split(" ", 1)[0]
    width = (below.x1 - below.x0) * len(word) / max(1, len(below.text))
    return right - line.x1 > width + FIT_BLANK * line.size


FIT_BLANK = 0.6  # em: a blank and the rounding of a width taken by equal shares


def _starts_item(above: Line, line: Line, *, ended: bool) -> bool:
    if line.text.startswith(RAISED) or _GLUED_MARK.match(line.text):
        return ended or ends_sentence(above.text)
    if list_mark(line.text) is None:
        return False
    moved = abs(line.x0 - above.x0) > MOVED * line.size
    return ended or moved or ends_clause(above.text) or list_mark(above.text) is not None


_GLUED_MARK = re.compile(r"\d{1,3}(?=[A-ZА-ЯЁ«])")  # the number of a footnote, set without a blank

MOVED = 0.4  # em: marks of a list hang out by more, lines of a paragraph stand within


def _is_centered_pair(above: Line, line: Line) -> bool:
    return abs(above.x0 + above.x1 - line.x0 - line.x1) < line.size and abs(above.x0 - line.x0) > MOVED * line.size


def _wraps_heading(group: Sequence[Line], line: Line, right: float, steps: Steps) -> bool:
    """Lines of one heading, bold or larger than the text: setters do not fill them, so a short line does not end it."""
    first, above = group[0], group[-1]
    stands_out = (above.bold and line.bold) or min(above.size, line.size) > HEADING_SIZE * steps.body
    if not stands_out or len(group) > HEADING_LINES or ends_clause(above.text) or _starts_division(line.text):
        return False
    return above.x1 - above.x0 > HEADING_WIDTH * (right - min(first.x0, line.x0))


def _fills_heading(group: Sequence[Line], line: Line, right: float) -> bool:
    """Bold lines further apart than the text's: one heading where the upper line was full, not where it ended early."""
    above = group[-1]
    if not (above.bold and line.bold) or len(group) > HEADING_LINES or ends_clause(above.text):
        return False
    return not _starts_division(line.text) and not is_short(above, line, right)


HEADING_STEP = 2.0  # em: offices set headings at one and a half lines, 1.73 em, above text that is set closer
HEADING_SIZE = 1.12  # of the body size (pdf-layout.md section 5.1)
HEADING_LINES = 3
HEADING_WIDTH = 0.5  # of the column: shorter lines are headings of their own


def _starts_division(text: str) -> bool:
    return numbering(text) is not None or is_named_division(text) or list_mark(text) is not None


def _is_indented(group: Sequence[Line], line: Line, limits: Layout, *, goes_on: bool, ended: bool) -> bool:
    """An indent starts a paragraph, unless it hangs; coming back from a hanging indent starts one too."""
    above = group[-1]
    shift = line.x0 - above.x0
    low = limits.indent_low * line.size
    if shift > low:
        hangs = len(group) == 1 and (list_mark(above.text) is not None or above.text.startswith(RAISED))
        full = not ended and not ends_sentence(above.text)
        return not (hangs or full or goes_on)
    if shift < -low:
        first_line = len(group) == 1 and list_mark(above.text) is None
        return not (first_line or goes_on)
    return False


def with_wrapped_headings(paragraphs: Sequence[Paragraph], steps: Steps) -> list[Paragraph]:
    """Headings that a page or column end cuts put together: bold or large type that goes on with a small letter."""
    out: list[Paragraph] = []
    for paragraph in paragraphs:
        if out and out[-1].column != paragraph.column and _is_cut_heading(out[-1], paragraph, steps):
            out[-1] = replace(out[-1], lines=out[-1].lines + paragraph.lines)
        else:
            out.append(paragraph)
    return out


def _is_cut_heading(before: Paragraph, after: Paragraph, steps: Steps) -> bool:
    lines = (*before.lines, *after.lines)
    if len(lines) > HEADING_LINES or before.side or after.side or any(line.item is not None for line in lines):
        return False
    bold = all(line.bold for line in lines)
    large = min(line.size for line in lines) > HEADING_SIZE * steps.body
    alike = _same_size(before.last, after.lines[0], SIZE_REACH)
    return (bold or large) and alike and starts_lower(after.first) and not ends_clause(before.last.text)


def joined_over_columns(paragraphs: Sequence[Paragraph], plain: set[int], limits: Layout) -> list[Paragraph]:
    """Sentences that go on in the next column or on the next page are put together; ``plain`` holds the ``id`` of running text.

    Floats between the two halves (tables, captions, notes) stand after the joined paragraph.
    """
    out: list[Paragraph] = []
    opened: int | None = None
    names = Names(paragraphs)
    for paragraph in paragraphs:
        is_plain = id(paragraph) in plain
        if is_plain and opened is not None and _goes_on(out[opened], paragraph, names, limits):
            out[opened] = replace(
                out[opened], lines=out[opened].lines + paragraph.lines, column=paragraph.column, x1=paragraph.x1
            )
            plain.add(id(out[opened]))
            continue
        out.append(paragraph)
        if is_plain:
            opened = len(out) - 1
        elif paragraph.lines[0].item is None and id(paragraph) not in plain and _is_stop(paragraph):
            opened = None
    return out


def _is_stop(paragraph: Paragraph) -> bool:
    """Larger type than a note's between two halves is a heading or an item: nothing goes on across it."""
    return paragraph.size >= paragraph.last.size and paragraph.lines[0].bold


def _goes_on(before: Paragraph, after: Paragraph, names: Names, limits: Layout) -> bool:
    line, start = before.last, after.lines[0]
    if before.column == after.column or not _same_size(line, start, limits.size_change) or line.bold != start.bold:
        return False
    hyphen = line.text.endswith(("-", "\u00ad", "\u2010"))
    if ends_sentence(line.text) and not hyphen:
        return False
    if before.x1 - line.x1 > limits.short_line * (before.x1 - before.x0):
        return False
    if hyphen or starts_lower(start.text):
        return True
    return _is_open(line.text) and (line.page == start.page or _may_continue(start.text, names))


def _may_continue(text: str, names: Names) -> bool:
    """A number or a name may stand inside a sentence; over a page end, any other capital starts a text of its own."""
    if text[:1].isdigit():
        letter = next((character for character in text if character.isalpha()), "")
        return list_mark(text) is None and letter.islower()
    word = _FIRST_WORD.match(text)
    return word is not None and word[1] in names


_FIRST_WORD = re.compile(r"[«“\"(]?(\w[\w'’-]*)")
_NAME = re.compile(r"(?:(?<=[a-zа-яё]\s)|(?<=[a-zа-яё],\s))[A-ZА-ЯЁ][\w'’-]*")


class Names:
    """Words that the document writes with a capital inside its sentences; looked for when somebody asks."""

    def __init__(self, paragraphs: Sequence[Paragraph]) -> None:
        self._paragraphs = paragraphs

    def __contains__(self, word: str) -> bool:
        return word in self.found

    @cached_property
    def found(self) -> frozenset[str]:
        """All of them."""
        lines = (line.text for paragraph in self._paragraphs for line in paragraph.lines)
        return frozenset(name for text in lines for name in _NAME.findall(text))


def _is_open(text: str) -> bool:
    """A line that cannot end a sentence: it ends with a comma, an opening mark or a small word."""
    words = text.split()
    return text.endswith((",", "(", "«", "“")) or bool(words and len(words[-1]) <= SMALL_WORD and words[-1].islower())


SMALL_WORD = 3  # letters: articles, prepositions, conjunctions

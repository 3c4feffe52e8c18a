"""Hebrew and Arabic lines: their glyphs by place, whatever order the file has them in, and from there to the order of the text."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any

from ingest_assets.pdf.bidi import (
    CLOSING,
    MIRRORED,
    OPENING,
    Placed,
    has_leftward,
    is_arabic_letter,
    logical_order,
    plain_letters,
    runs_left,
)
from ingest_assets.pdf.glyph_clusters import Glyph, glyphs_of

LINKED = 0.3  # em: the engine ends a line where the direction turns; its parts touch, columns and cells do not
BASELINE = 0.2  # em between the baselines of such parts
BLANK_GAP = 0.15  # em: wider gaps between glyphs are blanks (pdf-layout.md section 3.5)
UNMAPPED = "\ufffd"
STROKES = 3  # fewer unmapped glyphs of a page may be letters that never ended a word
SLACK = 0.5  # pt: a blank may reach under the letters at its sides
FEW = 20  # letters of a paragraph beyond the others that decide its direction
NEXT_LINE = 2.5  # em to the lines that help to decide it
CELL_GAP = 0.5  # em: cells of one row stand no nearer; gaps between words reach it only where a blank is stretched
JUMP = 1.3  # em: wider gaps part phrases even where the file has a blank; justified blanks beside Latin words reach 1.0


@dataclass(slots=True)
class Strand:
    """Lines of the engine that follow each other on one baseline. ``balance``: letters that run to the left less those that do not."""

    direction: tuple[float, float]
    across: float
    size: float
    glyphs: list[Glyph]
    numbers: tuple[int, ...]
    block: int
    balance: int

    @property
    def start(self) -> float:
        """Where the first glyph starts."""
        return self.glyphs[0].start

    @property
    def end(self) -> float:
        """Where the last glyph ends."""
        return max(glyph.end for glyph in self.glyphs)


Word = tuple[str, float, float]
"""A blank-separated word with its extent along the line."""


@dataclass(frozen=True, slots=True)
class Phrase:
    """Words of one font run in the order of the text. ``number`` is the place of its first line among the engine's lines."""

    number: int
    run: dict[str, Any]
    direction: tuple[float, float]
    words: tuple[Word, ...]
    trailing: bool


def leftward_phrases(textpage: Any) -> tuple[list[Phrase], set[int]]:
    """Phrases of all lines of right-to-left paragraphs, and the numbers of the engine's lines (counted over the page) that they replace."""
    strands = list(_strands(textpage))
    balance: dict[int, int] = defaultdict(int)
    for strand in strands:
        balance[strand.block] += strand.balance
    page = sum(balance.values())
    taken = [
        (row, leftwards)
        for group in _joined(strands)
        if (leftwards := _direction(group, strands, balance, page)) is not None
        for row in _parted(group)
    ]
    _drop_strokes([row for row, _ in taken])
    ordered = [(row, logical_order([glyph.text for glyph in row.glyphs], leftwards=base)) for row, base in taken]
    mirrored = _are_mirrored(ordered)
    phrases = [phrase for row, order in ordered for phrase in _phrases(row, order, mirrored=mirrored)]
    return phrases, {number for row, _ in taken for number in row.numbers}


def _strands(textpage: Any) -> Iterator[Strand]:
    """All lines of the page, numbered as they come."""
    number = 0
    for block in textpage.extractRAWDICT()["blocks"]:
        for line in block.get("lines", ()):
            cos, sin = line["dir"]
            glyphs = glyphs_of(line)
            if glyphs:
                x, y = line["spans"][0]["origin"]
                yield Strand(
                    direction=line["dir"],
                    across=y * cos - x * sin,
                    size=max(span["size"] for span in line["spans"]),
                    glyphs=sorted(glyphs, key=lambda glyph: glyph.start),
                    numbers=(number,),
                    block=block["number"],
                    balance=runs_left("".join([glyph.text for glyph in glyphs])),
                )
            number += 1


def _joined(strands: Sequence[Strand]) -> list[Strand]:
    """Parts of one line put together: the engine ends a line where the direction turns."""
    open_lines: list[Strand] = []
    for strand in sorted(strands, key=lambda one: (round(one.across), one.start)):
        before = next((line for line in open_lines if _links(line, strand)), None)
        if before is None:
            open_lines.append(strand)
            continue
        before.glyphs = sorted([*before.glyphs, *strand.glyphs], key=lambda glyph: glyph.start)
        before.numbers += strand.numbers
        before.balance += strand.balance
    return open_lines


def _links(line: Strand, strand: Strand) -> bool:
    reach = LINKED * max(line.size, strand.size)
    level = abs(line.across - strand.across) <= BASELINE * max(line.size, strand.size)
    return level and line.direction == strand.direction and -reach <= strand.start - line.end <= reach


def _direction(line: Strand, strands: Sequence[Strand], balance: dict[int, int], page: int) -> bool | None:
    """True for a line of a paragraph that runs to the left, False for one that runs to the right and holds words that do not, else None.

    Most letters of the paragraph decide, where these are few those of the lines beside it as well, then the page: lines full of Latin names
    occur in every Hebrew paragraph. A line with leftward words at both ends is one, whatever stands between them.
    """
    ends = [runs_left(glyph.text) for glyph in line.glyphs if runs_left(glyph.text)]
    if ends and ends[0] > 0 and ends[-1] > 0:
        return True
    around = balance[line.block]
    if abs(around) <= FEW:
        around += sum(one.balance for one in strands if one.block != line.block and _is_beside(one, line))
    if (around or page) > 0:
        return True
    return False if any(has_leftward(glyph.text) for glyph in line.glyphs) else None


def _is_beside(one: Strand, line: Strand) -> bool:
    near = abs(one.across - line.across) < NEXT_LINE * line.size and one.direction == line.direction
    return near and one.start < line.end and one.end > line.start


def _parted(line: Strand) -> Iterator[Strand]:
    """The line cut at gaps wider than a blank, where cells and columns end: a gap without a blank of the file is one sooner."""
    row: list[Glyph] = []
    for glyph in _with_blanks(line.glyphs, line.size):
        if row and glyph.start - row[-1].end > CELL_GAP * line.size:
            yield replace(line, glyphs=row)
            row = []
        row.append(glyph)
    if row:
        yield replace(line, glyphs=row)


def _with_blanks(glyphs: Sequence[Glyph], size: float) -> Iterator[Glyph]:
    """The glyphs with one blank where there is a gap; blanks of the file that lie over letters are none."""
    letters = [glyph for glyph in glyphs if not glyph.text.isspace()]
    blanks = [glyph.middle for glyph in glyphs if glyph.text.isspace() and not glyph.invented]
    for index, glyph in enumerate(letters):
        before = letters[index - 1] if index else None
        if before is not None and _is_blank_between(before, glyph, blanks, size):
            gap = glyph.start - before.end
            if gap <= (JUMP if _has_blank(before, glyph, blanks) else CELL_GAP) * size:
                yield Glyph(" ", before.end, glyph.start, before.run)
        yield glyph


def _is_blank_between(before: Glyph, glyph: Glyph, blanks: Sequence[float], size: float) -> bool:
    return glyph.start - before.end > BLANK_GAP * size or _has_blank(before, glyph, blanks)


def _has_blank(before: Glyph, glyph: Glyph, blanks: Sequence[float]) -> bool:
    return any(
        before.middle < blank < glyph.middle and before.end - SLACK <= blank <= glyph.start + SLACK for blank in blanks
    )


def _drop_strokes(rows: Sequence[Strand]) -> None:
    """Take out the strokes that widen Arabic words to fill a line, where the file does not name them, or wrongly (office programs).

    They are unmapped glyphs of one width that stand nowhere but between two Arabic letters: an unmapped letter would end words as well.
    """
    unmapped = [(row, index) for row in rows for index, glyph in enumerate(row.glyphs) if glyph.text == UNMAPPED]
    widths = {
        round((row.glyphs[at].end - row.glyphs[at].start) / row.glyphs[at].run["size"], 1) for row, at in unmapped
    }
    named = len(unmapped) < STROKES or len(widths) > 1 or not all(_is_inside(row.glyphs, at) for row, at in unmapped)
    for row in rows:
        row.glyphs = [
            glyph
            for at, glyph in enumerate(row.glyphs)
            if not ((glyph.text == UNMAPPED and not named) or (glyph.text.isalpha() and _is_alone(row.glyphs, at)))
        ]


def _is_inside(glyphs: Sequence[Glyph], at: int) -> bool:
    """True between two Arabic letters, other unmapped glyphs aside."""
    before = next((glyph for glyph in reversed(glyphs[:at]) if glyph.text != UNMAPPED), None)
    after = next((glyph for glyph in glyphs[at + 1 :] if glyph.text != UNMAPPED), None)
    return before is not None and after is not None and is_arabic_letter(before.text) and is_arabic_letter(after.text)


def _is_alone(glyphs: Sequence[Glyph], at: int) -> bool:
    """True for one letter of another script inside an Arabic word, which no writing has."""
    return not is_arabic_letter(glyphs[at].text) and glyphs[at].text.isascii() and _is_inside(glyphs, at)


def _are_mirrored(ordered: Sequence[tuple[Strand, list[Placed]]]) -> bool:
    """True when the file names the shapes of its brackets, not their meaning: then most pairs of leftward text come closed before opened."""
    right = wrong = 0
    for row, order in ordered:
        text = "".join(row.glyphs[index].text for index, leftwards in order if leftwards)
        for opening, closing in zip(OPENING, CLOSING, strict=True):
            first, last = text.find(opening), text.rfind(closing)
            if first >= 0 and last >= 0:
                right += first < last
                wrong += first > last
    return wrong > right


def _phrases(row: Strand, order: Sequence[Placed], *, mirrored: bool) -> Iterator[Phrase]:
    """The row in the order of its text, cut where the font changes."""
    run: list[tuple[Glyph, str]] = []
    for index, leftwards in order:
        glyph = row.glyphs[index]
        text = glyph.text.translate(MIRRORED) if mirrored and leftwards else glyph.text
        if run and not glyph.text.isspace() and _style(glyph) != _style(run[0][0]):
            yield _phrase(row, run)
            run = []
        if run or not glyph.text.isspace():
            run.append((glyph, text))
    if run:
        yield _phrase(row, run)


def _style(glyph: Glyph) -> tuple[object, ...]:
    run = glyph.run
    return (run["font"], round(run["size"], 1), run["color"], run["flags"], run["alpha"])


def _phrase(row: Strand, run: Sequence[tuple[Glyph, str]]) -> Phrase:
    words: list[Word] = []
    parts: list[tuple[Glyph, str]] = []
    for glyph, text in (*run, (Glyph(" ", 0.0, 0.0, {}), " ")):
        if not text.isspace():
            parts.append((glyph, text))
        elif parts:
            letters = plain_letters("".join(part for _, part in parts))
            words.append((letters, min(g.start for g, _ in parts), max(g.end for g, _ in parts)))
            parts = []
    return Phrase(row.numbers[0], run[0][0].run, row.direction, tuple(words), run[-1][1].isspace())

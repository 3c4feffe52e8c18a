"""Phrases with the extent of each word: what MuPDF reads, split where a gap is wider than a blank."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterator
from dataclasses import replace
from functools import cache
from itertools import count
from sys import intern
from typing import Any, NamedTuple

import pymupdf

from ingest_assets.model import BBox, Span
from ingest_assets.pdf.bidi import has_leftward
from ingest_assets.pdf.drawings import displayed
from ingest_assets.pdf.glyphs import GLUED_LETTERS, lost_blanks
from ingest_assets.pdf.hidden import FILLED_OR_STROKED, unpainted
from ingest_assets.pdf.right_to_left import Phrase, leftward_phrases

# Without TEXT_CID_FOR_UNKNOWN_UNICODE an unmapped glyph reads as U+FFFD, not as nonsense (triage-ocr.md section 2).
# Without TEXT_MEDIABOX_CLIP text off the page and outside clip paths is read as well (clipped.py asks for both).
UNWANTED = pymupdf.TEXT_CID_FOR_UNKNOWN_UNICODE | pymupdf.TEXT_PRESERVE_LIGATURES | pymupdf.TEXT_MEDIABOX_CLIP
TEXT_FLAGS = pymupdf.TEXTFLAGS_TEXT & ~UNWANTED
WIDE_GAP = 0.9  # em: MuPDF itself ends a line at 0.8 em; justified blanks stay below
BLANK_RUN_GAP = 0.5  # em: two and more blanks are a jump when they are at least two ordinary blanks wide
BOLD, ITALIC, STROKED_BOLD = pymupdf.TEXT_FONT_BOLD, pymupdf.TEXT_FONT_ITALIC, pymupdf.mupdf.FZ_STEXT_BOLD
SAME_LEVEL = 0.02  # em: baselines of one line differ by rounding
UPRIGHT = (1.0, 0.0)
STRAIGHT = 0.02  # sine: text that leans less (about one degree) counts as upright
UNSEEN = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\u200b\u2060\ufeff]")
TOKEN = re.compile(r"\S+")


class Token(NamedTuple):
    """A blank-separated word of one font run; ``start`` and ``end`` along the writing direction."""

    text: str
    start: float
    end: float
    before: str  # the blanks before it


def read_spans(textpage: Any, matrix: Any) -> tuple[Span, ...]:
    """Spans of a page in the engine's order. ``matrix`` is the rotation matrix, or None when the page is upright."""
    words: dict[tuple[int, int], list[Any]] = defaultdict(list)
    longest = 0
    foreign: list[str] = []
    for word in textpage.extractWORDS():
        words[word[5], word[6]].append(word)
        longest = max(longest, len(word[4]))
        if not word[4].isascii():
            foreign.append(word[4])
    if foreign and has_leftward("".join(foreign)):
        return _with_leftward(textpage, words, matrix)
    blocks = textpage.extractDICT()["blocks"]
    restored = lost_blanks(textpage, blocks) if longest >= GLUED_LETTERS else {}
    spans: list[Span] = []
    order = count()
    for block in blocks:
        for number, line in enumerate(block.get("lines", ())):
            found = words.get((block["number"], number), [])
            if not line["spans"]:  # the engine drops glyphs without a box and keeps their line
                continue
            text = line["spans"][0]["text"]
            if not restored and matrix is None and _is_plain(line, text, found):
                spans.append(_plain_span(line["spans"][0], text, found, next(order)))
            elif not restored and matrix is None and _is_even(line, found):
                spans.extend(_even_spans(line["spans"], found, order))
            else:
                spans.extend(_line_spans(line, found, restored, matrix, order))
    return tuple(spans)


def _with_leftward(textpage: Any, words: dict[tuple[int, int], list[Any]], matrix: Any) -> tuple[Span, ...]:
    """Spans of a page with right-to-left text: its lines are read glyph by glyph, other lines as on any page."""
    phrases, taken = leftward_phrases(textpage)
    waiting: dict[int, list[Phrase]] = defaultdict(list)
    for phrase in phrases:
        waiting[phrase.number].append(phrase)
    spans: list[Span] = []
    order, lines = count(), count()
    for block in textpage.extractDICT()["blocks"]:
        for number, line in enumerate(block.get("lines", ())):
            place = next(lines)
            if place not in taken and line["spans"]:
                found = words.get((block["number"], number), [])
                spans.extend(_line_spans(line, found, {}, matrix, order))
            for phrase in waiting.get(place, ()):
                text = " ".join(word for word, _, _ in phrase.words) + (" " if phrase.trailing else "")
                extents = tuple((start, end) for _, start, end in phrase.words)
                spans.append(_span(text, extents, [phrase.run], phrase.direction, matrix, order))
    return tuple(spans)


def _line_spans(
    line: dict[str, Any], words: list[Any], restored: dict[Any, Any], matrix: Any, order: Iterator[int]
) -> Iterator[Span]:
    direction = line["dir"]
    text = "".join([span["text"] for span in line["spans"]])
    if id(line) not in restored and _is_plain(line, text, words):
        extents = tuple([(word[0], word[2]) for word in words])
        yield _span(
            text.strip() + (" " if text[-1].isspace() else ""), extents, line["spans"], direction, matrix, order
        )
        return
    places = restored.get(id(line)) or Extents(text, words, direction)
    offset = 0
    for run in _same_font(line["spans"], upright=direction == UPRIGHT):
        run_text = "".join(span["text"] for span in run)
        tokens = _tokens(run_text, offset, places)
        offset += len(run_text)
        trailing = run_text[-1:].isspace()
        phrases = list(_phrases(tokens, run[0]["size"]))
        for index, phrase in enumerate(phrases):
            last = index == len(phrases) - 1
            extents = tuple((token.start, token.end) for token in phrase)
            yield _span(_text_of(phrase) + (" " if last and trailing else ""), extents, run, direction, matrix, order)


def _plain_span(run: dict[str, Any], text: str, words: list[Any], order: int) -> Span:
    """The span of a plain line (see ``_is_plain``) of an upright page: most lines of most files come this way."""
    _, y0, _, y1 = run["bbox"]
    extents = tuple([(word[0], word[2]) for word in words])
    start, end = min(extents)[0], max([extent[1] for extent in extents])
    shown = text.strip() + (" " if text[-1].isspace() else "")
    flags = run["flags"]
    return Span(
        text=shown if shown.isprintable() else UNSEEN.sub("", shown),
        bbox=(start, y0, end, y1),
        origin=(start, run["origin"][1]),
        size=run["size"],
        font=intern(run["font"]),
        bold=bool(flags & BOLD or run.get("char_flags", 0) & STROKED_BOLD) or _is_bold_name(run["font"]),
        italic=bool(flags & ITALIC),
        color=run["color"],
        direction=UPRIGHT,
        words=extents if len(extents) > 1 else (),
        order=order,
        hidden=unpainted(run),
    )


def _is_even(line: dict[str, Any], words: list[Any]) -> bool:
    """True for an upright line in one font whose words stand one blank apart, whatever the width of the blanks."""
    first, *more = line["spans"]
    if line["dir"] != UPRIGHT or not words:
        return False
    style = _style(first) if more else ()
    if any(_style(span) != style for span in more):
        return False
    text = first["text"] if not more else "".join([span["text"] for span in line["spans"]])
    return " ".join([word[4] for word in words]) == text.strip()


def _even_spans(runs: list[dict[str, Any]], words: list[Any], order: Iterator[int]) -> Iterator[Span]:
    """The phrases of an even line (see ``_is_even``)."""
    first = runs[0]
    if len(runs) > 1:
        boxes = [run["bbox"] for run in runs]
        first = {**first, "bbox": (0.0, min([box[1] for box in boxes]), 0.0, max([box[3] for box in boxes]))}
    widest = WIDE_GAP * first["size"]
    group = words[:1]
    for word in words[1:]:
        before = group[-1]
        if max(word[0] - before[2], before[0] - word[2]) > widest:
            yield _plain_span(first, " ".join([one[4] for one in group]), group, next(order))
            group = []
        group.append(word)
    trailing = " " if runs[-1]["text"][-1:].isspace() else ""
    yield _plain_span(first, " ".join([one[4] for one in group]) + trailing, group, next(order))


def _style(span: dict[str, Any]) -> tuple[Any, ...]:
    painted = span.get("char_flags", 0) & FILLED_OR_STROKED
    return (span["font"], span["size"], span["color"], span["flags"], span["alpha"], span["origin"][1], painted)


def _is_plain(line: dict[str, Any], text: str, words: list[Any]) -> bool:
    """True for an upright line in one font without jumps, as nearly every line is: no closer look is needed."""
    spans = line["spans"]
    if len(spans) != 1 or line["dir"] != UPRIGHT or not words or text.split() != [word[4] for word in words]:
        return False
    reach = BLANK_RUN_GAP * spans[0]["size"]
    end = words[0][0]
    for word in words:
        if not -reach < word[0] - end < reach:
            return False
        end = word[2]
    return "  " not in text


def _same_font(spans: list[dict[str, Any]], *, upright: bool) -> Iterator[list[dict[str, Any]]]:
    """Neighbouring runs of one font, size, colour and baseline: the engine cuts them at invented blanks."""
    group: list[dict[str, Any]] = []
    key: tuple[Any, ...] = ()
    for span in spans:
        if len(spans) > 1:
            if upright and span["text"][0] == " ":
                _level(span, spans)
            own = _key(span)
            if group and own != key:
                yield group
                group = []
            key = own
        group.append(span)
    if group:
        yield group


def _level(span: dict[str, Any], line: list[dict[str, Any]]) -> None:
    """Give a run that starts with an invented blank the baseline of its letters: the blank has that of the index before it.

    The box encloses both, so that one of its edges is the blank's and the other the letters', whose baseline other runs of the line share.
    """
    (x0, y0, x1, y1), size, base = span["bbox"], span["size"], span["origin"][1]
    above, below, reach = y0 + span["ascender"] * size, y1 + span["descender"] * size, SAME_LEVEL * size
    if below - above < 2 * reach or min(abs(base - above), abs(base - below)) > reach:
        return
    base = above if abs(base - below) <= reach else below
    if any(abs(one["origin"][1] - base) <= reach and one["text"][0] != " " for one in line):
        span["origin"] = (span["origin"][0], base)
        span["bbox"] = (x0, base - span["ascender"] * size, x1, base - span["descender"] * size)


def _key(span: dict[str, Any]) -> tuple[Any, ...]:
    size, base = round(span["size"], 1), round(span["origin"][1], 1)
    return (span["font"], size, span["color"], span["flags"], span["alpha"], base, unpainted(span))


def _tokens(text: str, offset: int, places: Any) -> list[Token]:
    found: list[Token] = []
    previous = 0
    for match in TOKEN.finditer(text):
        start, end = places.extent(offset + match.start(), offset + match.end())
        found.append(Token(match[0], start, end, text[previous : match.start()]))
        previous = match.end()
    return found


def _phrases(tokens: list[Token], size: float) -> Iterator[list[Token]]:
    group: list[Token] = []
    for token in tokens:
        if group:
            gap = max(token.start - group[-1].end, group[-1].start - token.end)
            if gap > WIDE_GAP * size or (len(token.before) > 1 and gap > BLANK_RUN_GAP * size):
                yield group
                group = []
        group.append(token)
    if group:
        yield group


def _text_of(phrase: list[Token]) -> str:
    return phrase[0].text + "".join(
        (token.before if len(token.before) == 1 else " ") + token.text for token in phrase[1:]
    )


Extent = tuple[float, float]


def _span(
    text: str, extents: tuple[Extent, ...], run: list[dict[str, Any]], direction: Any, matrix: Any, order: Iterator[int]
) -> Span:
    first = run[0]
    start, end = min([extent[0] for extent in extents]), max([extent[1] for extent in extents])
    box, origin = _placed(run, direction, start, end)
    flags = first["flags"]
    bold = bool(flags & BOLD) or bool(first.get("char_flags", 0) & STROKED_BOLD)
    if len(extents) == 1:
        extents = ()
    if matrix is not None:
        extents = tuple(_turned(extent, direction, origin, matrix) for extent in extents)
        turned = pymupdf.Point(direction) * pymupdf.Matrix(matrix.a, matrix.b, matrix.c, matrix.d, 0, 0)
        direction, moved = (turned.x, turned.y), pymupdf.Point(origin) * matrix
        box, origin = displayed(box, matrix), (moved.x, moved.y)
    cos, sin = direction
    return Span(
        text=text if text.isprintable() else UNSEEN.sub("", text),
        bbox=box,
        origin=origin,
        size=first["size"],
        font=intern(first["font"]),
        bold=bold or _is_bold_name(first["font"]),
        italic=bool(flags & ITALIC),
        color=first["color"],
        direction=(round(cos, 3) + 0.0, round(sin, 3) + 0.0),
        words=extents,
        order=next(order),
        hidden=unpainted(first),
    )


def mark_off_page(spans: tuple[Span, ...], width: float, height: float) -> tuple[Span, ...]:
    """Spans whose middle lies outside the displayed page are hidden as ``off_page``."""
    return tuple(
        replace(span, hidden="off_page") if _may_be_off(span) and not _is_inside(span.bbox, width, height) else span
        for span in spans
    )


def _may_be_off(span: Span) -> bool:
    return span.hidden is None or span.hidden == "clipped"


def _is_inside(box: BBox, width: float, height: float) -> bool:
    return 0 <= box[0] + box[2] <= 2 * width and 0 <= box[1] + box[3] <= 2 * height


@cache
def _is_bold_name(font: str) -> bool:
    lowered = font.lower()
    return any(part in lowered for part in ("bold", "black", "heavy", "-medi", "demi"))


def _placed(run: list[dict[str, Any]], direction: Any, start: float, end: float) -> tuple[Any, tuple[float, float]]:
    """Box and baseline origin of a phrase between ``start`` and ``end``; the whole run's for slanted text."""
    cos, sin = direction
    ox, oy = run[0]["origin"]
    if len(run) == 1 and direction == UPRIGHT:
        _, y0, _, y1 = run[0]["bbox"]
        return (start, y0, end, y1), (start, oy)
    boxes = [span["bbox"] for span in run]
    x0, y0 = min(box[0] for box in boxes), min(box[1] for box in boxes)
    x1, y1 = max(box[2] for box in boxes), max(box[3] for box in boxes)
    if abs(sin) < STRAIGHT:
        low, high = (start, end) if cos > 0 else (-end, -start)
        return (low, y0, high, y1), (low if cos > 0 else high, oy)
    if abs(cos) < STRAIGHT:
        low, high = (start, end) if sin > 0 else (-end, -start)
        return (x0, low, x1, high), (ox, low if sin > 0 else high)
    return (x0, y0, x1, y1), (ox, oy)


def _turned(
    extent: tuple[float, float], direction: Any, origin: tuple[float, float], matrix: Any
) -> tuple[float, float]:
    """An extent along the direction before page rotation as an extent along the direction after it."""
    cos, sin = direction
    turned = pymupdf.Point(direction) * pymupdf.Matrix(matrix.a, matrix.b, matrix.c, matrix.d, 0, 0)
    ends = []
    for value in extent:
        along = value - (origin[0] * cos + origin[1] * sin)
        point = pymupdf.Point(origin[0] + along * cos, origin[1] + along * sin) * matrix
        ends.append(point.x * turned.x + point.y * turned.y)
    return (ends[0], ends[1])


class Extents:
    """Where each character range of a line starts and ends along the writing direction, from the engine's words."""

    def __init__(self, text: str, words: list[Any], direction: Any) -> None:
        self.runs: list[tuple[int, int, float, float]] = []
        self.whole: dict[tuple[int, int], tuple[float, float]] = {}
        at = 0
        for word in words:
            found = text.find(word[4], at)
            if found < 0:
                continue
            start, end = _along(word, direction)
            self.runs.append((found, found + len(word[4]), start, end))
            self.whole[found, found + len(word[4])] = (start, end)
            at = found + len(word[4])

    def extent(self, begin: int, end: int) -> tuple[float, float]:
        """Extent of the characters ``begin`` to ``end``; inside a word by equal shares."""
        return self.whole.get((begin, end)) or (self._at(begin, after=False), self._at(end - 1, after=True))

    def _at(self, index: int, *, after: bool) -> float:
        for first, last, start, end in self.runs:
            if first <= index < last:
                return start + (end - start) * (index - first + after) / (last - first)
            if index < first:
                return start
        return self.runs[-1][3] if self.runs else 0.0


def _along(word: Any, direction: Any) -> tuple[float, float]:
    """A word's box projected on the direction."""
    cos, sin = direction
    if sin == 0 and cos > 0:
        return word[0], word[2]
    corners = [x * cos + y * sin for x in (word[0], word[2]) for y in (word[1], word[3])]
    return min(corners), max(corners)

"""Which paragraphs are headings, and the ladder of their levels (pdf-layout.md section 5)."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from statistics import median

from ingest_assets.clean.layout.line import RAISED, Line
from ingest_assets.clean.layout.markers import (
    ends_clause,
    has_leaders,
    is_bullet,
    is_caption,
    is_named_division,
    list_mark,
    numbering,
    without_number,
)
from ingest_assets.clean.layout.paragraphs import FAR, Paragraph
from ingest_assets.thresholds.layout import Layout

Style = tuple[float, bool, bool, int]
DEEPEST = 6  # levels of markdown
_DIVISION_DEPTH = re.compile(
    r"(?P<a>часть|раздел|part|приложение|appendix|annex|anhang)|(?P<b>глава|chapter|kapitel)|(?P<c>статья|article|section|§|параграф)",
    re.IGNORECASE,
)


@dataclass(frozen=True, slots=True)
class Body:
    """The document's running text: its size in points, and whether it is bold."""

    size: float
    bold: bool


def body_of(paragraphs: Sequence[Paragraph]) -> Body:
    """Size and weight with most characters, side bars left out."""
    sizes: Counter[float] = Counter()
    bold = total = 0
    for paragraph in paragraphs:
        for line in paragraph.lines:
            if line.item is None and not paragraph.side:
                sizes[round(line.size * 2) / 2] += len(line.text)
                bold += len(line.text) * line.bold
                total += len(line.text)
    size = max(sizes, key=lambda one: (sizes[one], one), default=10.0)
    return Body(size, bold > total / 2)


class Headings:
    """The headings of a document: decided paragraph by paragraph, then by vote of those numbered alike."""

    def __init__(
        self, paragraphs: Sequence[Paragraph], texts: dict[int, str], outline: dict[str, int], limits: Layout
    ) -> None:
        self.body = body_of(paragraphs)
        self.limits, self.outline, self.texts = limits, outline, texts
        self.clauses = self._clause_depths(paragraphs)
        self.entries = self._contents_entries(paragraphs)
        self.usual_space = median([p.space for p in paragraphs if p.space < FAR] or [1.0])
        chosen = [
            p
            for i, p in enumerate(paragraphs)
            if self._is_heading(p, paragraphs[i + 1] if i + 1 < len(paragraphs) else None)
        ]
        self.levels = self._ladder(self._voted(chosen, paragraphs))

    def level(self, paragraph: Paragraph) -> int | None:
        """1 to 6, or None for no heading."""
        return self.levels.get(id(paragraph))

    def _is_heading(self, paragraph: Paragraph, below: Paragraph | None) -> bool:
        text = self.texts.get(id(paragraph), "")
        if not self._may_be(paragraph, text):
            return False
        if plain_key(text) in self.outline:
            return True
        if id(paragraph) in self.entries:
            return False
        mark = list_mark(text)
        if mark and is_bullet(mark):
            return False
        if paragraph.size >= self.limits.heading_size * self.body.size:
            return not _ends_like_prose(text)
        if paragraph.size < SMALLEST * self.body.size or (ends_clause(text) and not text.endswith("?")):
            return False
        return self._stands_out(paragraph, text, below)

    def _contents_entries(self, paragraphs: Sequence[Paragraph]) -> set[int]:
        """Titles that end with the page on which they stand, several on one page: without that number each is a line of the document."""
        short = {
            id(paragraph): text
            for paragraph in paragraphs
            if len(text := self.texts.get(id(paragraph), "")) <= self.limits.heading_letters
        }
        entries = {key: entry for key, text in short.items() if (entry := _without_page(text))}
        if not entries:
            return set()
        named = set(map(_title_key, short.values()))
        found = [one for one in paragraphs if _title_key(entries.get(id(one), "")) in named - {""}]
        on = Counter(paragraph.page for paragraph in found)
        return {id(paragraph) for paragraph in found if on[paragraph.page] >= ENTRIES}

    def _may_be(self, paragraph: Paragraph, text: str) -> bool:
        if paragraph.side or paragraph.lines[0].item is not None or paragraph.lines[0].mono:
            return False
        longer = LONGER if _is_marked_out(paragraph, text) else 1
        if len(paragraph.lines) > longer * TALLEST or len(text) > longer * self.limits.heading_letters:
            return False
        letters = sum(map(str.isalpha, text))
        solid = len("".join(without_number(text).split()))
        if letters < 2 or (letters < solid * LETTERS and not _LONG_WORD.search(text)):
            return False
        return not (has_leaders(text) or is_caption(text) or _names_people(text))

    def _stands_out(self, paragraph: Paragraph, text: str, below: Paragraph | None) -> bool:
        """Bold, in capitals or numbered, in the size of the body."""
        short = len(text.split()) <= self.limits.heading_words or len(paragraph.lines) == 1
        short = short or _is_marked_out(paragraph, text)
        bold = all(line.bold for line in paragraph.lines) and not self.body.bold
        caps = text.isupper() and sum(character.isalpha() for character in text) >= CAPS_LETTERS
        if bold and short:
            return paragraph.space >= TIGHT or numbering(text) is not None
        if caps and short:
            return paragraph.space >= CAPS_SPACE
        return short and self._is_numbered_heading(paragraph, text, below)

    def _is_numbered_heading(self, paragraph: Paragraph, text: str, below: Paragraph | None) -> bool:
        if is_named_division(text) and _is_centered(paragraph):
            return True
        depth = numbering(text)
        if depth is None or len(depth) in self.clauses or not _starts_upper(text):
            return False
        if list_mark(text) is not None and len(depth) == 1 and not _is_centered(paragraph):
            return False
        if _is_right_aligned(paragraph):
            return False
        inner = numbering(below.first) if below is not None else None
        deeper = inner is not None and len(inner) > len(depth)
        if inner is None and below is not None and self._is_titled(paragraph, below):
            return True
        return paragraph.space >= NUMBERED_SPACE and (
            _is_centered(paragraph) or deeper or (below is not None and below.space >= NUMBERED_SPACE)
        )

    def _is_titled(self, paragraph: Paragraph, below: Paragraph) -> bool:
        """A short line with more space above than between the document's paragraphs, and prose below it."""
        stands = paragraph.space >= max(NUMBERED_SPACE, TITLE_SPACE * self.usual_space)
        text = self.texts.get(id(below), "")
        prose = len(below.lines) > 1 or (ends_clause(text) and len(text.split()) > FEW_WORDS)
        return stands and len(paragraph.lines) == 1 and below.lines[0].item is None and prose

    def _voted(self, chosen: Sequence[Paragraph], paragraphs: Sequence[Paragraph]) -> list[Paragraph]:
        """Named divisions of one kind and type ("Статья 5. …") are headings all or none, as most of them are."""
        headings = {id(paragraph) for paragraph in chosen}
        kinds: dict[tuple[object, ...], list[Paragraph]] = {}
        for paragraph in paragraphs:
            text = self.texts.get(id(paragraph), "")
            if is_named_division(text) and self._may_be(paragraph, text) and not ends_clause(text):
                line = paragraph.lines[0]
                kinds.setdefault((text.split()[0].lower(), round(line.size), line.bold), []).append(paragraph)
        for alike in kinds.values():
            ids = {id(paragraph) for paragraph in alike}
            if len(alike) >= VOTERS and not ids <= headings:
                headings = headings | ids if 2 * len(ids & headings) > len(ids) else headings - ids
        return [paragraph for paragraph in paragraphs if id(paragraph) in headings]

    def _clause_depths(self, paragraphs: Sequence[Paragraph]) -> set[int]:
        """Depths whose numbered paragraphs are mostly sentences: clauses, not headings (siblings vote, section 5.4)."""
        votes: dict[int, list[bool]] = {}
        for paragraph in paragraphs:
            text = self.texts.get(id(paragraph), "")
            depth = numbering(text)
            if depth:
                votes.setdefault(len(depth), []).append(ends_clause(text) or len(paragraph.lines) > 2)
        return {depth for depth, ends in votes.items() if sum(ends) > len(ends) / 2}

    def _ladder(self, chosen: Sequence[Paragraph]) -> dict[int, int]:
        styles = {id(paragraph): self._style(paragraph) for paragraph in chosen}
        order = sorted(set(styles.values()))
        ranks = {style: min(rank, DEEPEST) for rank, style in enumerate(order, start=1)}
        levels = {key: ranks[style] for key, style in styles.items()}
        matched = {id(p): self.outline[key] for p in chosen if (key := plain_key(self.texts[id(p)])) in self.outline}
        return _outlined(matched, styles, levels) if len(matched) * 2 >= len(chosen) else levels

    def _style(self, paragraph: Paragraph) -> Style:
        text = self.texts[id(paragraph)]
        return (-round(paragraph.size * 2) / 2, not paragraph.lines[0].bold, not text.isupper(), division_depth(text))


def _outlined(matched: dict[int, int], styles: dict[int, Style], levels: dict[int, int]) -> dict[int, int]:
    """Levels by the bookmarks; headings without one take the level of their style, or stand above or below by their rank.

    Bookmarks often leave out the title of the document: a larger style than all that have bookmarks goes on top.
    """
    if not matched:
        return levels
    known: dict[Style, int] = {}
    for key, level in matched.items():
        known.setdefault(styles[key], level)
    top = min(known)
    shift = int(any(style < top for style in styles.values()))
    out: dict[int, int] = {}
    for key, style in styles.items():
        above = max((one for one in known if one < style), default=None)
        own = matched.get(key) or known.get(style) or (known[above] + 1 if above else 0)
        out[key] = min(max(own + shift, 1), DEEPEST)
    return out


def _is_marked_out(paragraph: Paragraph, text: str) -> bool:
    """A division's number before bold type, or bold centred lines: a heading however many words it has."""
    if not all(line.bold for line in paragraph.lines):
        return False
    return is_named_division(text) or len(numbering(text) or ()) > 1 or _is_centered(paragraph, paragraph.last)


ENTRIES = 2  # of one page: a single title may well end with a number
_PAGE_AT_END = re.compile(r"(?:\d{1,4}|[ivxlc]{1,7})$")
SMALLEST = 0.93  # of the body size: smaller bold lines are labels of tables and notes
VOTERS = 3  # divisions of one kind that outvote the look of a single one
TALLEST = 4  # lines of one heading
LONGER = 2  # times as long: numbered headings of office documents reach six lines, 300 characters
LETTERS = 0.5  # share of a heading's characters that are letters, unless it holds a word of five ("ДОГОВОР № 17/2024")
_LONG_WORD = re.compile(r"[^\W\d_]{5}")
CAPS_LETTERS = 4
TIGHT = 1.05  # line steps above a bold line: no space at all is a bold line inside a paragraph
CAPS_SPACE = 1.4  # line steps above a line in capitals (section 5.1 has 1.5, measured to the baseline)
TITLE_SPACE = 1.25  # times the usual space between paragraphs: offices set 6 pt more above a heading
NUMBERED_SPACE = 1.2  # line steps around a numbered heading in body type


def division_depth(text: str) -> int:
    """Depth of "1.2.3", of "Глава" against "Статья"; 1 for unnumbered text."""
    depth = numbering(text)
    if depth:
        return len(depth)
    match = _DIVISION_DEPTH.match(text) if is_named_division(text) else None
    return {"a": 1, "b": 2, "c": 3}[match.lastgroup or "a"] if match else 1


def plain_key(text: str) -> str:
    """Letters and digits of a heading, to compare it with a bookmark."""
    return re.sub(r"[\W_]+", "", text.lower())


def _without_page(text: str) -> str:
    """What stands before the page number at the end of a line, and the leaders between; "" without such a number."""
    match = _PAGE_AT_END.search(text, max(0, len(text) - PAGE_LETTERS))
    title = text[: match.start()] if match else ""
    entry = title.rstrip(_BETWEEN)
    return entry if entry != title else ""


_BETWEEN = " .\t\u00a0"
PAGE_LETTERS = 7  # of the longest page number in roman figures


def _title_key(text: str) -> str:
    """The same without the number before it, however it is set: "1 Title", "1. Title", "1Title"."""
    return plain_key(text).lstrip("0123456789")


def _names_people(text: str) -> bool:
    """Authors with raised marks of their institutes."""
    marks = text.count(RAISED)
    return marks > 1 or (marks == 1 and bool(_AND.search(text)))


_AND = re.compile(r"\band\b|\bи\b|,")


def _ends_like_prose(text: str) -> bool:
    return text.rstrip().endswith((".", ";", ",")) and len(text.split()) > FEW_WORDS


FEW_WORDS = 8  # a large line of more words that ends with a full stop is a lead paragraph


def _starts_upper(text: str) -> bool:
    letter = next((character for character in text if character.isalpha()), "")
    return letter.isupper()


def _is_right_aligned(paragraph: Paragraph) -> bool:
    """An address or a date at the right edge."""
    line = paragraph.lines[0]
    left, right = line.x0 - paragraph.x0, paragraph.x1 - line.x1
    return left > RIGHT_SHARE * (paragraph.x1 - paragraph.x0) and right < line.size


RIGHT_SHARE = 0.4  # of the column's width left free


def _is_centered(paragraph: Paragraph, line: Line | None = None) -> bool:
    """True for a line (the first one) with the same room on both sides."""
    line = line or paragraph.lines[0]
    left, right = line.x0 - paragraph.x0, paragraph.x1 - line.x1
    return left > line.size and abs(left - right) < 2 * line.size

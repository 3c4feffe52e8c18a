"""Does a page show what its text layer says? Asked where the dictionary doubts the layer and OCR is no better: random letters are what some pages hold."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from difflib import SequenceMatcher
from itertools import groupby

from ingest_assets.extract.ocr.engine import Word
from ingest_assets.extract.ocr.spot_check import folded
from ingest_assets.model import BBox, Json, PageContent, PageTriage
from ingest_assets.thresholds.ocr import Ocr

WORDS_ONLY = frozenset({"dictionary", "glued_words", "stretch_dictionary"})
"""Faults that speak of words alone: every letter of such a layer may be right."""
LOOK_ALIKES = str.maketrans("qgoоliısbzаеёрсухкмтви", "9900111562aeepcyxkmt8u")
"""Letters that Tesseract takes for each other where no dictionary helps it: runs of q came out as 9, o as 0, а as a."""

GLUED = 1.5
"""Words of OCR for each word of the layer: a page of random letters has 0.8, the glued pages of bench/triage 2.2 and 7.0."""

Placed = tuple[str, BBox]


def is_doubted_for_its_words(triaged: PageTriage) -> bool:
    """True for a broken layer of which nothing is known but that no dictionary has its words."""
    faults = triaged.signals.get("faults")
    if triaged.page_class != "broken_text" or not isinstance(faults, list) or not faults:
        return False
    return {fault for fault in faults if isinstance(fault, str)} | _font_faults(triaged) <= WORDS_ONLY | _font_names(
        faults
    )


def agreement(native: PageContent, words: Sequence[Word], dpi: float) -> float:
    """Share of letters and digits, 0 to 1, on which the layer and OCR (words in px at ``dpi``) agree, line by line of the picture.

    0 when one letter of the layer is mostly read as another: then its mapping is wrong, however rare the letter; and when OCR sees many more
    words: then the layer has lost its blanks.
    """
    waiting = list(_placed(native))
    if len(words) > GLUED * sum(len(text.split()) for text, _ in waiting):
        return 0.0
    matched: Counter[str] = Counter()
    claimed: Counter[str] = Counter()
    largest = 0
    for box, read in _lines(words, 72 / dpi):
        under = [one for one in waiting if _is_under(one[1], box)]
        waiting = [one for one in waiting if not _is_under(one[1], box)]
        said = _plain("".join(text for text, _ in sorted(under, key=lambda one: one[1][0])))
        claimed.update(said)
        largest += max(len(said), len(read))
        for block in SequenceMatcher(None, said, read, autojunk=False).get_matching_blocks():
            matched.update(said[block.a : block.a + block.size])
    if any(matched[letter] * 2 < count for letter, count in claimed.items() if count > 1):
        return 0.0
    unread = sum(len(_plain(text)) for text, _ in waiting)
    return matched.total() / max(largest + unread, 1)


def is_shown(share: float, limits: Ocr) -> bool:
    """True when the page shows what its layer says."""
    return share >= limits.layer_agreement


def _font_faults(triaged: PageTriage) -> set[str]:
    fonts = triaged.signals.get("fonts")
    found = fonts if isinstance(fonts, list) else []
    return {str(why) for font in found if isinstance(font, dict) for why in _list(font.get("why"))}


def _font_names(faults: list[Json]) -> set[str]:
    return {fault for fault in faults if isinstance(fault, str) and fault.startswith("font:")}


def _list(value: Json) -> list[Json]:
    return value if isinstance(value, list) else []


def _placed(native: PageContent) -> Iterator[Placed]:
    """The layer's visible words with their boxes; a span whose words have no extents of their own is one."""
    for span in native.spans:
        texts = span.text.split() if span.hidden is None else []
        if len(texts) != len(span.words):
            texts = [span.text] if texts else []
        extents = span.words if len(texts) == len(span.words) else ((span.bbox[0], span.bbox[2]),)
        for text, (x0, x1) in zip(texts, extents, strict=False):
            yield text, (x0, span.bbox[1], x1, span.bbox[3])


def _lines(words: Sequence[Word], scale: float) -> Iterator[tuple[BBox, str]]:
    """Box (pt) and letters of each line that OCR found."""
    for _, group in groupby(words, key=lambda word: word.line):
        line = sorted(group, key=lambda word: word.bbox[0])
        x0, y0, x1, y1 = zip(*(word.bbox for word in line), strict=True)
        box = (min(x0) * scale, min(y0) * scale, max(x1) * scale, max(y1) * scale)
        yield box, _plain("".join(word.text for word in line))


def _is_under(word: BBox, line: BBox) -> bool:
    middle = (word[1] + word[3]) / 2
    return line[1] <= middle <= line[3] and word[0] < line[2] and word[2] > line[0]


def _plain(text: str) -> str:
    return folded(text).translate(LOOK_ALIKES)

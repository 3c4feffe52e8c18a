"""Words that came out in the page's minor script without being words there are read again in the major script alone.

With two languages loaded Tesseract now and then spells a Russian word with Latin shapes ("KoHcynbTauMoHHble", "Kr" for "кг"), and the reverse.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from ingest_assets.extract.ocr.engine import EngineFaultError, Word, recognise
from ingest_assets.extract.ocr.scripts import CYRILLIC_LETTER, LATIN_LETTER
from ingest_assets.images.decode import Raster
from ingest_assets.lexicon import is_word

BLOCK_OF_TEXT = 6  # Tesseract's page mode for one even block: the crops stand below each other
MOSTLY = 0.7  # share of the page's letters that makes a script the major one
MOST_WORDS = 60  # read again on one page: a page with more of them is in two languages or lost
PADDING = 6  # px of paper around a crop
GAP = 30  # px between crops
STROKES = "|[]"
MAJOR = {"rus": CYRILLIC_LETTER, "eng": LATIN_LETTER}
MINOR = {"rus": LATIN_LETTER, "eng": CYRILLIC_LETTER}


def read_again(words: Sequence[Word], raster: Raster, dpi: float, languages: Sequence[str]) -> tuple[Word, ...]:
    """The words with those replaced that the major script reads as words of its own. Boxes stay as they are."""
    major = major_language(words, languages)
    if major is None:
        return tuple(words)
    doubtful = [index for index, word in enumerate(words) if _is_doubtful(word, major)]
    if not doubtful or len(doubtful) > MOST_WORDS:
        return tuple(words)
    readings = _read_crops([words[index] for index in doubtful], raster, dpi, major)
    fixed = list(words)
    for index, text in zip(doubtful, readings, strict=True):
        if text is not None and _is_better(text, major):
            fixed[index] = replace(words[index], text=_in_case(text.strip(STROKES), words[index].text))
    return tuple(fixed)


def major_language(words: Sequence[Word], languages: Sequence[str]) -> str | None:
    """The language whose script most letters of the page have; None where there is no clear one or only one was asked for."""
    text = "".join(word.text for word in words)
    latin, cyrillic = len(LATIN_LETTER.findall(text)), len(CYRILLIC_LETTER.findall(text))
    if not {"rus", "eng"} <= set(languages) or latin + cyrillic == 0:
        return None
    share = cyrillic / (latin + cyrillic)
    return "rus" if share >= MOSTLY else "eng" if share <= 1 - MOSTLY else None


def _is_doubtful(word: Word, major: str) -> bool:
    core = word.text.strip(".,;:!?()[]«»\"'|")
    if not MINOR[major].search(core) or MAJOR[major].search(core) or any(char.isdigit() for char in core):
        return False
    return word.direction == (1.0, 0.0) and (len(core) < 3 or not is_word(core))


def _is_better(text: str, major: str) -> bool:
    core = text.strip(".,;:!?()[]«»\"'|")
    return bool(MAJOR[major].search(core)) and not MINOR[major].search(core) and is_word(core)


def _in_case(text: str, before: str) -> str:
    """Letters of one shape in both cases: what was not read as capitals before is not capitals."""
    return text if before.isupper() or not text.isupper() else text.lower()


def _read_crops(words: Sequence[Word], raster: Raster, dpi: float, language: str) -> list[str | None]:
    """What the language alone reads in each word's crop; None where it reads nothing or fails."""
    crops = [_crop(raster, word) for word in words]
    width = max(crop.shape[1] for crop in crops) + 2 * GAP
    strips: list[Raster] = []
    rows: list[tuple[int, int]] = []
    top = 0
    for crop in crops:
        strip = np.full((crop.shape[0] + GAP, width), 255, np.uint8)
        strip[GAP // 2 : GAP // 2 + crop.shape[0], GAP : GAP + crop.shape[1]] = crop
        strips.append(strip)
        rows.append((top, top + strip.shape[0]))
        top += strip.shape[0]
    try:
        read = recognise(np.concatenate(strips), dpi, (language,), psm=BLOCK_OF_TEXT)
    except EngineFaultError:
        return [None] * len(words)
    return [_text_between(read, *row) for row in rows]


def _crop(raster: Raster, word: Word) -> Raster:
    x0, y0, x1, y1 = (round(value) for value in word.bbox)
    return raster[max(y0 - PADDING, 0) : y1 + PADDING, max(x0 - PADDING, 0) : x1 + PADDING]


def _text_between(words: Sequence[Word], top: int, bottom: int) -> str | None:
    found = [word.text for word in words if top <= (word.bbox[1] + word.bbox[3]) / 2 < bottom]
    return found[0] if len(found) == 1 else None

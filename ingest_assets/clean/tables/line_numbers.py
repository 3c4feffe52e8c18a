"""Draft line numbers beside the text: they are no column of a table."""

from __future__ import annotations

from collections.abc import Sequence
from statistics import median

from ingest_assets.clean.tables.words import Band, Word, band_of
from ingest_assets.thresholds.tables import Tables


def without_line_numbers(bands: Sequence[Band], limits: Tables) -> list[Band]:
    """Bands without the integers that rise by one down the page left of the prose (pdf-layout.md section 3, rule 6)."""
    numbers = _numbers(bands)
    if len(numbers) < limits.line_numbers:
        return list(bands)
    prose = [start for band in bands if (start := _prose_start(band, limits)) is not None]
    edge = median(word.x1 for word in numbers)
    if len(prose) < limits.line_numbers or sum(edge > start for start in prose) > 0.1 * len(prose):
        return list(bands)
    dropped = {word.keys for word in numbers if abs(word.x1 - edge) <= 3 or abs(word.x0 - numbers[0].x0) <= 3}
    kept = [(band.base, [word for word in band.words if word.keys not in dropped]) for band in bands]
    return [band_of(base, words) for base, words in kept if words]


def _numbers(bands: Sequence[Band]) -> list[Word]:
    """The longest chain of integers, each one more than the one above, at one edge."""
    best: list[Word] = []
    chain: list[Word] = []
    for band in bands:
        found = next((word for word in band.words if word.text.isdigit() and _continues(chain, word)), None)
        if found is None and chain and not any(word.text.isdigit() and len(word.text) < 5 for word in band.words[:3]):
            continue
        chain = [*chain, found] if found else [word for word in band.words[:3] if word.text.isdigit()][:1]
        best = max(best, chain, key=len)
    return best


def _continues(chain: Sequence[Word], word: Word) -> bool:
    if not chain:
        return True
    last = chain[-1]
    return int(word.text) == int(last.text) + 1 and (abs(word.x1 - last.x1) <= 3 or abs(word.x0 - last.x0) <= 3)


def _prose_start(band: Band, limits: Tables) -> float | None:
    """Left end of the band's longest stretch of words without a wide gap, None when it is short."""
    stretch: list[Word] = []
    best: list[Word] = []
    for word in band.words:
        near = bool(stretch) and word.x0 - stretch[-1].x1 <= limits.widest_blank * band.size
        stretch = [*stretch, word] if near else [word]
        best = max(best, stretch, key=len)
    return best[0].x0 if len(best) >= limits.prose_words else None

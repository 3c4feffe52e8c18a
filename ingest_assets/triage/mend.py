"""Find the repair of a broken text layer, and prove it before it is taken (triage-ocr.md section 5)."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from itertools import islice
from typing import NamedTuple

from ingest_assets.lexicon import is_listed, is_word, tokens_of
from ingest_assets.model import Span
from ingest_assets.pdf.pages import PdfPages
from ingest_assets.pdf.repair.codecs import CODEC, Mend
from ingest_assets.pdf.repair.content import mended_texts
from ingest_assets.pdf.repair.glyphs import NAMES, read_mapped
from ingest_assets.pdf.repair.mapping import SPACES, glyph_name, lossless, lossy, mend_of
from ingest_assets.pdf.repair.spaces import likelihood
from ingest_assets.thresholds.triage import TriageLimits
from ingest_assets.triage.fonts import judge_fonts
from ingest_assets.triage.layer import Layer, faults, measure
from ingest_assets.triage.one_glyph import wrong_glyphs
from ingest_assets.triage.spaced import judged_text

MOJIBAKE = re.compile(
    "[ÂÃÐÑÎÏ][\x80-\xbf\u0152-\u0192\u02c6\u02dc\u2013-\u203a\u20ac\u2122]"
)  # two bytes of UTF-8 read as windows-1252
SAMPLE = 40  # spans on which candidates are compared before one is proved on the page
GLANCE = 10  # spans for the second look at a page on which no test fired
CAPITALS = 0.8  # share of the letters
BEST = 4  # candidates that are proved


@dataclass(frozen=True, slots=True, kw_only=True)
class Mending:
    """A repair that was accepted: its name, whether it can be trusted unseen, the hit before and after on what it changes.

    ``words`` counts the known words that it won.
    """

    mapping: str
    lossless: bool
    before: float
    after: float
    words: int = 0


class Judged(NamedTuple):
    """A page's visible spans, their text as it was judged, and what was measured on it."""

    spans: Sequence[Span]
    text: str
    layer: Layer


def mend(pdf: PdfPages, number: int, judged: Judged, limits: TriageLimits, *, broken: bool) -> Mending | None:
    """The repair of a page's visible spans, or None. A healthy page (``broken`` false) gets a second look when its hit is low.

    One wrong glyph is looked for on every page: a lost ligature is 0.2 % of the characters and passes every other test.
    """
    spans, text, layer = judged
    if not spans:
        return None
    pairs = wrong_glyphs(text, layer.hit.language, limits)
    if pairs and _is_healthy(_texts(spans, mended_texts(list(spans), glyph_name(pairs))), limits):
        return Mending(mapping=glyph_name(pairs), lossless=True, before=0.0, after=1.0, words=limits.gained_words)
    marked = len(MOJIBAKE.findall(text)) >= limits.unexpected_words
    if not (broken or marked) and (layer.hit.share is None or layer.hit.share >= limits.second_look_hit):
        return None
    candidates = lossless() if not text.isascii() else {}
    if not (broken or marked) and _most_words(spans) < limits.gain * layer.words:
        candidates = {name: one for name, one in candidates.items() if not name.startswith(CODEC)}
    found = _best(spans, candidates, limits, gain=limits.gain, lossless=True, most=SAMPLE if broken else GLANCE)
    if found and not (broken or marked) and found.words < limits.gain * layer.words:
        return None
    if found or not broken:
        return found
    if "glued_words" in faults(layer, limits):
        return _spaces(spans, layer, limits)
    by_glyphs = _by_glyphs(pdf, number, layer, limits)
    return by_glyphs or _best(spans, lossy(), limits, gain=limits.lossy_gain, lossless=False)


def _best(
    spans: Sequence[Span],
    candidates: Mapping[str, Mend],
    limits: TriageLimits,
    *,
    gain: float,
    lossless: bool,
    most: int = SAMPLE,
) -> Mending | None:
    """The candidate that makes most words, if it proves right on the whole page."""
    step = max(1, len(spans) // most)
    some = Counter(span.text for span in (*islice(_suspicious(spans), most), *spans[::step]))
    coded: Counter[str] = Counter()
    for text, times in some.items():
        if not text.isascii():
            coded[_foreign(text)] += times
    scores = {
        name: _gained(coded if name.startswith(CODEC) else some, candidate) for name, candidate in candidates.items()
    }
    for name in sorted((name for name, score in scores.items() if score > 0), key=lambda name: -scores[name])[:BEST]:
        found = _proved(spans, name, limits, gain=gain, lossless=lossless)
        if found:
            return found
    return None


def _suspicious(spans: Sequence[Span]) -> Iterator[Span]:
    for span in spans:
        if not span.text.isascii() and not any(map(is_listed, tokens_of(span.text))):
            yield span


def _foreign(text: str) -> str:
    """The pieces of a text that are not ASCII: a code page leaves the others, and the words in them, as they are."""
    return " ".join([piece for piece in text.split(" ") if not piece.isascii()])


def _most_words(spans: Sequence[Span]) -> int:
    """More words than any code page can win: a word has three letters and its piece, and another before the next one."""
    pieces = " ".join([span.text for span in spans]).split(" ")
    return sum([(len(piece) + 1) // 4 for piece in pieces if not piece.isascii()])


def _gained(texts: Mapping[str, int], candidate: Mend) -> int:
    """Known words won minus lost, each text (with its times) by itself and only where it wins."""
    won = 0
    for text, times in texts.items():
        new = candidate(text)
        if new is not None and new != text:
            won += times * max(0, _known(new) - _known(text))
    return won


@lru_cache(maxsize=4096)
def _known(text: str) -> int:
    return sum(is_listed(token) for token in tokens_of(text))


def _proved(spans: Sequence[Span], name: str, limits: TriageLimits, *, gain: float, lossless: bool) -> Mending | None:
    """Apply the candidate to the page and hold the result against every test of a healthy page."""
    texts = [span.text for span in spans]
    mended = mended_texts(list(spans), name)
    after = _texts(spans, mended)
    changed = [index for index, text in enumerate(mended) if text != texts[index]]
    before_hit, after_hit = _share(texts[index] for index in changed), _share(mended[index] for index in changed)
    won = sum(_known(mended[index]) - _known(texts[index]) for index in changed)
    if won < limits.gained_words or after_hit - before_hit < gain or not _is_healthy(after, limits):
        return None
    if _digits(texts) != _digits(mended) or _shouts(mended):
        return None
    return Mending(mapping=name, lossless=lossless, before=round(before_hit, 3), after=round(after_hit, 3), words=won)


def _texts(spans: Sequence[Span], texts: Sequence[str]) -> list[Span]:
    return [replace(span, text=text) for span, text in zip(spans, texts, strict=True)]


def _is_healthy(spans: Sequence[Span], limits: TriageLimits) -> bool:
    if faults(measure(judged_text(spans), limits), limits):
        return False
    return not any(font["broken"] for font in judge_fonts(spans, limits))


def _share(texts: Iterable[str]) -> float:
    tokens = [token for text in texts for token in tokens_of(text)]
    return sum(is_word(token) for token in tokens) / len(tokens) if tokens else 0.0


def _shouts(texts: Sequence[str]) -> bool:
    """True when nearly all letters are capitals: a shift by the wrong distance turns small letters into capitals."""
    letters = [char for text in texts for char in text if char.isalpha()]
    return sum(char.isupper() for char in letters) > CAPITALS * len(letters)


def _digits(texts: Iterable[str]) -> str:
    return "".join(char for text in texts for char in text if char.isdigit())


def _spaces(spans: Sequence[Span], layer: Layer, limits: TriageLimits) -> Mending | None:
    """Glued words: split by word frequency in the language whose words come out."""
    languages = ("ru",) if any("а" <= char <= "я" for span in spans for char in span.text) else ("en", "de", "fr")
    scores = {language: likelihood((span.text for span in spans), language) for language in languages}
    language = max(scores, key=lambda one: scores[one])
    if scores[language] < limits.split_likelihood:
        return None
    after = _texts(spans, _split(spans, language))
    measured = measure(judged_text(after), limits)
    if faults(measured, limits) or (measured.hit.share or 0.0) < limits.split_hit:
        return None
    before = layer.hit.share or 0.0
    return Mending(
        mapping=f"{SPACES}:{language}",
        lossless=True,
        before=round(before, 3),
        after=round(measured.hit.share or 0.0, 3),
    )


def _split(spans: Sequence[Span], language: str) -> list[str]:
    mend = mend_of(f"{SPACES}:{language}")
    return [mend(span.text) or span.text for span in spans]


def _by_glyphs(pdf: PdfPages, number: int, layer: Layer, limits: TriageLimits) -> Mending | None:
    """Unmapped or wrongly mapped glyphs: read the page again with the Unicode that the embedded font itself knows."""
    for name in NAMES:
        content = read_mapped(pdf, number, name)
        if content is None:
            continue
        spans = [span for span in content.spans if span.hidden is None and span.text.strip()]
        measured = measure(judged_text(spans), limits)
        share = measured.hit.share or 0.0
        gains = layer.garbage > limits.garbage or share - (layer.hit.share or 0.0) >= limits.lossy_gain
        if gains and not faults(measured, limits) and share >= limits.form_hit:
            return Mending(mapping=name, lossless=False, before=round(layer.hit.share or 0.0, 3), after=round(share, 3))
    return None

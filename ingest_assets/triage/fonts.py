"""Judge parts of a page: each font, and each line whose characters alone give it away.

Two broken headings are 4 % of a page and vanish in a page average; subsets of one font can share a name, so lines are judged too.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Sequence
from typing import TypedDict

from ingest_assets.lexicon import explains, hit, tokens_of
from ingest_assets.model import Span
from ingest_assets.program_text import LIMITS, is_fixed_width, is_program_text, letter_cost
from ingest_assets.text_quality import digit_share, garbage_share, squeezed, unexpected_letter_share
from ingest_assets.thresholds.triage import TriageLimits
from ingest_assets.triage.layer import Layer, faults, lower_words, measure
from ingest_assets.triage.spaced import judged_parts, judged_text

ODD = re.compile("[^ -~А-Яа-яЁё«»“”„’‘–—…№•°§©\u00a0\u00ad\u2010\u2011]")
LINES = "lines"  # name under which broken lines of an otherwise healthy font are reported


class FontVerdict(TypedDict):
    """One font of a page as it stands in ``signals['fonts']``. ``hit`` is None where the dictionary abstains."""

    name: str
    characters: int
    hit: float | None
    broken: bool
    why: list[str]


def judge_fonts(spans: Sequence[Span], limits: TriageLimits, *, page_hit: float | None = None) -> list[FontVerdict]:
    """One verdict a font; a last entry for lines that are broken inside a healthy font and for stretches without words.

    Stretches are not looked for when the page's own hit ``page_hit`` leaves no room for one.
    """
    groups: dict[str, list[Span]] = defaultdict(list)
    for span in spans:
        groups[span.font].append(span)
    verdicts = [_font(name, group, limits, alone=len(groups) == 1) for name, group in groups.items()]
    if not any(verdict["broken"] for verdict in verdicts):
        has_room = page_hit is None or page_hit < limits.stretch_room
        verdicts.extend(_lines(spans, limits, stretches=has_room))
    return verdicts


def _font(name: str, spans: Sequence[Span], limits: TriageLimits, *, alone: bool) -> FontVerdict:
    """A page's only font is judged with the page; small fonts are not judged at all."""
    characters = len(squeezed("".join([span.text for span in spans])))
    if alone or characters < limits.least_characters:
        return FontVerdict(name=name, characters=characters, hit=None, broken=False, why=[])
    layer = measure(judged_parts(spans), limits)
    why = [fault for fault in faults(layer, limits) if not _is_excused(fault, name, layer, limits)]
    if why == ["dictionary"] and _holds_names(judged_text(spans)):
        why = []
    share = layer.hit.share
    return FontVerdict(
        name=name, characters=characters, hit=None if share is None else round(share, 3), broken=bool(why), why=why
    )


def _is_excused(fault: str, name: str, layer: Layer, limits: TriageLimits) -> bool:
    """A part of a page needs stronger signs than a page: it may hold program text, names, or one lost ligature."""
    share = layer.hit.share
    if fault == "garbage":
        return layer.garbage * layer.characters < limits.font_garbage
    if fault == "symbols":
        return True
    if fault == "glued_words" and is_fixed_width(name):
        return True
    if fault in ("dictionary", "glued_words"):
        return share is None or share >= (limits.code_hit if is_fixed_width(name) else limits.font_hit)
    return False


def _holds_names(text: str) -> bool:
    """Options, files and functions, in a font or a list of their own on a healthy page: their letters follow each other as in language."""
    cost = letter_cost(tokens_of(text))
    return cost is not None and cost <= LIMITS.name_cost


def _lines(spans: Sequence[Span], limits: TriageLimits, *, stretches: bool) -> list[FontVerdict]:
    bad = [span for span in spans if _is_broken_line(span.text, limits)] if _has_odd(spans) else []
    why = ["line_characters"] if bad else []
    stretch = _worst_stretch(spans, limits) if stretches else None
    if stretch is not None:
        bad.extend(stretch)
        why.append("stretch_dictionary")
    if not bad:
        return []
    characters = sum(len(squeezed(span.text)) for span in bad)
    return [FontVerdict(name=LINES, characters=characters, hit=None, broken=True, why=why)]


def _has_odd(spans: Sequence[Span]) -> bool:
    return ODD.search("".join([span.text for span in spans])) is not None


def _is_broken_line(text: str, limits: TriageLimits) -> bool:
    """A line with many unmapped characters, or with letters of no one alphabet. One odd character is no broken line."""
    if len(text) < limits.line_characters or not ODD.search(text):
        return False
    if garbage_share(text) > limits.line_garbage:
        return True
    return unexpected_letter_share(text, None) > limits.line_unexpected


def _worst_stretch(spans: Sequence[Span], limits: TriageLimits) -> list[Span] | None:
    """A run of lines of at least ``stretch_words`` words of which hardly any is one: half a page in another, broken font.

    Only words printed in small letters are asked: a bibliography is full of names.
    """
    window: list[Span] = []
    words = 0
    for span in spans:
        window.append(span)
        words += span.text.count(" ") + 1
        if words >= limits.stretch_words:
            text = judged_text(window)
            lower = lower_words(text)
            enough = len(lower) >= limits.least_words and not explains(lower, limits.stretch_hit)
            share = hit(lower, morphology=False).share if enough else None
            doubtful = share is not None and share < limits.stretch_hit and digit_share(text) <= limits.form_digits
            if doubtful and not is_program_text(text) and not _holds_names(text):
                return window
            window, words = [], 0
    return None

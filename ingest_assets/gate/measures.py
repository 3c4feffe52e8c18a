"""The scorecard: measures of the final text, page by page, each held against its threshold (triage-ocr.md section 8)."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from ingest_assets import text_quality
from ingest_assets.lexicon import Hit, hit, sample, tokens_of
from ingest_assets.model import Block, Cleaned, ExtractedPage, Extraction, Finding, Measure, Table
from ingest_assets.problems import Problem, Severity
from ingest_assets.program_text import is_program_text
from ingest_assets.settings import Settings
from ingest_assets.text_quality import Parts
from ingest_assets.thresholds.gate import GateThresholds

ADDRESS = re.compile(r"\]\([^)\s]*\)|https?://\S+|(?<!\S)[^\s@]{1,254}@\S+")
"""Link targets and addresses are no words. (From a word's start only: a run of 60,000 letters took seconds.)"""
SMALL = re.compile(r"(?<![^\W_])[^\W\d_A-ZА-ЯЁ][^\W\d_]{2,}")
FURNITURE = frozenset(
    {"running_header", "running_footer", "page_number"}
)  # a page that holds no more is an empty page, not a lost one
PROSE = frozenset({"heading", "paragraph", "list_item", "caption", "footnote", "quote"})


@dataclass(frozen=True, slots=True, kw_only=True)
class Scored:
    """The document's scorecard, the findings behind it, and the pages that a page measure or a missing text takes out."""

    measures: tuple[Measure, ...]
    findings: tuple[Finding, ...]
    lost_pages: frozenset[int]


@dataclass(frozen=True, slots=True, kw_only=True)
class PageMeasure:
    """``value`` judges the text of one page; None abstains. ``worst`` picks the document's value out of its pages'."""

    name: str
    problem: Problem
    value: Callable[[Parts], float | None]
    limit: float
    low_is_bad: bool = False

    def breached(self, value: float | None) -> bool:
        """True when the value lies on the wrong side of the limit."""
        return value is not None and (value < self.limit if self.low_is_bad else value > self.limit)

    def worst(self, values: Sequence[float]) -> float | None:
        """The page value that decides."""
        return None if not values else min(values) if self.low_is_bad else max(values)


def score_document(extraction: Extraction, cleaned: Cleaned, findings: Sequence[Finding], settings: Settings) -> Scored:
    """Measure every page, then the document."""
    texts = {page: Parts(text) for page, text in page_texts(extraction, cleaned).items()}
    measures: list[Measure] = []
    breaches: list[Finding] = []
    typed = all(page.content is None for page in extraction.pages)
    for page_measure in _page_measures(settings.gate, cleaned.language, typed=typed):
        values = {page: page_measure.value(text) for page, text in texts.items()}
        breaches.extend(
            _breach(page_measure, page, value) for page, value in values.items() if page_measure.breached(value)
        )
        worst = page_measure.worst([value for value in values.values() if value is not None])
        measures.append(
            Measure(
                name=page_measure.name, value=worst, threshold=page_measure.limit, breached=page_measure.breached(worst)
            )
        )
    without_text = _pages_without_text(extraction, cleaned, findings)
    shares = (*_share_measures(extraction.pages, settings.gate), _hidden(cleaned), _lost(without_text))
    held = [_share_finding(measure) for measure in shares if measure.breached]
    lost = frozenset(without_text) | {finding.page for finding in breaches if finding.page is not None}
    return Scored(measures=(*measures, *shares), findings=(*breaches, *held), lost_pages=lost)


def page_texts(extraction: Extraction, cleaned: Cleaned) -> Mapping[int, str]:
    """The prose of each page; on pages with geometry the words of its tables as well."""
    paged = {page.page for page in extraction.pages if page.content is not None}
    texts: dict[int, list[str]] = defaultdict(list)
    for block in cleaned.blocks:
        if block.kind in PROSE:
            texts[block.page].append(block.text)
    for table in cleaned.tables:
        if table.page in paged:
            texts[table.page].extend(cell for row in table.rows for cell in row if cell)
    return {page: _without_addresses("\n".join(parts)) for page, parts in texts.items()}


def _without_addresses(text: str) -> str:
    return ADDRESS.sub(" ", text) if "](" in text or "://" in text or "@" in text else text


def _page_measures(limits: GateThresholds, language: str | None, *, typed: bool) -> tuple[PageMeasure, ...]:
    """``typed`` texts come as characters: a word of a far script in them was written so, where on a printed page it may be a wrong glyph."""
    return (
        PageMeasure(
            name="garbage_share",
            problem=Problem.GARBAGE_CHARACTERS,
            value=text_quality.garbage_share,
            limit=limits.garbage_share,
        ),
        PageMeasure(
            name="dictionary_hit_margin",
            problem=Problem.LOW_DICTIONARY_HIT,
            value=lambda text: _dictionary_margin(text, limits),
            limit=0.0,
            low_is_bad=True,
        ),
        PageMeasure(
            name="unexpected_letter_share",
            problem=Problem.UNEXPECTED_LETTERS,
            value=lambda text: _unexpected(_without_far_words(text) if typed else text, language, limits),
            limit=limits.unexpected_letters,
        ),
        PageMeasure(
            name="mixed_script_share",
            problem=Problem.UNEXPECTED_LETTERS,
            value=lambda text: _with_words(text, limits, text_quality.mixed_script_share),
            limit=limits.mixed_script,
        ),
        PageMeasure(
            name="mean_token_length",
            problem=Problem.GLUED_WORDS,
            value=lambda text: _with_words(text, limits, text_quality.mean_token_length),
            limit=limits.mean_token_length,
        ),
        PageMeasure(
            name="single_letter_share",
            problem=Problem.LETTER_SPACED,
            value=lambda text: _with_words(text, limits, text_quality.single_letter_share),
            limit=limits.single_letter_share,
        ),
    )


def _with_words(text: Parts, limits: GateThresholds, measure: Callable[[Parts], float]) -> float | None:
    """Abstain where there are too few words for a share to mean anything."""
    return measure(text) if text.pieces >= limits.dictionary_words else None


def _without_far_words(text: Parts) -> Parts:
    return text if text.text.isascii() else Parts(text_quality.without_far_words(text.text))


def _unexpected(text: Parts, language: str | None, limits: GateThresholds) -> float | None:
    """Abstains where the language is unknown: a coherent other alphabet is no garbage (triage-ocr.md section 8)."""
    if language is None:
        return None
    return _with_words(text, limits, lambda words: text_quality.unexpected_letter_share(words, language))


def _dictionary_margin(text: Parts, limits: GateThresholds) -> float | None:
    """Dictionary hit minus its limit: forms (many digits) have a lower one. None when the lists abstain, as they do on program text."""
    found = hit(sample(tokens_of(text.text)))
    if found.share is None or found.words < limits.dictionary_words:
        return None
    form = text_quality.digit_share(text) > limits.form_digit_share
    limit = limits.dictionary_hit_form if form else limits.dictionary_hit
    if found.share < limit:
        found = _without_names(text.text, limits) or found
    share = found.share or 0.0
    return None if share < limit and is_program_text(text.text) else share - limit


def _without_names(text: str, limits: GateThresholds) -> Hit | None:
    """A list of references or people is half names: judged by its words in small letters, where there are enough of them."""
    small = hit(sample([token.lower() for token in SMALL.findall(text)]))
    return small if small.share is not None and small.words >= limits.dictionary_words else None


def _breach(measure: PageMeasure, page: int, value: float | None) -> Finding:
    side = "under" if measure.low_is_bad else "over"
    return Finding(
        code=measure.problem,
        severity=Severity.HOLD,
        page=page,
        detail=f"{measure.name} {value:.4f} {side} {measure.limit:g}",
    )


def _pages_without_text(extraction: Extraction, cleaned: Cleaned, findings: Sequence[Finding]) -> tuple[int, ...]:
    """Pages that show something, or could not be opened, and gave nothing: no block and no table lies on them."""
    failed = {finding.page for finding in findings if finding.code in (Problem.PAGE_ERROR, Problem.PAGE_WITHOUT_TEXT)}
    spoken = {
        page for block in cleaned.blocks if block.text.strip() or block.table is not None for page in _pages(block)
    }
    spoken |= {page for table in cleaned.tables for page in _pages(table)}
    spoken |= {removed.page for removed in cleaned.removed if removed.reason in FURNITURE}
    silent = (page for page in extraction.pages if page.page not in spoken and page.page_class != "blank")
    return tuple(page.page for page in silent if page.content is not None or page.page in failed)


def _pages(piece: Block | Table) -> set[int]:
    return {piece.page, *(region.page for region in piece.regions)}


def _share_measures(pages: Sequence[ExtractedPage], limits: GateThresholds) -> tuple[Measure, ...]:
    count = max(len(pages), 1)
    ocr = sum(page.route in ("ocr", "vision") for page in pages) / count
    vision = sum(page.route == "vision" for page in pages) / count
    return (
        Measure(name="ocr_share", value=ocr, threshold=limits.ocr_share, breached=ocr > limits.ocr_share),
        Measure(
            name="vision_share", value=vision, threshold=limits.vision_share, breached=vision > limits.vision_share
        ),
    )


def _hidden(cleaned: Cleaned) -> Measure:
    count = sum(removed.reason.startswith("hidden_") for removed in cleaned.removed)
    return Measure(name="hidden_texts", value=float(count), threshold=None, breached=False)


def _lost(without_text: Sequence[int]) -> Measure:
    return Measure(name="pages_without_text", value=float(len(without_text)), threshold=None, breached=False)


def _share_finding(measure: Measure) -> Finding:
    return Finding(
        code=Problem.OCR_SHARE_EXCEEDED,
        severity=Severity.HOLD,
        detail=f"{measure.name} {measure.value:.2f} over {measure.threshold:g}",
    )

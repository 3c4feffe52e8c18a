"""May the reading of a page be believed? Confidence bands, uncovered ink, and a second proof from the words themselves."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from ingest_assets.extract.ocr.engine import Word
from ingest_assets.extract.ocr.reading import Reading
from ingest_assets.images.ink import shows_text
from ingest_assets.lexicon import is_word, language_of, tokens_of
from ingest_assets.model import Finding, Json
from ingest_assets.problems import Problem
from ingest_assets.thresholds.ocr import Ocr

# Tesseract's codes of the languages that have a word list.
SHORT = {
    "eng": "en", "rus": "ru", "deu": "de", "fra": "fr", "ukr": "uk", "bul": "bg", "spa": "es", "ita": "it", "por": "pt",
    "nld": "nl", "pol": "pl", "ces": "cs", "swe": "sv", "nor": "nb", "dan": "da", "fin": "fi", "ron": "ro", "hun": "hu",
    "tur": "tr", "slk": "sk", "slv": "sl", "hrv": "sh", "srp_latn": "sh", "cat": "ca", "lit": "lt", "lav": "lv", "isl": "is",
    "ind": "id", "msa": "ms", "vie": "vi", "mkd": "mk", "ell": "el", "heb": "he", "ara": "ar", "fas": "fa", "urd": "ur",
}  # fmt: skip


@dataclass(frozen=True, slots=True, kw_only=True)
class Proof:
    """What the words say about themselves. ``doubtful`` estimates the share of wrong words, ``hit`` is None under too few tokens.

    ``foreign`` is the language of the words when Tesseract was not asked for it (ISO 639-1).
    """

    words: int
    doubtful: float
    hit: float | None
    foreign: str | None = None

    def signals(self) -> dict[str, Json]:
        """For the page's signals."""
        found: dict[str, Json] = {"foreign_language": self.foreign} if self.foreign else {}
        return {
            **found,
            "doubtful": round(self.doubtful, 3),
            "dictionary_hit": None if self.hit is None else round(self.hit, 3),
        }


def proof_of(reading: Reading, limits: Ocr, languages: Sequence[str] = ()) -> Proof:
    """Weigh every word by its confidence and by the dictionary; on a page that is not sure, also the ink that no word covers."""
    spoken = [word for word in reading.words if any(char.isalnum() for char in word.text)]
    tokens = tokens_of(" ".join(word.text for word in spoken))
    hit = sum(is_word(token) for token in tokens) / len(tokens) if len(tokens) >= limits.proof_words else None
    foreign = foreign_language(tokens, languages, limits) if hit is not None else None
    wrong = sum(_is_doubtful(word, limits, foreign) for word in spoken) + prepositions_as_digits(spoken)
    doubtful = wrong / max(len(spoken), 1)
    if reading.confidence < limits.sure_from:  # above it logos and signatures are the ink that no word covers
        doubtful += limits.ink_weight * reading.uncovered
    return Proof(words=len(spoken), doubtful=doubtful, hit=hit, foreign=foreign)


def prepositions_as_digits(words: Sequence[Word]) -> int:
    """How many 6 and 8 between two Russian words are more likely the preposition "в": several, and more of them than of "в" itself.

    Tesseract reads it so in written hands, with a confidence of 92 and more.
    """
    texts = [word.text for word in words]
    lone = sum(
        text in ("6", "8") and before.isalpha() and after[:1].islower() and not after.isascii()
        for before, text, after in zip(texts, texts[1:], texts[2:], strict=False)
    )
    return lone if lone > 1 and lone > sum(text in ("в", "В") for text in texts) else 0


def foreign_language(tokens: Sequence[str], languages: Sequence[str], limits: Ocr) -> str | None:
    """The language (ISO 639-1) that explains the tokens clearly better than any that Tesseract was asked for; None mostly."""
    found = language_of(tokens)
    asked = [SHORT[language] for language in languages if language in SHORT]
    if found is None or not asked or found in asked:
        return None
    known = [sum(is_word(token, language) for token in tokens) for language in (found, *asked)]
    return found if known[0] - max(known[1:]) >= limits.foreign_gain * len(tokens) else None


def _is_doubtful(word: Word, limits: Ocr, foreign: str | None) -> bool:
    """A word is doubtful under the weak limit, or under the sure limit when no dictionary has it; numbers stand in none.

    In a language that Tesseract was not asked for no confidence counts: it is sure of "fiir" where "für" is printed.
    """
    if word.confidence < limits.weak_confidence:
        return True
    if foreign is not None:
        return not all(is_word(token, foreign) for token in tokens_of(word.text))
    return word.confidence < limits.sure_confidence and not all(is_word(token) for token in tokens_of(word.text))


@dataclass(frozen=True, slots=True, kw_only=True)
class Judgement:
    """What becomes of a page. ``blank``: nothing to read on it; ``held``: its text may not be believed."""

    proof: Proof
    blank: bool = False
    held: bool = False
    findings: tuple[Finding, ...] = ()


def judge(
    reading: Reading, page: int, limits: Ocr, *, languages: Sequence[str] = (), region: bool = False
) -> Judgement:
    """Judge one page; of a mixed page (``region``) only the images' words, which are then left out rather than held.

    ``languages`` are those that Tesseract was asked for.
    """
    proof = proof_of(reading, limits, languages)
    if is_blank(reading, limits):
        return Judgement(proof=proof, blank=True)
    holds = tuple(_holds(reading, proof, page, limits))
    if holds:
        return Judgement(proof=proof, held=True, findings=_left_out(holds, page) if region else holds)
    return Judgement(proof=proof, findings=tuple(_notes(reading, proof, page, limits)))


def is_blank(reading: Reading, limits: Ocr) -> bool:
    """Nothing a reader could read: no word above the word limit, and no ink that stands in lines as letters do."""
    credible = sum(word.confidence > limits.word_confidence and len(word.text) > 1 for word in reading.words)
    return credible == 0 and not reading.fault and not shows_text(reading.raster, reading.dpi, reading.ink)


def _holds(reading: Reading, proof: Proof, page: int, limits: Ocr) -> Iterator[Finding]:
    """Why the page's text may not be believed."""
    confidence = f"mean confidence {reading.confidence:.1f}"
    if proof.words == 0:
        yield without_text(page, reading.fault or "text-like ink and no word")
        return
    if reading.uncovered > limits.uncovered:
        yield finding(
            Problem.OCR_MISSED_INK, page, f"{reading.uncovered:.3f} of the ink unread, limit {limits.uncovered}"
        )
    elif reading.filled > limits.filled_share * proof.words:
        detail = f"{reading.filled} of {proof.words} words come from a second search, limit {limits.filled_share}"
        yield finding(Problem.OCR_MISSED_INK, page, detail)
    if reading.confidence < limits.uncertain_from:
        yield finding(Problem.OCR_LOW_CONFIDENCE, page, f"{confidence} under {limits.uncertain_from}")
    elif proof.doubtful > limits.doubtful:
        asked = f", their language is {proof.foreign}, which Tesseract was not asked for" if proof.foreign else ""
        detail = f"{confidence}, {proof.doubtful:.3f} of the words doubtful, limit {limits.doubtful}{asked}"
        yield finding(Problem.OCR_LOW_CONFIDENCE, page, detail)
    elif proof.hit is not None and proof.hit < limits.least_hit:
        yield finding(
            Problem.OCR_LOW_CONFIDENCE, page, f"{confidence}, dictionary hit {proof.hit:.2f} under {limits.least_hit}"
        )
    elif reading.confidence < limits.accept_from and proof.hit is None and proof.words < limits.proof_words:
        yield finding(
            Problem.OCR_LOW_CONFIDENCE,
            page,
            f"{confidence} under {limits.accept_from}, too few words for a second proof",
        )


def _notes(reading: Reading, proof: Proof, page: int, limits: Ocr) -> Iterator[Finding]:
    if reading.confidence < limits.accept_from or proof.doubtful > limits.uncertain:
        detail = f"mean confidence {reading.confidence:.1f}, {proof.doubtful:.3f} of the words doubtful"
        yield finding(Problem.OCR_UNCERTAIN, page, detail)
    if reading.filled:
        yield finding(Problem.OCR_PARTIAL, page, f"{reading.filled} words come from a second search")
    if reading.dropped_ink:
        yield finding(Problem.OCR_PARTIAL, page, "a coloured or lighter ink (stamp, pen) was left out")


def _left_out(holds: Sequence[Finding], page: int) -> tuple[Finding, ...]:
    reasons = "; ".join(f"{hold.code}: {hold.detail}" for hold in holds)
    return (finding(Problem.OCR_PARTIAL, page, f"the words of the page's images were left out ({reasons})"),)


def without_text(page: int, detail: str) -> Finding:
    """The finding for a page that shows something and gave nothing."""
    return finding(Problem.PAGE_WITHOUT_TEXT, page, detail)


def finding(code: Problem, page: int, detail: str) -> Finding:
    """A finding of the OCR route with its listed severity."""
    return Finding(code=code, severity=code.about.severity, page=page, detail=detail)

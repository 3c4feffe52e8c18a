"""May a model's transcription be taken? Every test compares it with what OCR saw on the same page."""

from __future__ import annotations

import re
from collections import Counter

from ingest_assets.extract.vision.client import Answer
from ingest_assets.lexicon import hit, sample, tokens_of
from ingest_assets.thresholds.vision import Vision

NUMBER = re.compile(r"\d[\d\s.,/\u00a0\u202f-]*\d")
DIGITS = re.compile(r"\D+")
REFUSAL = re.compile(
    r"^\W*(i['’]?m sorry|i am sorry|sorry,|i can(?:not|['’]t)|i['’]m unable|i am unable|as an ai|к сожалению, я|извините|я не могу)",
    re.IGNORECASE,
)
REFUSAL_LENGTH = 400  # characters: a longer answer that begins so is a letter of apology on the page


def rejection(answer: Answer, ocr_text: str, limits: Vision) -> str | None:
    """Why the answer may not be taken, or None."""
    text = answer.text.strip()
    if answer.finish_reason != "stop":
        return f"finish reason {answer.finish_reason}"
    if not text:
        return "empty text"
    if REFUSAL.match(text) and len(text) < REFUSAL_LENGTH:
        return "a refusal"
    return _loop(text, ocr_text, limits) or _low_hit(text, limits)


def _loop(text: str, ocr_text: str, limits: Vision) -> str | None:
    lines = Counter(line.strip() for line in text.splitlines() if any(char.isalnum() for char in line))
    count = max(lines.values(), default=0)
    if count > limits.repeated_line:
        return f"a line {count} times, limit {limits.repeated_line}"
    if len(ocr_text) >= limits.growth_from and len(text) > limits.growth * len(ocr_text):
        return f"{len(text)} characters where OCR saw {len(ocr_text)}, limit {limits.growth:g} times"
    return None


def _low_hit(text: str, limits: Vision) -> str | None:
    found = hit(sample(tokens_of(text)))
    if found.share is None or found.words < limits.hit_tokens or found.share >= limits.least_hit:
        return None
    return f"dictionary hit {found.share:.2f} under {limits.least_hit}"


def unverified_numbers(text: str, ocr_text: str) -> tuple[str, ...]:
    """Numbers of two digits and more that stand in the model's text and in no OCR reading; blanks and separators do not count."""
    seen = DIGITS.sub("", ocr_text)
    known = Counter(_bare(number) for number in NUMBER.findall(ocr_text))
    missing = []
    for number in NUMBER.findall(text):
        bare = _bare(number)
        parts = [part for part in re.split(r"\D+", number) if len(part) > 1]
        if bare in known or (len(bare) > 3 and bare in seen):
            continue
        if parts and all(part in known or (len(part) > 3 and part in seen) for part in parts):
            continue
        missing.append(number.strip())
    return tuple(dict.fromkeys(missing))


def _bare(number: str) -> str:
    return DIGITS.sub("", number)

"""Which code page are these bytes? Physical evidence first, then the byte model."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from ingest_assets.code_pages.alphabets import EAST_ASIAN, FOREIGN, ONE_BYTE
from ingest_assets.code_pages.byte_model import Ranked, rank
from ingest_assets.code_pages.decode import decode
from ingest_assets.code_pages.escapes import escaped_encoding
from ingest_assets.code_pages.utf8 import check_utf8
from ingest_assets.code_pages.wide import mark_of, wide_encoding

TAGS = re.compile(rb"<[A-Za-z/!?][^<>]*>")
SILENT = ((b"<script", b"</script"), (b"<style", b"</style"), (b"<!--", b"-->"))
"""What no reader of a page sees; cut by searching, not by a pattern that costs quadratic time on unclosed tags."""
SIMPLE_TAGS = re.compile(rb"</?[A-Za-z][^<>\x80-\xff]{0,300}>")
ADDRESSES = re.compile(rb"(?:https?|ftp)://[!-~]+|\bwww\.[!-~]+|[A-Za-z0-9._+-]{1,64}@[A-Za-z0-9.-]{1,255}")
LINE_END = re.compile(rb"\r\n|\n|\r")
SAMPLE_BYTES = 4096
"""Bytes that the model scores: above 2 KB it was right on all development texts, and its cost grows with them."""
CONTEXT = 60
"""Bytes kept before the first high byte of a long line."""
CLEAR_LEAD, SLIGHT_LEAD = 4.0, 1.5
"""Nat between the best answer and the next that gives another text: above 4 right on .9987 of 1,568 texts, under 4 on .96."""
NEUTRAL = bytes((0x91, 0x92, 0x93, 0x94, 0x96, 0x97, 0xA0, 0x80, 0x85, 0xAB, 0xBB))
"""windows-1252's quotes, dashes, no-break space, euro and ellipsis."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Bar:
    """What a set of another script needs to be preferred: lead in nat and nat per high letter, score per high letter, number of high letters."""

    lead: float
    lead_per_letter: float
    score: float
    letters: int


AGAINST_LABEL = Bar(lead=CLEAR_LEAD, lead_per_letter=0.5, score=-6.0, letters=1)
"""Against a server's default label (sniffing.md section 3): 0 of 7,467 true windows-1252 strings were overruled."""
AGAINST_TEXT = Bar(lead=12.0, lead_per_letter=1.5, score=-4.5, letters=8)
"""Against text that is already Unicode: true cases lead by 3.7 nat per letter and more, and score -4.3 and better."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Detection:
    """A code page and how sure: 1.0 by the bytes themselves, 0.99 with a clear lead, 0.9 with a slight one or a second opinion, 0.6 else."""

    encoding: str
    confidence: float


def sample_of(data: bytes, *, markup: bool) -> bytes:
    """Up to 4 KB of the lines that hold high bytes, tags removed: a detector must not read the markup's own claims."""
    text = TAGS.sub(b" ", _without_silent(data)) if markup else SIMPLE_TAGS.sub(b" ", data)
    text = ADDRESSES.sub(b" ", text)
    kept: list[bytes] = []
    size = 0
    for line in LINE_END.split(text):
        if line.isascii():
            continue
        piece = _from_first_high(line)
        kept.append(piece)
        size += len(piece) + 1
        if size >= SAMPLE_BYTES:
            break
    return b"\n".join(kept)[:SAMPLE_BYTES]


def _without_silent(data: bytes) -> bytes:
    """The bytes without scripts, style sheets and comments; an unclosed one is left as it is."""
    lowered = data.lower()
    for opening, closing in SILENT:
        kept: list[bytes] = []
        position = 0
        while (start := lowered.find(opening, position)) >= 0 and (end := lowered.find(closing, start)) >= 0:
            kept.append(data[position:start])
            position = end + len(closing)
        data = b" ".join([*kept, data[position:]])
        lowered = data.lower()
    return data


def _from_first_high(line: bytes) -> bytes:
    """A long line begins at a blank shortly before its first high byte."""
    if len(line) <= SAMPLE_BYTES:
        return line
    first = next(position for position, byte in enumerate(line) if byte > 127)
    start = max(0, first - CONTEXT)
    return line[max(start, line.find(b" ", start, first)) :][:SAMPLE_BYTES]


def detect(data: bytes, *, candidates: Sequence[str] | None = None, markup: bool = False) -> Detection:
    """The encoding of bytes of which nobody says anything: mark, lanes, escapes, UTF-8, then statistics (among ``candidates`` only, if given)."""
    return _physical(data) or guess(data, candidates=candidates, markup=markup)


def _physical(data: bytes) -> Detection | None:
    mark = mark_of(data)
    if mark:
        return Detection(encoding=mark[0], confidence=1.0)
    named = wide_encoding(data) or escaped_encoding(data)
    if named:
        return Detection(encoding=named, confidence=0.99)
    check = check_utf8(data, count_limit=len(data))
    return Detection(encoding="utf-8", confidence=1.0) if check.valid or check.ascii else None


def guess(data: bytes, *, candidates: Sequence[str] | None = None, markup: bool = False) -> Detection:
    """Statistics alone: the code page by which the bytes are the likeliest text. windows-1252 with 0.6 when they say nothing."""
    sample = sample_of(data, markup=markup) or data[:SAMPLE_BYTES]
    ranked = rank(sample, candidates)
    if not ranked or sample.isascii():
        return Detection(encoding="windows-1252", confidence=0.6)
    western = next((one for one in ranked if one.encoding == "windows-1252"), None)
    if (
        western
        and ranked[0].score - western.score < SLIGHT_LEAD
        and not _has_high_letter(decode(sample, western.encoding))
    ):
        return Detection(encoding="windows-1252", confidence=0.6)
    best, lead = ranked[0].encoding, _lead(sample, ranked)
    if lead > CLEAR_LEAD:
        return Detection(encoding=best, confidence=0.99)
    sure = lead > SLIGHT_LEAD or _is_confirmed(sample, best)
    return Detection(encoding=best, confidence=0.9 if sure else 0.6)


def _is_confirmed(sample: bytes, encoding: str) -> bool:
    """Does charset-normalizer read the same text? It loses as a judge, but its agreement is right in .98-1.0 (sniffing.md section 3.3)."""
    from charset_normalizer import from_bytes

    other = from_bytes(sample).best()
    return other is not None and str(other) == decode(sample, encoding)


def _has_high_letter(text: str) -> bool:
    """Signs and quotes alone do not tell one Western set from another."""
    return any(char > "\x7f" and char.isalpha() for char in text)


def _lead(sample: bytes, ranked: list[Ranked]) -> float:
    """Distance to the best answer that gives another text."""
    text = decode(sample, ranked[0].encoding)
    for other in ranked[1:]:
        if decode(sample, other.encoding) != text:
            return ranked[0].score - other.score
    return CLEAR_LEAD + 1


def lead_of(data: bytes, *, second: str, first: str, markup: bool = False) -> tuple[float, int]:
    """How far the model prefers ``second`` to ``first`` (natural log, no priors), and the number of high bytes. 0 for sets it does not know."""
    sample = sample_of(data, markup=markup)
    scores = {one.encoding: one.score - _prior(one.encoding) for one in rank(sample, [first, second])}
    if len(scores) < 2:
        return 0.0, 1
    return scores[second] - scores[first], high_letters(sample)


def _prior(encoding: str) -> float:
    return (ONE_BYTE.get(encoding) or EAST_ASIAN[encoding])[1]


def high_letters(sample: bytes) -> int:
    """High bytes without windows-1252's quotes, dashes, no-break space, euro and ellipsis."""
    return (
        len(sample) - len(sample.translate(None, bytes(range(128, 256)))) - sum(sample.count(byte) for byte in NEUTRAL)
    )


def _half_width(text: str) -> int:
    """Half-width katakana: accented capitals read as Shift_JIS give nothing else, Japanese text has few."""
    return sum("\uff61" <= char <= "\uff9f" for char in text)


def foreign_of(
    data: bytes, *, markup: bool = False, against: str = "windows-1252", bar: Bar = AGAINST_LABEL
) -> str | None:
    """The set of another script that the model clearly prefers to ``against``; None when it does not."""
    sample = sample_of(data, markup=markup)
    high = high_letters(sample)
    if high < bar.letters:
        return None
    ranked = rank(sample)
    best = ranked[0]
    own = next((one.score for one in ranked if one.encoding == against), float("-inf"))
    if (
        best.encoding not in FOREIGN
        or best.encoding == against
        or _half_width(decode(sample, best.encoding)) * 3 > high
    ):
        return None
    clear = best.score - own > max(bar.lead, bar.lead_per_letter * high)
    return best.encoding if clear and best.score > bar.score * high else None

"""Text that was decoded with the wrong code page before it was saved: found and undone, paragraph by paragraph (sniffing.md section 4)."""

from __future__ import annotations

import re
from dataclasses import dataclass

from ingest_assets.code_pages.decode import byte_table, codec_of, decode
from ingest_assets.code_pages.detect import AGAINST_TEXT, foreign_of

UTF8_READ_AS = ("windows-1252", "latin-1", "windows-1251", "cp437", "macintosh")
LEGACY_READ_AS = ("windows-1252", "windows-1251", "ibm866", "koi8-r")
HAS_NO_BREAK = ("windows-1252", "latin-1", "windows-1251")
"""Sets in which A0, the second byte of "à" and of the Russian "Р", is the no-break space: white space to every reader."""
LOST_GRAVE = re.compile(rb"\xc3(?: |$)")
LOST_QUOTE = re.compile(rb"\xe2\x80(?![\x80-\xbf])")
LOST_SECOND = re.compile(rb"([\xc2\xd0]) ")
RIDDLED_WORDS, RIDDLED_SHARE = 4, 0.25
"""Words with pairs, and their share: broken French has 0.3-0.6, broken Russian 1.0; a text about mojibake under 0.1."""
ROUNDS = 3
"""Twice-encoded text exists; four times was never seen."""


def _continuation(encoding: str) -> str:
    """What the continuation bytes of UTF-8 look like in a one-byte set, ready for a character class."""
    return re.escape("".join(bytes([byte]).decode(encoding, "ignore") for byte in range(0x80, 0xC0)))


PAIRS = re.compile(f"[ÃÐÑ][\x80-\xbf{_continuation('cp1252')}]|â€|[РС][{_continuation('cp1251')}]")
"""What UTF-8's Latin and Cyrillic letters become in windows-1252 and windows-1251. Ukrainian "Рі" is one too: the whole paragraph must decode."""
GLUED = re.compile("[A-Za-z][\u0370-\u1fff]|[\u0370-\u1fff][A-Za-z]")
NEUTRAL = re.compile("[‘’“”–—…•\xa0€£¥«»°§©®™\x85\x91-\x97]")
ASCII_QUESTION = re.compile(r"(?<=[^\W\d_])\?+(?=[^\W\d_])|\?{3,}")


@dataclass(frozen=True, slots=True, kw_only=True)
class Repair:
    """``chain`` names each step as "encoded as>decoded as", outermost first; ``confidence`` is 0.99 for strict UTF-8, 0.9 for the byte model."""

    text: str
    chain: tuple[str, ...]
    confidence: float


def repair(paragraph: str) -> Repair | None:
    """The paragraph as it was meant; None for clean text. Only whole paragraphs: a text that explains "é → Ã©" also holds intact characters."""
    if paragraph.isascii():
        return None
    return utf8_repair(paragraph) or _legacy_repair(paragraph)


def is_mojibake(text: str) -> bool:
    """True when the pairs that UTF-8 leaves in windows-1252 or windows-1251 stand in a paragraph, and decoding that paragraph undoes them, or
    could not because bytes are lost: then the pairs stand in a good part of its words, as in no text that only talks of them.
    """
    return any(
        PAIRS.search(paragraph) and (_is_riddled(paragraph) or utf8_repair(paragraph) is not None)
        for paragraph in text.splitlines()
    )


def _is_riddled(paragraph: str) -> bool:
    """Many words hold a pair of windows-1252, or two of windows-1251, of which Ukrainian and closing quotes make single ones."""
    words = paragraph.split()
    broken = 0
    for word in words if not paragraph.isascii() else ():
        pairs = PAIRS.findall(word)
        broken += len(pairs) > 1 or any(pair[0] in "ÃÐÑâ" for pair in pairs)
    return broken >= RIDDLED_WORDS and broken >= RIDDLED_SHARE * len(words)


def lost_share(text: str) -> float:
    """Share of words that hold a replacement character, or a question mark between letters: what no decoding brings back."""
    if "\ufffd" not in text and "?" not in text:
        return 0.0
    words = text.split()
    lost = [word for word in words if "\ufffd" in word or ("?" in word and ASCII_QUESTION.search(word))]
    return len(lost) / len(words)


def utf8_repair(paragraph: str) -> Repair | None:
    """UTF-8 that was read as a one-byte set, once or several times; None when the paragraph's bytes are no UTF-8."""
    chain: list[str] = []
    text = paragraph
    for _ in range(ROUNDS):
        step = _utf8_step(text)
        if step is None:
            break
        text, read_as = step
        chain.append(f"{read_as}>utf-8")
    return Repair(text=text, chain=tuple(chain), confidence=0.99) if chain else None


def _utf8_step(text: str) -> tuple[str, str] | None:
    for read_as in UTF8_READ_AS:
        raw = encoded(text, read_as)
        if raw is None or raw.isascii():
            continue
        meant = _strict(raw) or (_strict(_restored(raw)) if read_as in HAS_NO_BREAK and PAIRS.search(text) else None)
        if meant is None:
            continue
        # "l’état" from macintosh bytes would be valid UTF-8 with an Armenian letter amid the word.
        if len(meant) < len(text) and len(GLUED.findall(meant)) * 2 < len(text) - len(meant):
            return meant, read_as
    return None


def _strict(raw: bytes) -> str | None:
    try:
        return raw.decode("utf-8")
    except UnicodeDecodeError:
        return None


def _restored(raw: bytes) -> bytes:
    """The bytes with A0 put back where folding of white space made it a blank, or stripped it from the end; and with 9D, which windows-1252
    lacks, behind the first bytes of a closing quote.

    A word that ends in "à" keeps its blank: it stood beside the no-break space.
    """
    raw = LOST_SECOND.sub(rb"\1" + b"\xa0", LOST_GRAVE.sub(b"\xc3\xa0 ", raw).removesuffix(b" "))
    return LOST_QUOTE.sub(b"\xe2\x80\x9d", raw)


def encoded(text: str, encoding: str) -> bytes | None:
    """The bytes of a text in a one-byte set, C1 controls as the bytes they came from; None when a character has none."""
    try:
        return text.encode(codec_of(encoding))
    except UnicodeEncodeError:
        pass
    table = byte_table(encoding) or ""
    positions = {char: byte for byte, char in enumerate(table)}
    try:
        return bytes(positions[char] for char in text)
    except KeyError:
        return None


def _legacy_repair(paragraph: str) -> Repair | None:
    """A legacy code page read as another: the byte model must prefer a set of another script clearly."""
    if len(NEUTRAL.sub("", paragraph)) - sum(char < "\x80" for char in paragraph) < AGAINST_TEXT.letters:
        return None
    for read_as in LEGACY_READ_AS:
        raw = encoded(paragraph, read_as)
        if raw is None:
            continue
        meant = foreign_of(raw, against=read_as, bar=AGAINST_TEXT)
        text = decode(raw, meant) if meant else paragraph
        if meant and text != paragraph:
            return Repair(text=text, chain=(f"{read_as}>{meant}",), confidence=0.9)
    return None

"""Mail headers as people read them: encoded words joined, raw 8-bit bytes decoded."""

from __future__ import annotations

import base64
import binascii
import re
from collections.abc import Iterator
from email.message import Message
from email.utils import parsedate_to_datetime

from ingest_assets.code_pages.decode import canonical, decode
from ingest_assets.extract.labelled import labelled_text

ENCODED = re.compile(r"=\?([^?\s]{1,60})\?([bBqQ])\?([^?]{0,4000})\?=")
FOLD = re.compile(r"\r?\n[ \t]*|\r")
SHOWN = ("subject", "from", "to", "cc", "bcc", "reply-to", "date", "message-id", "in-reply-to", "list-id")
HEADER_CHARACTERS = 20_000  # of one header that are read: a list of a thousand addresses
ESCAPED_BYTE = re.compile(r"=([0-9A-Fa-f]{2})")


def header(message: Message, name: str, charset: str | None = None) -> str:
    """The first header of this name, decoded; "" when there is none. ``charset`` is the body's, for raw 8-bit bytes."""
    for key, value in message.raw_items():
        if key.lower() == name:
            return decoded(str(value), charset)
    return ""


def headers(message: Message, charset: str | None = None) -> dict[str, str]:
    """The headers that a reader looks at, and the date in ISO form."""
    found = {name.replace("-", "_"): value for name in SHOWN if (value := header(message, name, charset))}
    date = iso_date(found.get("date", ""))
    if date is not None:
        found["date"] = date
    return found


def iso_date(value: str) -> str | None:
    """An RFC 5322 date in ISO 8601, None when it is none."""
    try:
        return parsedate_to_datetime(value).isoformat()
    except (ValueError, TypeError, IndexError, OverflowError):
        return None


def decoded(value: str, charset: str | None = None) -> str:
    """Adjacent encoded words join without a gap, also when a character is split between them."""
    text = FOLD.sub(" ", value[:HEADER_CHARACTERS])
    parts: list[str] = []
    waiting: tuple[str, bytes] | None = None
    for label, piece in _pieces(text):
        if waiting is not None and label != waiting[0]:
            parts.append(labelled_text(waiting[1], waiting[0]))
            waiting = None
        if label:
            waiting = (label, (waiting[1] if waiting else b"") + piece)
        else:
            parts.append(_raw(piece, charset))
    if waiting is not None:
        parts.append(labelled_text(waiting[1], waiting[0]))
    return " ".join("".join(parts).split())


def _pieces(text: str) -> Iterator[tuple[str, bytes]]:
    """(charset or "", bytes): blanks between two encoded words are no text."""
    position, after_word = 0, False
    for match in ENCODED.finditer(text):
        between = text[position : match.start()]
        if between.strip() or (between and not after_word):
            yield "", between.encode("utf-8", "surrogateescape")
        yield match[1].partition("*")[0].lower(), _word(match[2], match[3])
        position, after_word = match.end(), True
    rest = text[position:]
    if rest:
        yield "", rest.encode("utf-8", "surrogateescape")


def _word(kind: str, text: str) -> bytes:
    if kind in "qQ":
        data = text.replace("_", " ").encode("utf-8", "surrogateescape")
        return ESCAPED_BYTE.sub(lambda match: chr(int(match[1], 16)), data.decode("latin-1")).encode("latin-1")
    clean = re.sub(r"[^A-Za-z0-9+/]", "", text)
    try:
        return base64.b64decode(clean + "=" * (-len(clean) % 4))
    except (binascii.Error, ValueError):
        return base64.b64decode(clean[: len(clean) // 4 * 4])


def _raw(piece: bytes, charset: str | None) -> str:
    if piece.isascii():
        return piece.decode("ascii")
    return labelled_text(piece, charset)


def file_name(part: Message) -> str:
    """The part's file name, decoded from RFC 2231 or encoded words; "" when it has none."""
    for name, of in (("filename", "content-disposition"), ("name", "content-type")):
        try:
            value = part.get_param(name, header=of)
        except (ValueError, LookupError, TypeError):
            value = None
        if isinstance(value, tuple):
            return _rfc2231(value)
        if value:
            return decoded(str(value))
    return ""


def _rfc2231(value: tuple[str | None, str | None, str]) -> str:
    data = value[2].encode("latin-1", "surrogateescape") if value[2].isascii() or value[0] else value[2].encode()
    name = canonical(value[0]) if value[0] else None
    return decode(data, name) if name else labelled_text(data, None)

"""Text or binary? And the head of the text, decoded well enough to recognise its kind (sniffing.md section 2, point 5)."""

from __future__ import annotations

import codecs
from dataclasses import dataclass

from ingest_assets.code_pages.escapes import escaped_encoding
from ingest_assets.code_pages.wide import mark_of, wide_encoding
from ingest_assets.sniff.mapped import Bytes
from ingest_assets.thresholds.sniff import SniffLimits

CONTROLS = bytes(byte for byte in range(32) if byte not in b"\t\n\x0c\r\x08\x1b\x1a") + b"\x7f"
HIGH = bytes(range(128, 256))
SHORT_TEXT = 16
"""Bytes from which one or two NULs are damage of a text, not proof of binary data."""
TEXT_CODECS = {"utf-16le": "utf-16-le", "utf-16be": "utf-16-be", "utf-32le": "utf-32-le", "utf-32be": "utf-32-be"}


@dataclass(frozen=True, slots=True, kw_only=True)
class TextHead:
    """The first 64 KB of a text after mark and blanks; ``whole`` says that nothing was cut. ``wide`` is its UTF-16/32 name without a mark."""

    text: str
    whole: bool
    mark: str | None = None
    wide: str | None = None
    size: int = 0

    @property
    def blank(self) -> bool:
        """Only blanks, or nothing but a mark."""
        return not self.text and self.whole


def read_text(data: Bytes, limits: SniffLimits) -> TextHead | None:
    """The head of a text; None when the bytes are binary."""
    head = data[: limits.text_head]
    mark = mark_of(head)
    if mark and mark[0] != "utf-8":
        return _wide(data, mark[0], mark[1], limits) or _eight_bit(data, head, None, limits)
    if mark:
        return _eight_bit(data, head[3:], "utf-8", limits)
    wide = wide_encoding(head)
    if wide:
        found = _wide(data, wide, 0, limits)
        if found:
            return TextHead(text=found.text, whole=found.whole, wide=wide, size=len(data))
    return _eight_bit(data, head, None, limits)


def _wide(data: Bytes, encoding: str, skip: int, limits: SniffLimits) -> TextHead | None:
    raw = data[skip : skip + limits.text_head * 2]
    text = raw.decode(TEXT_CODECS[encoding], errors="replace")
    strange = sum(
        (char < " " and char not in "\t\n\r\f") or char == "\ufffd" or "\ue000" <= char <= "\uf8ff" for char in text
    )
    if strange > max(1, 0.02 * len(text)):
        return None
    stripped = text.lstrip("\ufeff \t\r\n\f\v\0\u3000\xa0")
    return TextHead(text=stripped, whole=len(data) <= skip + limits.text_head * 2, mark=encoding, size=len(data))


def _eight_bit(data: Bytes, head: bytes, mark: str | None, limits: SniffLimits) -> TextHead | None:
    body = head.rstrip(b"\0") if len(data) <= limits.text_head else head
    if not body and head:
        return None
    if not escaped_encoding(body) and any(_is_binary(piece, limits) for piece in _pieces(data, body, limits)):
        return None
    text = _decoded(body)
    offset = len(text) - len(text.lstrip("\ufeff \t\r\n\f\v\xa0"))
    whole = len(data) <= limits.text_head
    if not whole and offset == len(text):
        return _late(data, mark, limits)
    return TextHead(text=text[offset:], whole=whole, mark=mark, size=len(data))


def _late(data: Bytes, mark: str | None, limits: SniffLimits) -> TextHead:
    """A text whose first 64 KB are blanks."""
    step = limits.text_head
    position = next(
        (at for at in range(0, min(len(data), 512 * step), step) if data[at : at + step].strip()), len(data)
    )
    text = _decoded(data[position : position + step]).lstrip()
    return TextHead(text=text, whole=position + step >= len(data), mark=mark, size=len(data))


def _pieces(data: Bytes, body: bytes, limits: SniffLimits) -> list[bytes]:
    if len(data) <= limits.text_head:
        return [body]
    middle = len(data) // 2
    return [body, data[middle : middle + 16384], data[len(data) - 16384 :].rstrip(b"\0")]


def _decoded(body: bytes) -> str:
    try:
        return codecs.getincrementaldecoder("utf-8")().decode(body)
    except UnicodeDecodeError:
        return body.decode("latin-1")


def _is_binary(piece: bytes, limits: SniffLimits) -> bool:
    if not piece:
        return False
    controls = len(piece) - len(piece.translate(None, CONTROLS))
    nuls = piece.count(0)
    allowed = limits.control_share * len(piece)
    if len(piece) >= SHORT_TEXT and 0 < nuls <= 2 and controls == nuls:
        controls = 0
    if controls > allowed:
        return True
    high = len(piece) - len(piece.translate(None, HIGH))
    if not high or _is_utf8(piece):
        return False
    share = high / len(piece)
    if controls and share > limits.high_share_with_control:
        return True
    return share > limits.high_share and len(set(piece)) > limits.distinct_bytes and not _is_east_asian(piece)


def _is_utf8(piece: bytes) -> bool:
    """Valid UTF-8 but for a character cut at either end."""
    start = next((at for at in range(min(4, len(piece))) if piece[at] & 0xC0 != 0x80), 0)
    try:
        codecs.getincrementaldecoder("utf-8")().decode(piece[start:])
    except UnicodeDecodeError:
        return False
    return True


def _is_east_asian(piece: bytes) -> bool:
    """Two-byte sets use nearly all byte values; random bytes do not decode by any of them."""
    return any(
        piece.decode(codec, errors="replace").count("\ufffd") <= 0.004 * len(piece) + 1
        for codec in ("cp932", "gb18030", "big5hkscs", "cp949", "euc_jp", "johab")
    )

"""HTML or plain text that Outlook wrapped in RTF (MS-OXRTFEX): taken out again, linearly."""

from __future__ import annotations

import html
import re
from dataclasses import dataclass, field

from ingest_assets.code_pages.decode import decode
from ingest_assets.extract.mail.code_page_numbers import FONT_CHARSETS, name_of

TOKEN = re.compile(
    rb"\\'([0-9a-fA-F]{2})|\\([a-zA-Z]{1,32})(-?\d{1,10})? ?|\\([^a-zA-Z])|([{}])|([^\\{}\r\n]+)|[\r\n]+"
)
BREAKS = {b"par": "\n", b"line": "\n", b"tab": "\t"}
SIGNS = {
    b"lquote": "‘",
    b"rquote": "’",
    b"ldblquote": "“",
    b"rdblquote": "”",
    b"bullet": "•",
    b"endash": "–",
    b"emdash": "—",
}
SKIPPED = frozenset(
    {b"fonttbl", b"colortbl", b"stylesheet", b"info", b"pntext", b"pict", b"object", b"header", b"footer"}
)


def encapsulated_kind(rtf: bytes) -> str | None:
    """``html``, ``text``, or None when the RTF is a document of its own."""
    head = rtf[:4000]
    if b"\\fromhtml" in head:
        return "html"
    return "text" if b"\\fromtext" in head else None


@dataclass(slots=True)
class _Group:
    skipped: bool = False
    tag: bool = False
    suppressed: bool = False
    font: int = -1
    fallback: int = 1


@dataclass(slots=True)
class Unwrapper:
    """State of one reading. Call ``text`` once."""

    is_html: bool
    encoding: str = "windows-1252"
    fonts: dict[int, str] = field(default_factory=dict)
    out: list[str] = field(default_factory=list)
    pending: bytearray = field(default_factory=bytearray)
    group: _Group = field(default_factory=_Group)
    stack: list[_Group] = field(default_factory=list)
    star: bool = False
    in_fonts: int = 0
    skip: int = 0

    def text(self, rtf: bytes) -> str:
        """The wrapped HTML or text."""
        for match in TOKEN.finditer(rtf):
            hexa, word, number, symbol, brace, plain = match.groups()
            if hexa is not None:
                self._bytes(bytes([int(hexa, 16)]))
            elif word is not None:
                self._word(word, int(number) if number is not None else None)
            elif symbol is not None:
                self._symbol(symbol)
            elif brace is not None:
                self._brace(brace)
            elif plain is not None:
                self._plain(plain)
        self._flush()
        return "".join(self.out)

    def _brace(self, brace: bytes) -> None:
        self._flush()
        self.star = False
        if brace == b"{":
            self.stack.append(self.group)
            old = self.group
            self.group = _Group(old.skipped, old.tag, old.suppressed, old.font, old.fallback)
        elif self.stack:
            self.group = self.stack.pop()
            if self.in_fonts > len(self.stack):
                self.in_fonts = 0

    def _plain(self, plain: bytes) -> None:
        if self.skip:
            dropped = min(self.skip, len(plain))
            self.skip -= dropped
            plain = plain[dropped:]
        self._bytes(plain)

    def _bytes(self, data: bytes) -> None:
        if self.skip and len(data) == 1:
            self.skip -= 1
        elif not (self.group.skipped or self.group.suppressed):
            self.pending += data

    def _symbol(self, symbol: bytes) -> None:
        if symbol == b"*":
            self.star = True
        elif symbol in (b"\\", b"{", b"}"):
            self._bytes(symbol)
        elif symbol == b"~":
            self._sign("\u00a0")
        elif symbol in (b"\r", b"\n"):
            self._sign("\n")

    def _word(self, word: bytes, number: int | None) -> None:
        star, self.star = self.star, False
        if star or word in SKIPPED:
            self._destination(word)
        elif word == b"htmlrtf":
            self._flush()
            self.group.suppressed = number != 0
        elif word == b"ansicpg" and number:
            self.encoding = name_of(number) or self.encoding
        elif word == b"f" and number is not None:
            self._flush()
            self.group.font = number
        elif word == b"fcharset" and number is not None:
            self.fonts[self.group.font] = name_of(FONT_CHARSETS.get(number, 1252)) or self.encoding
        elif word in (b"uc", b"u") and number is not None:
            self._unicode(word, number)
        elif word in BREAKS or word in SIGNS:
            self._sign(BREAKS.get(word) or SIGNS[word])

    def _destination(self, word: bytes) -> None:
        if word.startswith(b"htmltag"):
            self.group.tag, self.group.suppressed = True, False
        elif word == b"fonttbl":
            self.in_fonts = len(self.stack)
            self.group.skipped = True
        else:
            self.group.skipped = True

    def _unicode(self, word: bytes, number: int) -> None:
        if word == b"uc":
            self.group.fallback = max(0, number)
            return
        self._sign(chr(number % 65536))
        self.skip = self.group.fallback

    def _sign(self, sign: str) -> None:
        self._flush()
        if not (self.group.skipped or self.group.suppressed):
            self._emit(sign)

    def _flush(self) -> None:
        if self.pending:
            encoding = self.fonts.get(self.group.font, self.encoding) if not self.group.tag else self.encoding
            text, self.pending = decode(bytes(self.pending), encoding), bytearray()
            self._emit(text)

    def _emit(self, text: str) -> None:
        is_tag = self.group.tag or not self.is_html
        self.out.append(text if is_tag else html.escape(text, quote=False))


def unwrapped(rtf: bytes, kind: str) -> str:
    """The HTML or text inside; surrogate pairs joined."""
    text = Unwrapper(is_html=kind == "html").text(rtf)
    return text.encode("utf-16", "surrogatepass").decode("utf-16", "replace")

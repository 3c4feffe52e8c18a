"""The tables before an RTF document's text: code page, fonts, heading styles. Read in a pass of their own, so that the text pass can trust them."""

from __future__ import annotations

import re

from ingest_assets.extract.rtf.charsets import WESTERN
from ingest_assets.extract.rtf.state import Font
from ingest_assets.extract.rtf.tokens import Token, tokens

HEADING = re.compile(r"heading ([1-9])\b", re.IGNORECASE)
HEAD_BYTES = 2_000_000
"""Bytes in which the tables are looked for; font tables of a megabyte occur (embedded font names)."""


class HeaderTables:
    """``fonts`` by number, ``heading_levels`` by style number."""

    def __init__(self, data: bytes) -> None:
        self.document_page = WESTERN
        self.has_page = False
        self.default_font = -1
        self.fonts: dict[int, Font] = {}
        self.heading_levels: dict[int, int] = {}
        self._font: Font | None = None
        self._style = -1
        self._name = ""
        self._read(data[:HEAD_BYTES])

    def _read(self, data: bytes) -> None:
        depth, table, table_depth = 0, "", 0
        for token in tokens(data):
            if token.kind == "open":
                depth += 1
                self._open_entry(table, depth - table_depth)
            elif token.kind == "close":
                self._close_entry(table, depth - table_depth)
                table = "" if depth == table_depth else table
                depth -= 1
            elif token.kind == "word" and token.name in {"fonttbl", "stylesheet"}:
                table, table_depth = token.name, depth
            elif table:
                (self._font_token if table == "fonttbl" else self._style_token)(token, depth - table_depth)
            elif token.kind == "word":
                self._document_word(token)

    def _open_entry(self, table: str, level: int) -> None:
        if table == "stylesheet" and level == 1:
            self._style, self._name = -1, ""

    def _close_entry(self, table: str, level: int) -> None:
        if table == "stylesheet" and level == 1:
            self._end_style()

    def _document_word(self, token: Token) -> None:
        if token.name == "ansicpg" and token.number and not self.has_page:
            self.document_page, self.has_page = token.number, True
        elif token.name == "deff" and token.number is not None and self.default_font < 0:
            self.default_font = token.number

    def _font_token(self, token: Token, level: int) -> None:
        if token.kind == "word" and token.name == "f" and token.number is not None:
            self._font = self.fonts.setdefault(token.number, Font())
        elif self._font is None:
            return
        elif token.kind == "word" and token.name == "fcharset":
            self._font.charset = token.number
        elif token.kind == "word" and token.name == "cpg":
            self._font.page = token.number
        elif token.kind == "text" and level <= 1 and not self._font.name.endswith(";"):
            self._font.name = (self._font.name + token.data.decode("latin-1")).partition(";")[0].strip()

    def _style_token(self, token: Token, level: int) -> None:
        if level != 1:
            return
        if token.kind == "word" and token.name == "s" and token.number is not None:
            self._style = token.number
        elif token.kind == "text":
            self._name += token.data.decode("latin-1")

    def _end_style(self) -> None:
        match = HEADING.match(self._name.strip())
        if match and self._style >= 0:
            self.heading_levels[self._style] = min(6, int(match.group(1)))

"""The RTF reader: text by code page of its font, tables, lists, notes, fields (formats.md section 4, rtf)."""

from __future__ import annotations

import re
from collections.abc import Callable

from ingest_assets.extract.drafts import Draft, heading, paragraph
from ingest_assets.extract.ooxml.symbols import is_symbol_font, symbol, without_private_use
from ingest_assets.extract.raised import raised
from ingest_assets.extract.rtf.charsets import SYMBOL, decoded, page_of
from ingest_assets.extract.rtf.header import HeaderTables
from ingest_assets.extract.rtf.properties import CHARACTER, PARAGRAPH, ROW
from ingest_assets.extract.rtf.rows import RowsGathered
from ingest_assets.extract.rtf.state import INFO, MARGINS, READ_WITH_STAR, SKIPPED, FieldMark, Group, Paragraph, Side
from ingest_assets.extract.rtf.tokens import Token, tokens
from ingest_assets.model import Removed

SIGNS = {"~": "\u00a0", "_": "\u2011", "-": "", "\n": " ", "\r": " ", "\t": " ", "|": "", ":": ""}
WORDS = {
    "tab": " ", "line": " ", "emdash": "—", "endash": "–", "lquote": "‘", "rquote": "’", "ldblquote": "“", "rdblquote": "”", "bullet": "•",
    "emspace": " ", "enspace": " ", "qmspace": " ", "zwj": "\u200d", "zwnj": "\u200c", "softline": " ", "lbr": " ",
}  # fmt: skip
PAGES = {"ansi": 1252, "mac": 10000, "pc": 437, "pca": 850}
LINK = re.compile(r'HYPERLINK\s+"([^"]+)"', re.IGNORECASE)
SIDES = {"footnote", "annotation", "listtext", "pntext", "fldinst", "atnauthor"}


class RtfReader:
    """Reads one document; ``drafts``, ``removed`` and ``info`` are its result."""

    def __init__(self, data: bytes) -> None:
        self._tables = HeaderTables(data)
        self.drafts: list[Draft] = []
        self.removed: list[Removed] = []
        self.info: dict[str, str] = {}
        self._page = self._tables.document_page
        self._group = Group(font=self._tables.default_font)
        self._stack: list[Group] = []
        self._paragraph = Paragraph()
        self._pieces: list[str] = []
        self._bytes = bytearray()
        self._sides: list[tuple[Side, list[str]]] = []
        self._fields: list[FieldMark] = []
        self._notes: list[tuple[int, str]] = []
        self._comments: list[str] = []
        self._comment_author = ""
        self._rows = RowsGathered()
        self._row_open = False
        self._to_skip = 0
        self._high = 0
        self._new_group = False
        self._read(data)

    def _read(self, data: bytes) -> None:
        for token in tokens(data):
            if token.kind == "open":
                self._open()
            elif token.kind == "close":
                self._close()
                if not self._stack:
                    break
            else:
                self._content(token)
        while self._stack:
            self._close()
        self._end_paragraph()
        self._end_table()
        for number, text in self._notes:
            self.drafts.append(Draft(kind="footnote", text=text, marker=str(number)))
        self.drafts.extend(paragraph(f"Comment by {text}", flags=("comment",)) for text in self._comments)

    def _content(self, token: Token) -> None:
        first, self._new_group = self._new_group, False
        if token.kind == "word":
            if self._skipped_after_unicode():
                return
            if not (first and self._destination(token.name)):
                self._word(token.name, token.number)
        elif token.kind == "sign":
            self._sign(token.name, first=first)
        elif self._group.sink != "skip":
            self._raw(token.data)

    def _skipped_after_unicode(self) -> bool:
        if self._to_skip:
            self._to_skip -= 1
            return True
        return False

    def _raw(self, data: bytes) -> None:
        skipped = min(self._to_skip, len(data))
        self._to_skip -= skipped
        self._bytes += data[skipped:]

    def _open(self) -> None:
        self._flush()
        self._to_skip = 0
        self._stack.append(self._group)
        self._group = self._group.copy()
        self._new_group = True

    def _close(self) -> None:
        self._flush()
        self._to_skip = 0
        ended = self._group
        if not self._stack:
            return
        self._group = self._stack.pop()
        if ended.opened:
            self._end_destination(ended.opened)

    def _sign(self, sign: str, *, first: bool) -> None:
        if sign == "*" and first:
            self._group.starred = True
            self._new_group = True
            return
        if self._skipped_after_unicode() or self._group.sink == "skip":
            return
        if sign in "{}\\":
            self._raw(sign.encode())
        elif sign in SIGNS:
            self._write(SIGNS[sign])

    def _destination(self, name: str) -> bool:
        """Enter the group's destination when its first word names one; True when the word is used up."""
        group = self._group
        if name == "ud":
            group.sink = self._stack[-2].sink if len(self._stack) > 1 else "body"
            return True
        if group.sink == "skip":
            return True
        if (group.starred and name not in READ_WITH_STAR) or name in SKIPPED:
            group.sink = "skip"
            return True
        if name in SIDES or name in MARGINS or name in INFO:
            self._flush()
            group.opened, group.sink = name, "side"
            self._sides.append((Side(name), self._pieces))
            self._pieces = self._sides[-1][0].pieces
            return True
        if name == "field":
            self._flush()
            group.opened = name
            self._fields.append(FieldMark(len(self._pieces)))
            return True
        return name in READ_WITH_STAR or name == "info"

    def _end_destination(self, name: str) -> None:
        if name == "field":
            self._end_field()
            return
        side, self._pieces = self._sides.pop()
        text = " ".join("".join(side.pieces).split())
        handlers: dict[str, Callable[[str], None]] = {
            "footnote": self._end_note,
            "annotation": self._end_comment,
            "listtext": self._end_label,
            "pntext": self._end_label,
            "fldinst": self._end_instruction,
            "atnauthor": self._set_author,
        }
        if name in handlers:
            handlers[name](text)
        elif name in MARGINS and text:
            self.removed.append(Removed(text=text, page=1, reason=MARGINS[name]))
        elif name in INFO and text:
            self.info.setdefault(INFO[name], text)

    def _end_note(self, text: str) -> None:
        number = len(self._notes) + 1
        self._notes.append((number, text))
        self._pieces.append(f"[^{number}]")

    def _end_comment(self, text: str) -> None:
        if text:
            self._comments.append(f"{self._comment_author or 'unknown'}: {text}")

    def _end_label(self, text: str) -> None:
        self._paragraph.label = text if any(sign.isalnum() for sign in text) else "-"

    def _end_instruction(self, text: str) -> None:
        if self._fields:
            self._fields[-1].instruction += text

    def _set_author(self, text: str) -> None:
        self._comment_author = text

    def _end_field(self) -> None:
        mark = self._fields.pop()
        match = LINK.search(mark.instruction)
        if match is None:
            return
        text = "".join(self._pieces[mark.start :])
        if text.strip() and text.strip() != match.group(1):
            left, right = text[: len(text) - len(text.lstrip())], text[len(text.rstrip()) :]
            self._pieces[mark.start :] = [f"{left}[{text.strip()}]({match.group(1)}){right}"]

    def _word(self, name: str, number: int | None) -> None:
        group = self._group
        if name == "u" and number is not None:
            self._unicode(number % 65536)
        elif name == "uc":
            group.skip_after_unicode = max(0, number or 0)
        elif group.sink == "skip":
            return
        elif name in WORDS:
            self._write(WORDS[name])
        elif name in PAGES and group.sink == "body" and not self._tables.has_page:
            self._page = PAGES[name]
        elif name in CHARACTER:
            self._flush()
            CHARACTER[name](group, number, self._tables.default_font)
        else:
            self._structure(name, number)

    def _structure(self, name: str, number: int | None) -> None:
        if name in {"par", "sect", "page", "cell", "nestcell", "row", "nestrow", "trowd"}:
            self._flush()
            self._boundary(name)
        elif name == "pard":
            label = self._paragraph.label
            self._paragraph = Paragraph(label=label)
            self._row_open = False
        elif name in PARAGRAPH:
            PARAGRAPH[name](self._paragraph, number)
        elif name in ROW:
            ROW[name](self._rows, number)

    def _boundary(self, name: str) -> None:
        if self._group.sink == "side":
            self._pieces.append(" ")
        elif name == "trowd":
            self._row_open = True
            self._rows.begin()
        elif name == "cell":
            self._rows.cells.append(self._taken_text())
        elif name == "row":
            self._row_open = False
            self._rows.end()
        elif name == "nestcell":
            self._pieces.append(" ")
        elif self._paragraph.in_table or self._row_open:
            self._pieces.append("\n")
        else:
            self._end_paragraph()

    def _taken_text(self) -> str:
        lines = ["".join(line.split(" ")) and " ".join(line.split()) for line in "".join(self._pieces).split("\n")]
        label = f"{self._paragraph.label} " if self._paragraph.label else ""
        self._paragraph.label = ""
        self._pieces.clear()
        for mark in self._fields:
            mark.start = 0
        return label + "\n".join(line for line in lines if line)

    def _end_table(self) -> None:
        table = self._rows.taken()
        if table is not None:
            self.drafts.append(table)

    def _end_paragraph(self) -> None:
        label, self._paragraph.label = self._paragraph.label, ""
        text = " ".join(self._taken_text().split())
        if not text:
            return
        self._end_table()
        level = self._heading_level()
        if level:
            self.drafts.append(heading(f"{label} {text}" if label not in {"", "-"} else text, level))
        elif label:
            self.drafts.append(Draft(kind="list_item", text=text, marker=label, level=self._paragraph.level + 1))
        else:
            self.drafts.append(paragraph(text))

    def _heading_level(self) -> int:
        if 0 <= self._paragraph.outline < 9:
            return min(6, self._paragraph.outline + 1)
        return self._tables.heading_levels.get(self._paragraph.style, 0)

    def _unicode(self, code: int) -> None:
        self._flush()
        self._to_skip = self._group.skip_after_unicode
        if 0xD800 <= code < 0xDC00:
            self._high = code
            return
        if 0xDC00 <= code < 0xE000:
            high, self._high = self._high, 0
            if not high:
                return
            code = 0x10000 + ((high - 0xD800) << 10) + code - 0xDC00
        self._write(chr(code))

    def _flush(self) -> None:
        """Decode the bytes gathered so far; a character of two bytes never crosses a change of font."""
        if not self._bytes:
            return
        data = bytes(self._bytes)
        self._bytes.clear()
        font = self._tables.fonts.get(self._group.font)
        if font is not None and (font.charset == SYMBOL or is_symbol_font(font.name)) and font.page is None:
            name = font.name if is_symbol_font(font.name) else "symbol"
            self._write("".join(chr(byte) if byte == 0x20 else symbol(byte, name) for byte in data))
            return
        page = self._page if font is None else page_of(font.charset, font.page, self._page)
        self._write(decoded(data, page, self._page))

    def _write(self, text: str) -> None:
        if self._bytes:
            self._flush()
        group = self._group
        if group.sink == "skip" or group.deleted:
            return
        text = without_private_use(text, "")
        if group.hidden:
            if text.strip():
                self._hide(text)
            return
        self._pieces.append(raised(text, self._pieces[-1] if self._pieces else "") if group.raised else text)

    def _hide(self, text: str) -> None:
        last = self.removed[-1] if self.removed else None
        if last is not None and last.reason == "hidden_v":
            self.removed[-1] = Removed(text=f"{last.text} {text.strip()}", page=1, reason="hidden_v")
        else:
            self.removed.append(Removed(text=text.strip(), page=1, reason="hidden_v"))

"""Markdown to blocks, line by line. Linear: no nested regular expression ever sees more than one line."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field, replace

from ingest_assets.extract.html.document import read_html
from ingest_assets.extract.plain.base64_runs import without_base64
from ingest_assets.model import Block, Table
from ingest_assets.thresholds.web import Web

FENCE = re.compile(r"^ {0,3}(`{3,}|~{3,})\s*([^`]*)$")
ATX = re.compile(r"^ {0,3}(#{1,6})(?:[ \t]+(.*?))?(?:[ \t]+#+)?[ \t]*$")
SETEXT = re.compile(r"^ {0,3}(=+|-+)[ \t]*$")
RULE = re.compile(r"^ {0,3}(?:(?:\*[ \t]*){3,}|(?:-[ \t]*){3,}|(?:_[ \t]*){3,})$")
ITEM = re.compile(r"^([ \t]*)([-*+]|\d{1,9}[.)])[ \t]+(.*)$")
QUOTE = re.compile(r"^ {0,3}>[ \t]?(.*)$")
DELIMITER_ROW = re.compile(r"^[ \t]*\|?[ \t]*:?-+:?[ \t]*(?:\|[ \t]*:?-+:?[ \t]*)*\|?[ \t]*$")
PIPE = re.compile(r"(?<!\\)\|")
DEFINITION = re.compile(r"^ {0,3}\[([^\]^][^\]]*)\]:[ \t]*<?([^\s>]+)>?(?:[ \t]+[\"'(].*)?$")
FOOTNOTE = re.compile(r"^\[\^([^\]\s]{1,40})\]:[ \t]*(.*)$")
REFERENCE = re.compile(r"\[([^\[\]]{1,300})\](?:\[([^\[\]]{0,100})\])")
IMAGE = re.compile(r"!\[([^\[\]]{0,300})\](?:\([^()\s]{0,2000}(?:[ \t]+\"[^\"]{0,300}\")?\)|\[[^\[\]]{0,100}\])")
COMMENT = re.compile(r"<!--.*?(?:-->|\Z)", re.DOTALL)
ACTIVE = re.compile(
    r"<(script|style|iframe|object|template)\b[^>]{0,2000}>.*?(?:</\1\s*>|\Z)", re.DOTALL | re.IGNORECASE
)
TAG = re.compile(r"</?(?:[a-z][a-z0-9]*)(?:\s[^<>]{0,2000})?/?>", re.IGNORECASE)
HTML_BLOCK = re.compile(
    r"^</?(?:table|div|p|ul|ol|dl|details|summary|h[1-6]|center|blockquote|picture|figure|section|pre)\b", re.IGNORECASE
)
FRONT = re.compile(r"\A---[ \t]*\n(.*?)\n(?:---|\.\.\.)[ \t]*(?:\n|\Z)", re.DOTALL)
FRONT_CHARACTERS = 20_000  # front matter is short; a rule at the top of a long text is no front matter
FRONT_FIELD = re.compile(r"^([A-Za-z_][\w -]{0,60}):[ \t]*(.*)$")


@dataclass(slots=True)
class MarkdownReader:
    """State of one reading. ``read`` fills ``blocks``, ``tables`` and ``front``."""

    blocks: list[Block] = field(default_factory=list)
    tables: list[Table] = field(default_factory=list)
    front: dict[str, str] = field(default_factory=dict)
    targets: dict[str, str] = field(default_factory=dict)
    web: Web = field(default_factory=Web)
    paragraph: list[str] = field(default_factory=list)
    quoted: list[str] = field(default_factory=list)
    item: tuple[int, str] | None = None
    indents: list[int] = field(default_factory=list)

    def read(self, text: str) -> None:
        """Read a whole text with line ends as newlines."""
        text = self._without_front(text)
        lines = _without_markup(text).split("\n")
        self.targets = {match[1].lower(): match[2] for line in lines if (match := DEFINITION.match(line))}
        position = 0
        while position < len(lines):
            position = self._line(lines, position)
        self._flush()

    def _without_front(self, text: str) -> str:
        match = FRONT.match(text[:FRONT_CHARACTERS])
        if match is None:
            return text
        fields = [found for line in match[1].split("\n") if (found := FRONT_FIELD.match(line))]
        if not fields:
            return text
        self.front = {found[1].strip(): found[2].strip().strip("\"'") for found in fields}
        return text[match.end() :]

    def _line(self, lines: list[str], position: int) -> int:
        """Take the line at ``position`` (and what belongs to it); returns the next position."""
        line = lines[position]
        fence = FENCE.match(line)
        if fence is not None:
            return self._fence(lines, position, fence[1])
        if _is_table(lines, position):
            return self._table(lines, position)
        quote = QUOTE.match(line)
        if quote is not None:
            self._flush_paragraph()
            self.quoted.append(quote[1].lstrip("> \t"))
            return position + 1
        self._flush_quote()
        if DEFINITION.match(line):
            self._flush()
        else:
            self._plain_line(line)
        return position + 1

    def _plain_line(self, line: str) -> None:
        heading = ATX.match(line)
        setext = SETEXT.match(line)
        item = ITEM.match(line)
        if heading is not None:
            self._flush()
            self._add_heading(len(heading[1]), heading[2] or "")
        elif setext is not None and self.paragraph and self.item is None:
            text, self.paragraph = " ".join(self.paragraph), []
            self._add_heading(1 if setext[1][0] == "=" else 2, text)
        elif RULE.match(line) or not line.strip():
            self._flush()
        elif item is not None:
            self._flush()
            self.item = (self._level(len(item[1].expandtabs(4))), "-" if item[2] in "-*+" else item[2])
            self.paragraph = [item[3]]
        elif line.startswith(("    ", "\t")) and not self.paragraph and not self._in_list():
            self._add_indented(line)
        else:
            self.paragraph.append(line.strip())

    def _level(self, indent: int) -> int:
        """Nesting of an item by its indent, whatever the step of the indents is."""
        if not self._in_list():
            self.indents = []
        while self.indents and self.indents[-1] > indent:
            self.indents.pop()
        if not self.indents or self.indents[-1] < indent:
            self.indents.append(indent)
        return len(self.indents)

    def _in_list(self) -> bool:
        return bool(self.blocks) and self.blocks[-1].kind == "list_item"

    def _add_indented(self, line: str) -> None:
        code = line.expandtabs(4)[4:]
        last = self.blocks[-1] if self.blocks else None
        if last is not None and last.kind == "code" and "indented" in last.flags:
            self.blocks[-1] = Block(kind="code", text=f"{last.text}\n{code}", page=1, flags=("indented",))
        else:
            self.blocks.append(Block(kind="code", text=code, page=1, flags=("indented",)))

    def _fence(self, lines: list[str], position: int, mark: str) -> int:
        self._flush()
        end = position + 1
        while end < len(lines) and not _closes(lines[end], mark):
            end += 1
        code = "\n".join(lines[position + 1 : end])
        if code.strip():
            self.blocks.append(Block(kind="code", text=code.rstrip("\n"), page=1))
        return end + 1

    def _table(self, lines: list[str], position: int) -> int:
        self._flush()
        rows = [self._cells(lines[position])]
        end = position + 2
        while end < len(lines) and PIPE.search(lines[end]) and lines[end].strip():
            rows.append(self._cells(lines[end]))
            end += 1
        width = max(len(row) for row in rows)
        self.blocks.append(Block(kind="table", text="", page=1, table=len(self.tables)))
        self.tables.append(Table(page=1, rows=tuple((*row, *[""] * (width - len(row))) for row in rows)))
        return end

    def _cells(self, line: str) -> tuple[str, ...]:
        row = line.strip().removeprefix("|")
        row = row[:-1] if row.endswith("|") and not row.endswith("\\|") else row
        return tuple(self._inline(cell.replace("\\|", "|")) for cell in PIPE.split(row))

    def _add_heading(self, level: int, text: str) -> None:
        if text.strip():
            self.blocks.append(Block(kind="heading", level=level, text=self._inline(text), page=1))

    def _flush(self) -> None:
        self._flush_paragraph()
        self._flush_quote()

    def _flush_paragraph(self) -> None:
        lines, self.paragraph = self.paragraph, []
        item, self.item = self.item, None
        if lines and item is None and HTML_BLOCK.match(lines[0]):
            self._add_html("\n".join(lines))
            return
        note = FOOTNOTE.match(lines[0]) if lines else None
        text = self._inline(" ".join([note[2], *lines[1:]] if note else lines))
        if not text:
            return
        if note is not None:
            self.blocks.append(Block(kind="footnote", text=text, marker=note[1], page=1))
        elif item is not None:
            self.blocks.append(Block(kind="list_item", level=item[0], marker=item[1], text=text, page=1))
        else:
            self.blocks.append(Block(kind="paragraph", text=text, page=1))

    def _add_html(self, source: str) -> None:
        """A block of HTML is read as HTML: its tables are tables."""
        read = read_html(source, self.web)
        for block in read.blocks:
            self.blocks.append(block if block.table is None else replace(block, table=block.table + len(self.tables)))
        self.tables.extend(read.tables)

    def _flush_quote(self) -> None:
        lines, self.quoted = self.quoted, []
        for text in _paragraphs(lines):
            self.blocks.append(Block(kind="quote", text=self._inline(text), page=1))

    def _inline(self, text: str) -> str:
        """Pictures to their alternative text, reference links to their address, tags dropped."""
        if "[" in text:
            text = IMAGE.sub(lambda match: match[1], text)
            text = REFERENCE.sub(self._target, text)
        if "<" in text:
            text = TAG.sub("", text)
        return without_base64(" ".join(text.split()))

    def _target(self, match: re.Match[str]) -> str:
        url = self.targets.get((match[2] or match[1]).lower())
        return match[0] if url is None else f"[{match[1]}]({url})"


def _without_markup(text: str) -> str:
    """Comments and active elements dropped outside of fences."""
    if "<" not in text:
        return text
    parts: list[str] = []
    for is_code, part in _by_fence(text):
        parts.append(part if is_code else ACTIVE.sub("", COMMENT.sub("", part)))
    return "\n".join(parts)


def _by_fence(text: str) -> Iterator[tuple[bool, str]]:
    """Runs of lines in and out of fences, fence lines with the code."""
    mark = ""
    run: list[str] = []
    for line in text.split("\n"):
        fence = FENCE.match(line)
        if not mark and fence is not None:
            yield False, "\n".join(run)
            mark, run = fence[1], [line]
        elif mark and _closes(line, mark):
            yield True, "\n".join([*run, line])
            mark, run = "", []
        else:
            run.append(line)
    yield bool(mark), "\n".join(run)


def _closes(line: str, mark: str) -> bool:
    stripped = line.strip()
    return len(stripped) >= len(mark) and set(stripped) == {mark[0]}


def _is_table(lines: list[str], position: int) -> bool:
    if position + 1 >= len(lines) or "|" not in lines[position] or "-" not in lines[position + 1]:
        return False
    return "|" in lines[position + 1] and DELIMITER_ROW.match(lines[position + 1]) is not None


def _paragraphs(lines: list[str]) -> Iterator[str]:
    part: list[str] = []
    for line in [*lines, ""]:
        if line.strip():
            part.append(line)
        elif part:
            yield " ".join(part)
            part = []

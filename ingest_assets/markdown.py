"""Records to markdown, as output-contract.md says: page markers, headings, lists, one pipe table per table, notes at the end."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence

from ingest_assets.model import Block, Table

PREVIEW_ROWS = 200  # rows of a table flagged "preview" that the markdown shows; the sidecar and Parquet hold all (formats.md section 4)
_STRUCTURE = re.compile(r"^(#{1,6}\s|>|[-+*]\s|\||```|~~~|=+$|-+$)")
_TAG = re.compile(r"<(?=[A-Za-z/!?])")
_NUMBERED = re.compile(r"\d{1,9}[.)]")


def document_markdown(blocks: Sequence[Block], tables: Sequence[Table], pages: Sequence[int]) -> str:
    """The whole document. ``pages`` are all its page numbers in order; a page without content keeps its marker."""
    body = [block for block in blocks if block.kind != "footnote"]
    notes = [block for block in blocks if block.kind == "footnote"]
    pieces: list[str] = []
    waiting = list(pages)
    for group in _grouped(body):
        while waiting and waiting[0] <= group[0].page:
            pieces.append(f"<!-- page {waiting.pop(0)} -->")
        pieces.append(_group_markdown(group, tables))
    pieces.extend(f"<!-- page {page} -->" for page in waiting)
    pieces.extend(block_markdown(note, tables) for note in notes)
    return "\n\n".join(piece for piece in pieces if piece) + "\n"


def _grouped(blocks: Iterable[Block]) -> Iterator[list[Block]]:
    """List items that follow each other on one page stand together without blank lines."""
    group: list[Block] = []
    for block in blocks:
        if group and not (block.kind == group[-1].kind == "list_item" and block.page == group[-1].page):
            yield group
            group = []
        group.append(block)
    if group:
        yield group


def _group_markdown(group: Sequence[Block], tables: Sequence[Table]) -> str:
    return "\n".join(block_markdown(block, tables) for block in group)


def block_markdown(block: Block, tables: Sequence[Table]) -> str:
    """One block."""
    match block.kind:
        case "table":
            return table_markdown(tables[block.table]) if block.table is not None else ""
        case "heading":
            return f"{'#' * min(max(block.level, 1), 6)} {_one_line(block.text)}"
        case "list_item":
            return f"{'  ' * max(block.level - 1, 0)}{_label(block.marker)} {_one_line(block.text)}"
        case "code":
            return fenced(block.text)
        case "quote":
            return "\n".join(f"> {line}".rstrip() for line in block.text.split("\n"))
        case "footnote":
            return f"[^{block.marker or 'note'}]: {_one_line(block.text)}"
        case _:
            return _guarded(_one_line(block.text))


def _label(marker: str) -> str:
    if _NUMBERED.fullmatch(marker):
        return marker
    return f"- {marker}" if any(character.isalnum() for character in marker) else "-"


def fenced(text: str) -> str:
    """Code between fences longer than any run of backticks in it."""
    longest = max((len(run) for run in re.findall("`+", text)), default=0)
    fence = "`" * max(3, longest + 1)
    return f"{fence}\n{text.strip(chr(10))}\n{fence}"


def _one_line(text: str) -> str:
    """White space collapsed; "<" where markdown would read a tag or a comment (``Mutex<T>``) escaped."""
    joined = " ".join(text.split())
    return _TAG.sub(r"\<", joined) if "<" in joined else joined


def _guarded(text: str) -> str:
    """Escape a paragraph's first character where markdown would take it for structure."""
    return f"\\{text}" if _STRUCTURE.match(text) else text


def table_markdown(table: Table) -> str:
    """One pipe table. Several head rows are joined column by column with " / " (inferred ones stay rows); a span's text stands once, in its first cell."""
    if not table.rows:
        return ""
    rows = [[_cell(cell) for cell in row] for row in table.rows]
    heads = 1 if "inferred_head" in table.flags else max(table.header_rows, 1)
    head, body = rows[:heads], rows[heads:]
    if "preview" in table.flags:
        body = body[:PREVIEW_ROWS]
    joined = [" / ".join(dict.fromkeys(cell for cell in column if cell)) for column in zip(*head, strict=True)]
    lines = [joined, ["---"] * len(joined), *body]
    return "\n".join(f"| {' | '.join(line)} |" for line in lines)


def _cell(text: str) -> str:
    return _one_line(text).replace("|", "\\|")

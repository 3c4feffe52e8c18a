"""Records to markdown: what a reader of markdown would take for structure is escaped."""

from __future__ import annotations

import pytest

from ingest_assets.markdown import block_markdown, document_markdown, table_markdown
from ingest_assets.model import Block, Table


@pytest.mark.parametrize(
    ("text", "markdown"),
    [
        ("# no heading", "\\# no heading"),
        ("- no item", "\\- no item"),
        ("a Mutex<T> of 3 < 5", "a Mutex\\<T> of 3 < 5"),
        ("<!-- page 9 -->", "\\<!-- page 9 -->"),
        ("plain words", "plain words"),
    ],
)
def test_a_paragraph_is_a_paragraph(text: str, markdown: str) -> None:
    assert block_markdown(Block(kind="paragraph", text=text, page=1), ()) == markdown


def test_code_is_left_as_it_is() -> None:
    assert (
        block_markdown(Block(kind="code", text="let x: Vec<T> = `a`;", page=1), ()) == "```\nlet x: Vec<T> = `a`;\n```"
    )


def test_a_page_without_content_keeps_its_marker() -> None:
    blocks = [Block(kind="paragraph", text="one", page=1), Block(kind="paragraph", text="three", page=3)]
    assert document_markdown(blocks, (), (1, 2, 3)).split("\n\n") == [
        "<!-- page 1 -->", "one", "<!-- page 2 -->", "<!-- page 3 -->", "three\n",
    ]  # fmt: skip


def test_head_rows_are_joined_and_bars_escaped() -> None:
    table = Table(page=1, rows=(("", "Half", ""), ("City", "Tons", "a|b"), ("Porto", "41", "12")), header_rows=2)
    assert table_markdown(table).splitlines() == [
        "| City | Half / Tons | a\\|b |",
        "| --- | --- | --- |",
        "| Porto | 41 | 12 |",
    ]

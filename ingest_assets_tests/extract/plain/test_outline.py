"""Outlines that pandoc cannot parse: headings and literal blocks by hand."""

from __future__ import annotations

from ingest_assets.extract.plain.outline import outline_blocks
from ingest_assets.settings import Settings

WEB = Settings().web


def kinds(text: str, kind: str) -> list[tuple[str, int, str]]:
    return [(block.kind, block.level, block.text) for block in outline_blocks(text, kind, WEB)]


def test_underlines_give_levels_by_their_first_use() -> None:
    assert kinds("Title\n=====\n\nText::\n\nPart\n----\n\nMore\n\nNext\n====\n", "rst") == [
        ("heading", 1, "Title"),
        ("paragraph", 0, "Text:"),
        ("heading", 2, "Part"),
        ("paragraph", 0, "More"),
        ("heading", 1, "Next"),
    ]


def test_stars_are_headings_and_sources_are_code() -> None:
    assert kinds("#+TITLE: T\n** DONE Head :tag:\n:PROPERTIES:\ntext\n#+begin_src sh\n* ls\n#+end_src\n", "org") == [
        ("heading", 1, "T"),
        ("heading", 2, "Head"),
        ("paragraph", 0, "text"),
        ("code", 0, "* ls"),
    ]

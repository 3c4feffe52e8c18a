"""Documents imported into a document (``w:altChunk``): read in place, by what their bytes are."""

from __future__ import annotations

from collections.abc import Callable

from lxml import etree
from lxml import html as lxml_html

from ingest_assets.extract.drafts import Draft, grid_table, heading, paragraph
from ingest_assets.extract.ooxml.package import Package
from ingest_assets.model import Block, Extraction
from ingest_assets.settings import Settings

BLOCKS = ("p", "h1", "h2", "h3", "h4", "h5", "h6", "li", "div", "td", "th", "pre", "blockquote", "body")


def imported_drafts(
    package: Package, part: str, settings: Settings, read_word: Callable[[Package], Extraction]
) -> list[Draft]:
    """The drafts of an imported part: Word (by ``read_word``), RTF, HTML or plain text; nothing when it is missing."""
    if part not in package:
        return []
    data = package.read(part)
    if data.startswith(b"PK"):
        return drafts_of(read_word(Package(data, settings)))
    if data.lstrip().startswith(b"{\\rt"):
        from ingest_assets.extract.rtf.document import read_rtf

        return drafts_of(read_rtf(data, settings))
    return _html_drafts(data)


def drafts_of(read: Extraction) -> list[Draft]:
    """Blocks back to drafts, so that they can stand in another document."""
    return [_draft(block, read) for block in read.blocks]


def _draft(block: Block, read: Extraction) -> Draft:
    table = None if block.table is None else read.tables[block.table]
    return Draft(
        kind=block.kind, text=block.text, level=block.level, marker=block.marker, flags=block.flags, table=table
    )


def _html_drafts(data: bytes) -> list[Draft]:
    """The page's visible text: small parts written by programs, so a plain walk does."""
    try:
        root = lxml_html.document_fromstring(data, parser=lxml_html.HTMLParser(no_network=True, remove_comments=True))
    except (etree.ParserError, etree.XMLSyntaxError, ValueError):
        return []
    etree.strip_elements(root, "script", "style", "head", "template", with_tail=False)
    drafts: list[Draft] = []
    for element in root.iter(
        "p", "h1", "h2", "h3", "h4", "h5", "h6", "li", "div", "pre", "blockquote", "body", "table"
    ):
        drafts.extend(_html_block(element))
    return drafts


def _html_block(element: lxml_html.HtmlElement) -> list[Draft]:
    if any(parent.tag == "table" for parent in element.iterancestors()):
        return []
    tag = str(element.tag)
    if tag == "table":
        rows = [[_words(cell) for cell in row.iter("td", "th")] for row in element.iter("tr")]
        return [grid_table(rows)] if rows else []
    text = _own_words(element) if tag in {"div", "body"} else _words(element)
    if not text:
        return []
    if tag[0] == "h" and tag[1:].isdigit():
        return [heading(text, int(tag[1:]))]
    return [Draft(kind="list_item", text=text, level=1, marker="-")] if tag == "li" else [paragraph(text)]


def _words(element: lxml_html.HtmlElement) -> str:
    return " ".join(str(element.text_content()).split())


def _own_words(element: lxml_html.HtmlElement) -> str:
    """Text of a container that stands in none of its block children."""
    parts = [element.text or ""]
    for one in element:
        if one.tag not in BLOCKS and one.tag != "table" and one.tag not in {"ul", "ol"}:
            parts.append(str(one.text_content()))
        parts.append(one.tail or "")
    return " ".join(" ".join(parts).split())

"""XML of any vocabulary, feeds and FictionBook among them."""

from __future__ import annotations

from typing import Any

from ingest_assets.code_pages.decode import decode
from ingest_assets.extract.containers import ContainerFault, refused
from ingest_assets.extract.html.document import read_html
from ingest_assets.extract.plain.xml_text import HTML_VALUE, XmlReader, inner_text, local, parsed
from ingest_assets.extract.protocol import ReadRequest
from ingest_assets.extract.stitched import Stitched
from ingest_assets.extract.unpaged import on_page_one
from ingest_assets.model import Block, Extraction, Json, Route
from ingest_assets.settings import Settings

FEEDS = frozenset({"rss", "atom"})
ENTRIES = frozenset({"item", "entry"})
FEED_TEXTS = ("encoded", "content", "description", "summary")


class XmlParser:
    """No DTD is loaded, no entity expanded, no address followed."""

    name = "xml"
    revision = 2
    engines = ("lxml", "selectolax")
    formats = frozenset({"xml", "fb2"}) | FEEDS
    routes: frozenset[Route] = frozenset({"native"})
    settings: tuple[str, ...] = ("web",)

    def read(self, request: ReadRequest) -> Extraction:
        """Findings: xml_entities, corrupt."""
        try:
            root = parsed(decode(request.data(), request.sniffed.encoding or "utf-8"))
        except ContainerFault as fault:
            return refused(fault)
        if request.sniffed.format in FEEDS:
            return on_page_one(_feed(root, request.settings), self.name)
        metadata: dict[str, Json] = {"root": local(root)}
        if request.sniffed.format == "fb2":
            metadata |= _take_description(root)
        reader = XmlReader()
        reader.read(root)
        blocks = reader.blocks or _attributes(root)
        read = Extraction(blocks=tuple(blocks), tables=tuple(reader.tables), metadata=metadata)
        return on_page_one(read, self.name)


def _take_description(root: Any) -> dict[str, Json]:
    """Title and author of a FictionBook; its description is no text of the book and leaves the tree."""
    found: dict[str, Json] = {}
    for part in [child for child in root if local(child) == "description"]:
        for element in part.iter():
            if local(element) == "book-title":
                found.setdefault("title", inner_text(element))
            elif local(element) == "author":
                names = [text for child in element if "name" in local(child) and (text := inner_text(child))]
                found.setdefault("author", " ".join(names))
        root.remove(part)
    return found


def _attributes(root: Any) -> list[Block]:
    """A file that keeps everything in attributes is data: one line an element."""
    lines = []
    for element in root.iter():
        if element.attrib and local(element):
            values = "; ".join(f"{name.rpartition('}')[2]}={value}" for name, value in element.attrib.items())
            lines.append(f"{local(element)}: {values}")
    return [Block(kind="code", text="\n".join(lines), page=1)] if lines else []


def _feed(root: Any, settings: Settings) -> Extraction:
    """Each entry's title as heading, then its longest text; HTML inside is read as HTML."""
    stitched = Stitched()
    title = ""
    for element in root.iter():
        if local(element) in ENTRIES:
            stitched.add(_entry(element, settings))
        elif local(element) == "title" and not title:
            title = inner_text(element)
    head = [Block(kind="heading", level=1, text=title, page=1)] if title else []
    metadata: dict[str, Json] = {"title": title} if title else {}
    return Extraction(blocks=(*head, *stitched.blocks), tables=tuple(stitched.tables), metadata=metadata)


def _entry(entry: Any, settings: Settings) -> Extraction:
    texts = {local(child): inner_text(child) for child in entry}
    stitched = Stitched()
    if texts.get("title"):
        stitched.add(Extraction(blocks=(Block(kind="heading", level=2, text=texts["title"], page=1),)))
    dates = [texts[name] for name in ("pubdate", "published", "updated", "date") if texts.get(name)]
    if dates:
        stitched.add(Extraction(blocks=(Block(kind="paragraph", text=dates[0], page=1),)))
    body = max((texts.get(name, "") for name in FEED_TEXTS), key=len)
    if HTML_VALUE.search(body):
        stitched.add(read_html(body, settings.web))
    elif body:
        stitched.add(Extraction(blocks=(Block(kind="paragraph", text=body, page=1),)))
    return Extraction(blocks=tuple(stitched.blocks), tables=tuple(stitched.tables), removed=tuple(stitched.removed))


PARSER = XmlParser()

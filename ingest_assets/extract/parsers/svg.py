"""SVG drawings: their labels, in document order. References are not followed, so none can multiply."""

from __future__ import annotations

from ingest_assets.code_pages.decode import decode
from ingest_assets.extract.containers import ContainerFault, refused
from ingest_assets.extract.plain.xml_text import inner_text, local, parsed
from ingest_assets.extract.protocol import ReadRequest
from ingest_assets.extract.unpaged import on_page_one
from ingest_assets.model import Block, Extraction, Json, Route

TEXTS = frozenset({"text", "flowroot", "foreignobject"})


class SvgParser:
    """``text`` elements, the title and the description."""

    name = "svg"
    revision = 1
    engines = ("lxml",)
    formats = frozenset({"svg"})
    routes: frozenset[Route] = frozenset({"native"})

    def read(self, request: ReadRequest) -> Extraction:
        """Findings: xml_entities, corrupt."""
        try:
            root = parsed(decode(request.data(), request.sniffed.encoding or "utf-8"))
        except ContainerFault as fault:
            return refused(fault)
        blocks = []
        for element in root.iter():
            if local(element) in TEXTS or (local(element) == "desc" and element.getparent() is root):
                text = inner_text(element)
                if text:
                    blocks.append(Block(kind="paragraph", text=text, page=1))
        title = next((inner_text(child) for child in root if local(child) == "title"), "")
        metadata: dict[str, Json] = {"title": title} if title else {}
        return on_page_one(Extraction(blocks=tuple(blocks), metadata=metadata), self.name)


PARSER = SvgParser()

"""SVG drawings: their labels, in document order. References are not followed, so none can multiply."""

from __future__ import annotations

from typing import Any

from ingest_assets.code_pages.decode import decode
from ingest_assets.extract.containers import ContainerFault, refused
from ingest_assets.extract.plain.xml_text import SKIPPED, inner_text, local, parsed
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
    settings: tuple[str, ...] = ()

    def read(self, request: ReadRequest) -> Extraction:
        """Findings: xml_entities, corrupt."""
        try:
            root = parsed(decode(request.data(), request.sniffed.encoding or "utf-8"))
        except ContainerFault as fault:
            return refused(fault)
        blocks = []
        for element in root.iter():
            is_description = local(element) == "desc" and element.getparent() is root
            if (local(element) in TEXTS or is_description) and not _is_unseen(element):
                text = inner_text(element)
                if text:
                    blocks.append(Block(kind="paragraph", text=text, page=1))
        title = next((inner_text(child) for child in root if local(child) == "title"), "")
        metadata: dict[str, Json] = {"title": title} if title else {}
        return on_page_one(Extraction(blocks=tuple(blocks), metadata=metadata), self.name)


def _is_unseen(element: Any) -> bool:
    """True inside of ``defs`` (drawn only where it is used) and of another text."""
    above = {local(ancestor) for ancestor in element.iterancestors()}
    return not above.isdisjoint(SKIPPED | TEXTS)


PARSER = SvgParser()

"""One HTML text to blocks: the full walk, and the main content of web pages out of it."""

from __future__ import annotations

from dataclasses import dataclass, replace

from selectolax.lexbor import LexborHTMLParser

from ingest_assets.extract.html.flow import Flow
from ingest_assets.extract.html.hidden import ClassRules, class_rules
from ingest_assets.extract.html.main_content import only_main
from ingest_assets.extract.html.nodes import Facts, facts_of
from ingest_assets.extract.html.walls import wall_findings
from ingest_assets.model import Block, Extraction, Json, Removed
from ingest_assets.thresholds.web import Web


@dataclass(frozen=True, slots=True, kw_only=True)
class Page:
    """What the full walk of a page gave."""

    read: Extraction
    facts: Facts


def read_page(source: str, profile: str, web: Web) -> Extraction:
    """A web page with the login, script and frame tests, and only its main content unless ``profile`` is full."""
    page = _page(source, web)
    findings = wall_findings(page.read.blocks, page.read.tables, page.facts, web)
    read = page.read
    if profile != "full" and not findings:
        read = only_main(read, source, profile, web=web, depth=page.facts.depth)
    return replace(read, findings=findings)


def read_html(source: str, web: Web) -> Extraction:
    """The whole of an HTML text that is no web page of its own: a mail body, a chapter of a book."""
    return _page(source, web).read


def _page(source: str, web: Web) -> Page:
    parser = LexborHTMLParser(source)
    root = parser.root
    if root is None:
        return Page(read=Extraction(), facts=Facts())
    facts = facts_of(root)
    base = _base(parser)
    flow = Flow(facts, class_rules(facts.styles), web, base)
    flow.read(root)
    if flow.rules.reasons and _hides_too_much(flow.blocks, flow.removed, web):
        flow = Flow(facts, ClassRules(), web, base)
        flow.read(root)
    read = Extraction(
        blocks=tuple(flow.blocks), tables=tuple(flow.tables), removed=tuple(flow.removed), metadata=_metadata(parser)
    )
    return Page(read=read, facts=facts)


def _hides_too_much(blocks: list[Block], removed: list[Removed], web: Web) -> bool:
    hidden = sum(len(piece.text) for piece in removed)
    return hidden > web.class_rule_share * (hidden + sum(len(block.text) for block in blocks))


ADDRESSES = (("base[href]", "href"), ("link[rel=canonical]", "href"), ("meta[property='og:url']", "content"))


def _base(parser: LexborHTMLParser) -> str:
    for selector, name in ADDRESSES:
        found = parser.css_first(selector)
        address = (found.attributes.get(name) or "").strip() if found is not None else ""
        if address.lower().startswith(("http://", "https://")):
            return address
    return ""


META = {
    "author": "author",
    "article:author": "author",
    "dc.creator": "author",
    "description": "description",
    "og:description": "description",
    "keywords": "keywords",
    "article:published_time": "published",
    "date": "published",
    "dc.date": "published",
    "og:title": "title",
    "og:site_name": "site",
    "generator": "generator",
}


def _metadata(parser: LexborHTMLParser) -> dict[str, Json]:
    found: dict[str, Json] = {}
    title = parser.css_first("head title")
    if title is not None and (text := " ".join((title.text() or "").split())):
        found["title"] = text
    for meta in parser.css("meta"):
        attributes = meta.attributes
        name = META.get((attributes.get("name") or attributes.get("property") or "").lower())
        value = " ".join((attributes.get("content") or "").split())
        if name and value:
            found.setdefault(name, value)
    root = parser.css_first("html")
    language = (root.attributes.get("lang") or "").strip() if root is not None else ""
    if language:
        found["declared_language"] = language
    return found

"""EPUB books: the chapters in the order of the spine."""

from __future__ import annotations

from posixpath import dirname, join, normpath
from urllib.parse import unquote

from ingest_assets.extract.containers import (
    ContainerFault,
    SafeZip,
    encrypted,
    missing_part,
    refused,
)
from ingest_assets.extract.faults import finding_of
from ingest_assets.extract.html.document import read_html
from ingest_assets.extract.labelled import labelled_text
from ingest_assets.extract.plain.xml_text import Element, inner_text, local, parsed
from ingest_assets.extract.protocol import ReadRequest
from ingest_assets.extract.stitched import Stitched
from ingest_assets.extract.unpaged import on_page_one
from ingest_assets.model import Extraction, Finding, Json, Route

CHAPTERS = frozenset({"application/xhtml+xml", "text/html", "application/x-dtbook+xml", "text/x-oeb1-document"})
OBFUSCATED = ("idpf.org", "adobe.com/pdf/enc")  # fonts only: no lock on the text


class EpubParser:
    """The table of contents of the reader's menu is no text."""

    name = "epub"
    revision = 3
    engines = ("lxml", "selectolax")
    formats = frozenset({"epub"})
    routes: frozenset[Route] = frozenset({"native"})
    settings: tuple[str, ...] = ("web",)

    def read(self, request: ReadRequest) -> Extraction:
        """Findings: missing_part (a chapter or the package), encrypted (a locked chapter), corrupt, bomb."""
        try:
            read = _book(SafeZip(request.path, request.settings.limits), request)
        except ContainerFault as fault:
            return refused(fault)
        return on_page_one(read, self.name)


def _xml(book: SafeZip, name: str) -> Element:
    return parsed(labelled_text(book.read(name), None, markup=True))


def _book(book: SafeZip, request: ReadRequest) -> Extraction:
    package_name = _package_name(book)
    package = _xml(book, package_name)
    locked = _locked(book)
    stitched = Stitched()
    missing: list[str] = []
    for name in _spine(package, package_name):
        if name in locked:
            raise encrypted(f"{name} is locked")
        if name not in book:
            missing.append(name)
            continue
        stitched.add(read_html(labelled_text(book.read(name), None, markup=True), request.settings.web))
    return Extraction(
        blocks=tuple(stitched.blocks),
        tables=tuple(stitched.tables),
        removed=tuple(stitched.removed),
        metadata=_metadata(package),
        findings=_missing(missing),
    )


def _missing(names: list[str]) -> tuple[Finding, ...]:
    return (finding_of(missing_part(f"chapters {', '.join(names[:5])}")),) if names else ()


def _package_name(book: SafeZip) -> str:
    for element in _xml(book, "META-INF/container.xml").iter():
        if local(element) == "rootfile" and element.get("full-path"):
            return str(element.get("full-path"))
    raise missing_part("container.xml names no package")


def _spine(package: Element, package_name: str) -> list[str]:
    """Member names of the chapters in reading order; the navigation document is left out."""
    base = dirname(package_name)
    items: dict[str, str] = {}
    for element in package.iter():
        is_nav = "nav" in (element.get("properties") or "").split()
        if local(element) == "item" and element.get("id") and not is_nav:
            kind = (element.get("media-type") or "").lower()
            if kind in CHAPTERS or not kind:
                href = unquote((element.get("href") or "").partition("#")[0])
                items[element.get("id")] = normpath(join(base, href))
    order = [element.get("idref") for element in package.iter() if local(element) == "itemref"]
    return [items[idref] for idref in order if idref in items]


def _locked(book: SafeZip) -> set[str]:
    """Members that need a key; scrambled fonts need none."""
    if "META-INF/encryption.xml" not in book:
        return set()
    locked = set()
    for data in _xml(book, "META-INF/encryption.xml").iter():
        if local(data) != "encrypteddata":
            continue
        methods = [element.get("Algorithm") or "" for element in data.iter() if local(element) == "encryptionmethod"]
        if any(mark in method for method in methods for mark in OBFUSCATED):
            continue
        locked |= {unquote(element.get("URI") or "") for element in data.iter() if local(element) == "cipherreference"}
    return locked


def _metadata(package: Element) -> dict[str, Json]:
    found: dict[str, Json] = {}
    names = {
        "title": "title",
        "creator": "author",
        "language": "declared_language",
        "date": "published",
        "publisher": "publisher",
    }
    for element in package.iter():
        name = names.get(local(element))
        if name and "purl.org/dc" in str(element.tag) and (text := inner_text(element)):
            found.setdefault(name, text)
    return found


PARSER = EpubParser()

"""An ODF file, zipped or flat: its content, styles, metadata and embedded objects."""

from __future__ import annotations

import io
import posixpath
import zipfile
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

from ingest_assets.extract.containers import ContainerFault, SafeZip, encrypted, missing_part
from ingest_assets.extract.ole_embedded import unpacked
from ingest_assets.extract.ooxml.package import core_properties
from ingest_assets.extract.protocol import ReadRequest
from ingest_assets.extract.xml_parts import Element, attribute, child, descendants, local, parse_tree
from ingest_assets.model import Child, Json
from ingest_assets.settings import Settings

KINDS = {"text": "odt", "spreadsheet": "ods", "presentation": "odp", "drawing": "odg"}
"""First child of ``office:body`` to the extension of such a file."""


@dataclass(slots=True)
class OpenDocument:
    """The roots of an ODF file; for a flat file all of them are the one root. ``objects`` maps a path to an embedded document's content."""

    content: Element
    styles: Element | None
    metadata: dict[str, Json]
    objects: dict[str, Element] = field(default_factory=dict)
    children: list[Child] = field(default_factory=list)

    @property
    def body(self) -> Element | None:
        """The first child of ``office:body``: text, spreadsheet, presentation or drawing. OpenOffice.org 1 wrote their content into the body itself."""
        body = child(self.content, "body")
        first = None if body is None else next(iter(body), None)
        return body if first is not None and "openoffice.org/2000" in str(first.tag) else first

    @property
    def characters(self) -> int:
        """Characters of the body other than white space, tracked deletions left out."""
        return sum(len("".join(text.split())) for text in outside_deletions(self.body))


def outside_deletions(body: Element | None) -> Iterator[str]:
    """All texts of the body that stand in no deletion."""
    todo = [] if body is None else [body]
    while todo:
        one = todo.pop()
        yield one.text or ""
        for inner in one:
            yield inner.tail or ""
            if local(inner) != "deletion":
                todo.append(inner)


def opened(request: ReadRequest) -> OpenDocument:
    """The request's document, zipped or flat (fodt, fods, fodp, fodg). Raises as the two functions below do."""
    if request.sniffed.format.startswith("f"):
        return open_flat(request.data(), request.settings)
    return open_document(request.path, request.settings)


def open_document(path: Path, settings: Settings) -> OpenDocument:
    """Read a zipped ODF file. Raises encrypted, missing_part, and what the container and the XML raise."""
    package = SafeZip(path, settings.limits)
    limit = settings.formats.tree_bytes
    manifest = _optional(package, "META-INF/manifest.xml", limit)
    if next(descendants(manifest, "encryption-data"), None) is not None:
        raise encrypted("the manifest names encrypted parts")
    if "content.xml" not in package:
        raise missing_part("no part 'content.xml'")
    document = OpenDocument(
        content=parse_tree(package.read("content.xml"), limit=limit, named_doctype=True),
        styles=_optional(package, "styles.xml", limit),
        metadata=_metadata(_optional(package, "meta.xml", limit), package.names),
    )
    for reference in descendants(document.content, "object", "object-ole"):
        _embedded(package, attribute(reference, "href"), document, limit)
    return document


def open_flat(data: bytes, settings: Settings) -> OpenDocument:
    """Read a flat ODF file (fodt, fods, fodp). Raises as ``parse_tree`` does."""
    root = parse_tree(data, limit=settings.formats.tree_bytes)
    return OpenDocument(content=root, styles=root, metadata=_metadata(child(root, "meta"), []))


def _optional(package: SafeZip, name: str, limit: int) -> Element | None:
    if name not in package:
        return None
    try:
        return parse_tree(package.read(name), limit=limit, named_doctype=True)
    except ContainerFault as fault:
        if fault.code != "corrupt":
            raise
        return None


def _embedded(package: SafeZip, reference: str, document: OpenDocument, limit: int) -> None:
    """A chart or formula is read in place; any other object is a child."""
    name = posixpath.normpath(reference.removeprefix("./"))
    content = f"{name}/content.xml"
    if content in package:
        root = _optional(package, content, limit)
        if root is not None and (kind := _kind_of(root)):
            document.children.append(Child(member=f"{posixpath.basename(name)}.{kind}", data=_packed(package, name)))
        elif root is not None:
            document.objects[reference] = root
    elif reference and name in package:
        member, data = unpacked(posixpath.basename(name), package.read(name))
        document.children.append(Child(member=member, data=data))


def _kind_of(root: Element) -> str:
    """The extension of a document inside of a document; "" for charts and formulas."""
    body = child(root, "body")
    return "" if body is None else next((KINDS[local(one)] for one in body if local(one) in KINDS), "")


def _packed(package: SafeZip, folder: str) -> bytes:
    """The parts below ``folder`` as a file of their own."""
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED) as target:
        for name in package.names:
            if name.startswith(f"{folder}/") and not name.endswith("/"):
                target.writestr(zipfile.ZipInfo(name.removeprefix(f"{folder}/")), package.read(name))
    return packed.getvalue()


def _metadata(meta: Element | None, names: list[str]) -> dict[str, Json]:
    metadata = core_properties(meta)
    for key, name in (
        ("initial-creator", "author"),
        ("creation-date", "created"),
        ("date", "modified"),
        ("keyword", "keywords"),
    ):
        text = next((one.text for one in descendants(meta, key) if one.text), "")
        if text.strip():
            metadata.setdefault(name, text.strip())
    if any(name.startswith(("Basic/", "Scripts/")) for name in names):
        metadata["has_macro"] = True
    return metadata

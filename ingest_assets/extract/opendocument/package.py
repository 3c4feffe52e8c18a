"""An ODF file, zipped or flat: its content, styles, metadata and embedded objects."""

from __future__ import annotations

import posixpath
from dataclasses import dataclass, field
from pathlib import Path

from ingest_assets.extract.containers import ContainerFault, SafeZip, encrypted, missing_part
from ingest_assets.extract.ooxml.package import core_properties
from ingest_assets.extract.xml_parts import Element, attribute, child, descendants, parse_tree
from ingest_assets.model import Child, Json
from ingest_assets.settings import Settings


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
        """The first child of ``office:body``: text, spreadsheet, presentation or drawing."""
        body = child(self.content, "body")
        return None if body is None else next(iter(body), None)


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
        content=parse_tree(package.read("content.xml"), limit=limit),
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
        return parse_tree(package.read(name), limit=limit)
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
        if root is not None:
            document.objects[reference] = root
    elif reference and name in package:
        document.children.append(Child(member=posixpath.basename(name), data=package.read(name)))


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

"""The package of an OOXML file: parts, relationships, content types, document properties. Parts are found by relationship, never by name."""

from __future__ import annotations

import posixpath
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from urllib.parse import unquote

from ingest_assets.extract.containers import ContainerFault, MemberStream, SafeZip, missing_part
from ingest_assets.extract.xml_parts import Element, attribute, children, descendants, local, parse_tree
from ingest_assets.model import Json
from ingest_assets.settings import Settings


@dataclass(frozen=True, slots=True, kw_only=True)
class Relationship:
    """``kind`` is the last part of the relationship's type; ``target`` a part name, or an address when ``external``."""

    kind: str
    target: str
    external: bool


class Package:
    """An open OOXML package."""

    def __init__(self, source: Path | bytes, settings: Settings) -> None:
        self._zip = SafeZip(source, settings.limits)
        self._tree_limit = settings.formats.tree_bytes
        self._relationships: dict[str, dict[str, Relationship]] = {}

    def __contains__(self, part: str) -> bool:
        return part in self._zip

    @property
    def names(self) -> list[str]:
        """All part names."""
        return self._zip.names

    def size(self, part: str) -> int:
        """Unpacked size in bytes."""
        return self._zip.size(part)

    def read(self, part: str) -> bytes:
        """A part's bytes."""
        return self._zip.read(part)

    def open(self, part: str) -> MemberStream:
        """A part as a stream."""
        return self._zip.open(part)

    def tree(self, part: str) -> Element:
        """A part's root element."""
        return parse_tree(self.read(part), limit=self._tree_limit)

    def optional_tree(self, part: str | None) -> Element | None:
        """A part that only decorates the text: None when it is missing or damaged. Attacks are still refused."""
        if part is None or part not in self:
            return None
        try:
            return self.tree(part)
        except ContainerFault as fault:
            if fault.code in {"corrupt", "missing_part"}:
                return None
            raise

    def relationships(self, part: str = "") -> dict[str, Relationship]:
        """The relationships of a part by id; of the package for ""."""
        if part not in self._relationships:
            folder, _, name = part.rpartition("/")
            rels = posixpath.join(folder, "_rels", f"{name}.rels")
            root = self.optional_tree(rels)
            found = (
                {}
                if root is None
                else {attribute(one, "Id"): self._relationship(folder, one) for one in children(root, "Relationship")}
            )
            self._relationships[part] = found
        return self._relationships[part]

    def _relationship(self, folder: str, element: Element) -> Relationship:
        target = attribute(element, "Target").replace("\\", "/")
        external = attribute(element, "TargetMode") == "External"
        if not external:
            target = target.partition("#")[0]
            target = posixpath.normpath(posixpath.join("/" + folder, target)).lstrip("/")
            target = target if target in self._zip else unquote(target)
        return Relationship(kind=attribute(element, "Type").rpartition("/")[2], target=target, external=external)

    def related(self, part: str, kind: str) -> Iterator[str]:
        """Part names that a part is related to in that way."""
        for one in self.relationships(part).values():
            if one.kind == kind and not one.external:
                yield one.target

    def first(self, part: str, kind: str) -> str | None:
        """The first such part that exists."""
        return next((target for target in self.related(part, kind) if target in self), None)

    def main_part(self) -> str:
        """The office document's part. Raises missing_part."""
        found = self.first("", "officeDocument")
        if found is None:
            named = next(iter(self.related("", "officeDocument")), "an officeDocument relationship")
            raise missing_part(f"no part {named!r}")
        return found

    def has_macro(self) -> bool:
        """True when the package carries a VBA project; it is never run."""
        return any(name.lower().endswith("vbaproject.bin") for name in self.names)

    def external_targets(self, part: str) -> list[str]:
        """Addresses that opening the file in its program would fetch (templates, linked objects, pictures); hyperlinks are not among them."""
        return sorted(
            {one.target for one in self.relationships(part).values() if one.external and one.kind != "hyperlink"}
        )

    def properties(self) -> dict[str, Json]:
        """Title, author, dates and the like out of the core properties."""
        root = self.optional_tree(self.first("", "core-properties"))
        return core_properties(root)


CORE = {
    "title": "title",
    "creator": "author",
    "subject": "subject",
    "keywords": "keywords",
    "description": "description",
    "language": "language",
    "created": "created",
    "modified": "modified",
    "lastModifiedBy": "last_modified_by",
}


def core_properties(root: Element | None) -> dict[str, Json]:
    """Dublin Core elements of OOXML and ODF under our own names; empty ones are left out."""
    found: dict[str, Json] = {}
    for element in descendants(root, *CORE):
        text = (element.text or "").strip()
        if text:
            found.setdefault(CORE[local(element)], text)
    return found

"""Files embedded in an office document: documents of their own. An object named by an OLE package stream gets its real name back."""

from __future__ import annotations

import posixpath

from ingest_assets.extract.containers import ContainerFault
from ingest_assets.extract.ole_embedded import unpacked
from ingest_assets.extract.ooxml.package import Package
from ingest_assets.model import Child

KINDS = {"package", "oleObject"}


def embedded_files(package: Package, *parts: str) -> tuple[list[Child], list[str]]:
    """The children of those parts and their names. Workbooks behind charts are left out: the chart shows their data."""
    found: dict[str, Child] = {}
    for part in parts:
        for relationship in package.relationships(part).values():
            if relationship.kind in KINDS and not relationship.external and relationship.target not in found:
                child = _child(package, relationship.target)
                if child is not None:
                    found[relationship.target] = child
    return list(found.values()), [child.member for child in found.values()]


def _child(package: Package, part: str) -> Child | None:
    """The embedded file; a damaged or missing one is no reason to refuse its document."""
    if part not in package:
        return None
    try:
        data = package.read(part)
    except ContainerFault as fault:
        if fault.code in {"bomb", "too_large"}:
            raise
        return None
    name, data = unpacked(posixpath.basename(part), data)
    return Child(member=name, data=data) if data else None

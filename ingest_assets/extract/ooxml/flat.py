"""Flat OPC: an OOXML package written as one XML file. Its parts are put back into a package in memory."""

from __future__ import annotations

import base64
import binascii
import io
import zipfile

from lxml import etree

from ingest_assets.extract.containers import corrupt
from ingest_assets.extract.ooxml.package import Package
from ingest_assets.extract.xml_parts import attribute, child, children, parse_tree
from ingest_assets.settings import Settings


def open_flat(data: bytes, settings: Settings) -> Package:
    """The package of a flat file. Raises xml_entities, too_large, corrupt."""
    root = parse_tree(data, limit=settings.formats.tree_bytes)
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w") as target:
        for part in children(root, "part"):
            target.writestr(attribute(part, "name").lstrip("/"), _content(part))
    return Package(packed.getvalue(), settings)


def _content(part: etree._Element) -> bytes:
    xml = child(part, "xmlData")
    if xml is not None:
        return b"".join(etree.tostring(one, encoding="utf-8") for one in xml)
    binary = child(part, "binaryData")
    try:
        return base64.b64decode((binary.text or "") if binary is not None else "")
    except (binascii.Error, ValueError) as error:
        raise corrupt(f"part {attribute(part, 'name')!r}: {error}") from error

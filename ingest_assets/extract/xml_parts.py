"""XML of office files: parsed without DTD, entities or network, walked by local names.

Local names make transitional and strict OOXML, and the namespaces of every ODF version, one code path (formats.md section 4).
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import lru_cache
from typing import IO, Any, cast

from lxml import etree

from ingest_assets.extract.containers import MemberStream, corrupt, too_large, xml_entities

Element = etree._Element
HEAD = 1 << 16
"""Bytes in which the root element must begin."""

DOCTYPE = re.compile(r"<!(DOCTYPE|ENTITY)", re.IGNORECASE)
NAMED_DOCTYPE = re.compile(r"<!DOCTYPE\s[^<>\[\]]{1,400}>")
ROOT = re.compile(r"<[A-Za-z_]")
BOMS = {b"\xff\xfe": "utf-16-le", b"\xfe\xff": "utf-16-be", b"<\0": "utf-16-le", b"\0<": "utf-16-be"}


def parser_options() -> dict[str, Any]:
    """Depth and text size are bounded by the container's budget, so ``huge_tree`` only lifts libxml2's limit of 256 levels."""
    return {"resolve_entities": False, "no_network": True, "load_dtd": False, "huge_tree": True}


def refuse_doctype(head: bytes, *, named: bool = False) -> None:
    """Raise xml_entities when a DOCTYPE or an entity stands before the root element, in whatever encoding.

    ``named``: a DOCTYPE that only names its DTD may stand; it is never loaded. OpenOffice.org wrote one into each part.

    The test is made on the bytes before parsing, because libxml2 expands entities inside attribute values on its own.
    """
    text = head.decode(BOMS.get(head[:2], "latin-1"), errors="replace")
    root = ROOT.search(text)
    prolog = text[: root.start()] if root else text
    if named:
        prolog = NAMED_DOCTYPE.sub(" ", prolog, count=1)
    if DOCTYPE.search(prolog) or re.search(r"encoding\s*=\s*[\"']utf-?7", prolog, re.IGNORECASE):
        raise xml_entities("a DOCTYPE stands before the root element")
    if root is None and len(head) >= HEAD:
        raise xml_entities(f"no root element within {HEAD} bytes")


def parse_tree(data: bytes, *, limit: int, named_doctype: bool = False) -> Element:
    """The root element. Raises xml_entities (``named_doctype`` lets pass one that declares nothing), too_large (over ``limit`` bytes) or corrupt."""
    refuse_doctype(data[:HEAD], named=named_doctype)
    if len(data) > limit:
        raise too_large(f"an XML part of {len(data)} bytes, {limit} allowed")
    try:
        root = etree.fromstring(data, etree.XMLParser(remove_comments=True, remove_pis=True, **parser_options()))
    except etree.XMLSyntaxError as error:
        raise corrupt(f"XML does not parse: {error}") from error
    if root is None:
        raise corrupt("XML without a root element")
    return root


class _Replayed:
    """A stream whose first bytes were already looked at."""

    def __init__(self, head: bytes, rest: MemberStream) -> None:
        self._head, self._rest = head, rest

    def read(self, size: int = -1) -> bytes:
        head, self._head = self._head, b""
        return head if head else self._rest.read(size)


def walk_elements(stream: MemberStream, *names: str) -> Iterator[Element]:
    """The finished elements of those local names of a large part; each is cleared after its turn. Raises as ``parse_tree`` does."""
    head = stream.read(HEAD)
    refuse_doctype(head)
    source = cast("IO[bytes]", _Replayed(head, stream))
    try:
        tags = [f"{{*}}{name}" for name in names]
        for _, element in etree.iterparse(source, tag=tags, remove_comments=True, remove_pis=True, **parser_options()):
            yield element
            _forget(element)
    except etree.XMLSyntaxError as error:
        raise corrupt(f"XML does not parse: {error}") from error


def _forget(element: Element) -> None:
    """Free the element and what stood before it, else a million empty rows stay in memory."""
    element.clear()
    parent = element.getparent()
    if parent is not None:
        while element.getprevious() is not None:
            del parent[0]


@lru_cache(maxsize=4096)
def local_name(tag: str) -> str:
    """A tag or attribute name without its namespace."""
    return tag.rpartition("}")[2]


def local(element: Element) -> str:
    """The element's name without its namespace; "" for an unexpanded entity."""
    tag = element.tag
    return local_name(tag) if isinstance(tag, str) else ""


def attribute(element: Element | None, name: str, default: str = "") -> str:
    """The attribute of that local name, in whatever namespace."""
    if element is None:
        return default
    for key, value in element.items():
        if local_name(str(key)) == name:
            return str(value)
    return default


def relation(element: Element | None, name: str = "id") -> str:
    """An attribute of the relationships namespace (``r:id``, ``r:embed``), "" when there is none."""
    if element is None:
        return ""
    for key, value in element.items():
        if str(key).endswith("/relationships}" + name):
            return str(value)
    return ""


def child(element: Element | None, *path: str) -> Element | None:
    """The first child of that local name, level by level."""
    for name in path:
        if element is None:
            return None
        for one in element:
            if local(one) == name:
                element = one
                break
        else:
            return None
    return element


def children(element: Element | None, name: str) -> Iterator[Element]:
    """All children of that local name."""
    if element is not None:
        yield from (one for one in element if local(one) == name)


def descendants(element: Element | None, *names: str) -> Iterator[Element]:
    """All elements of those local names, in document order."""
    if element is not None:
        yield from element.iter(*(f"{{*}}{name}" for name in names))


def text_of(element: Element) -> str:
    """All text below the element, as it stands."""
    return "".join(str(part) for part in element.itertext())


def integer(text: str, default: int = 0) -> int:
    """A whole number out of an attribute; ``default`` when it is none."""
    try:
        return int(text)
    except ValueError:
        return default


def switched_on(element: Element | None) -> bool:
    """A toggle property: present and not switched off by its value."""
    return element is not None and attribute(element, "val", "true").lower() not in {"0", "false", "off", "none"}

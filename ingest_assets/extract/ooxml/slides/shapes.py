"""The shapes of a slide with their places: groups in their own coordinates, placeholders placed by their layout."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from ingest_assets.extract.layout_order import Box
from ingest_assets.extract.ooxml.word.runs import chosen
from ingest_assets.extract.xml_parts import Element, attribute, child, descendants, integer, local

TITLES = {"title", "ctrTitle"}
MARGINS = {"sldNum", "dt", "ftr", "hdr", "sldImg"}
BODIES = {"body", "obj", ""}
GROUP_DEPTH = 20
SHAPES = {"sp", "graphicFrame", "pic", "grpSp", "cxnSp"}


@dataclass(frozen=True, slots=True)
class Placeholder:
    """Kind and index by which a slide's shape finds its model in the layout and the master."""

    kind: str
    index: str


def placeholder_of(shape: Element) -> Placeholder | None:
    """The shape's placeholder, None for an ordinary shape."""
    holder = next(descendants(_properties_holder(shape), "ph"), None)
    return None if holder is None else Placeholder(attribute(holder, "type"), attribute(holder, "idx"))


def _properties_holder(shape: Element) -> Element | None:
    return next((one for one in shape if local(one).startswith("nv")), None)


def shape_elements(tree: Element | None) -> Iterator[Element]:
    """The shapes of a shape tree or group, one branch of each alternative."""
    if tree is None:
        return
    for one in tree:
        if local(one) == "AlternateContent":
            yield from (inner for inner in chosen(one) if local(inner) in SHAPES)
        elif local(one) in SHAPES:
            yield one


def transform_of(shape: Element) -> Element | None:
    """The shape's ``xfrm``."""
    own = child(shape, "xfrm")
    if own is not None:
        return own
    return child(shape, "grpSpPr" if local(shape) == "grpSp" else "spPr", "xfrm")


def placed(shape: Element, transform: Element | None) -> Box[Element]:
    """The shape with its place in EMU; without one when no transform is known."""
    offset, extent = child(transform, "off"), child(transform, "ext")
    if offset is None:
        return Box(shape, placed=False)
    left, top = integer(attribute(offset, "x")), integer(attribute(offset, "y"))
    return Box(shape, left, top, left + integer(attribute(extent, "cx")), top + integer(attribute(extent, "cy")))


class Models:
    """Placeholders of a layout and its master, by kind and index."""

    def __init__(self, *roots: Element | None) -> None:
        self._shapes = [
            (placeholder, shape)
            for root in roots
            for shape in descendants(root, "sp")
            if (placeholder := placeholder_of(shape))
        ]

    def transform(self, wanted: Placeholder) -> Element | None:
        """The place of the first model with that index, else of that kind."""
        for same in (
            lambda one: bool(wanted.index) and one.index == wanted.index,
            lambda one: _kind(one.kind) == _kind(wanted.kind),
        ):
            for placeholder, shape in self._shapes:
                transform = transform_of(shape) if same(placeholder) else None
                if transform is not None:
                    return transform
        return None


def _kind(kind: str) -> str:
    return "title" if kind in TITLES else "body" if kind in BODIES else kind

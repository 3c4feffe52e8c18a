"""Ruling lines and filled areas of a page, from one ``get_cdrawings`` call, in the displayed frame."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pymupdf

from ingest_assets.model import BBox, Fill, Rule

THIN_RECTANGLE = 2.5  # pt: a filled rectangle thinner than this is a ruling line (pdf-layout.md section 6)
STRAIGHT = 1.0  # pt: a segment that leaves its axis by less is a ruling line; slanted strokes stay out


def displayed(box: Any, matrix: Any) -> BBox:
    """A box of the unrotated page in the displayed frame. ``matrix`` turns the page, None if it is upright."""
    if matrix is None:
        return (box[0], box[1], box[2], box[3])
    rect = pymupdf.Rect(box) * matrix
    return (rect.x0, rect.y0, rect.x1, rect.y1)


class _Shared(dict[float, float]):
    """One object for equal numbers: the 5,000 lines of a chart have few different ends, and a document keeps all of them."""

    def __missing__(self, number: float) -> float:
        self[number] = number
        return number


def read_rules(drawings: list[dict[str, Any]], matrix: Any) -> Iterator[Rule]:
    """Straight lines, thin rectangles as one line, stroked rectangles as four sides."""
    shared = _Shared()
    for path in drawings:
        stroked = "color" in path
        for item in path["items"]:
            if item[0] == "l":
                yield from _line_rule(displayed((*item[1], *item[2]), matrix), shared, path.get("width") or 0.0)
            elif item[0] == "re":
                yield from _rectangle_rules(displayed(item[1], matrix), shared, stroked=stroked)
            elif item[0] == "qu":
                yield from _rectangle_rules(displayed(pymupdf.Quad(item[1]).rect, matrix), shared, stroked=stroked)


def _line_rule(box: BBox, shared: _Shared, width: float) -> Iterator[Rule]:
    x0, y0, x1, y1 = map(shared.__getitem__, box)
    if x0 > x1:
        x0, x1 = x1, x0
    if y0 > y1:
        y0, y1 = y1, y0
    if y1 - y0 < STRAIGHT:
        y = shared[(y0 + y1) / 2]
        yield Rule(x0=x0, y0=y, x1=x1, y1=y, width=shared[width])
    elif x1 - x0 < STRAIGHT:
        x = shared[(x0 + x1) / 2]
        yield Rule(x0=x, y0=y0, x1=x, y1=y1, width=shared[width])


def _rectangle_rules(box: BBox, shared: _Shared, *, stroked: bool) -> Iterator[Rule]:
    x0, y0, x1, y1 = map(shared.__getitem__, box)
    if y1 - y0 < THIN_RECTANGLE:
        y = shared[(y0 + y1) / 2]
        yield Rule(x0=x0, y0=y, x1=x1, y1=y, width=shared[y1 - y0])
    elif x1 - x0 < THIN_RECTANGLE:
        x = shared[(x0 + x1) / 2]
        yield Rule(x0=x, y0=y0, x1=x, y1=y1, width=shared[x1 - x0])
    elif stroked:
        for a, b, c, d in ((x0, y0, x1, y0), (x0, y1, x1, y1), (x0, y0, x0, y1), (x1, y0, x1, y1)):
            yield Rule(x0=a, y0=b, x1=c, y1=d)


def read_fills(drawings: list[dict[str, Any]], matrix: Any) -> Iterator[Fill]:
    """Filled areas that are no ruling lines, one for each rectangle: a grid painted in one path keeps its cells."""
    for path in drawings:
        fill = path.get("fill")
        if not fill:
            continue
        red, green, blue = (round(255 * value) for value in (tuple(fill) * 3)[:3])
        rectangles = [item[1] for item in path["items"] if item[0] == "re"]
        for box in rectangles if len(rectangles) == len(path["items"]) else [path["rect"]]:
            x0, y0, x1, y1 = displayed(box, matrix)
            if x1 - x0 >= THIN_RECTANGLE and y1 - y0 >= THIN_RECTANGLE:
                yield Fill(
                    bbox=(x0, y0, x1, y1),
                    color=red << 16 | green << 8 | blue,
                    opacity=path.get("fill_opacity") or 1.0,
                    order=path.get("seqno", 0),
                )

"""Charts as tables: the first column holds the categories, every further one a series (formats.md section 4, pptx)."""

from __future__ import annotations

from ingest_assets.extract.drafts import Draft, grid_table
from ingest_assets.extract.spreadsheet.numbers import plain_number
from ingest_assets.extract.xml_parts import Element, attribute, child, children, descendants, integer, local

POINTS = 20_000
"""Points a series may have; Excel's own limit for a 2-D chart is 32,000."""


def chart_draft(root: Element, page: int = 1) -> Draft | None:
    """The chart's data with its title; None when it has no data and no title."""
    chart = next(descendants(root, "chart"), None)
    title = title_of(chart)
    series = list(descendants(child(chart, "plotArea"), "ser"))
    columns = [_column(one) for one in series]
    categories = next(
        (
            found
            for one in series
            if (found := _points(child(one, "cat") if child(one, "cat") is not None else child(one, "xVal")))
        ),
        {},
    )
    indices = sorted({*categories, *(index for _, points in columns for index in points)})
    if not indices:
        return None
    head = ["", *(name for name, _ in columns)]
    rows = [[categories.get(index, ""), *(points.get(index, "") for _, points in columns)] for index in indices]
    return grid_table([head, *rows], page=page, title=title)


def title_of(chart: Element | None) -> str:
    """The chart's own title, rich text or cached from a cell."""
    title = child(chart, "title")
    paragraphs = [
        "".join(one.text or "" for one in descendants(paragraph, "t")) for paragraph in descendants(title, "p")
    ]
    text = " ".join(one for one in paragraphs if one.strip())
    return text or " ".join(one.text or "" for one in descendants(title, "v"))


def _column(series: Element) -> tuple[str, dict[int, str]]:
    name = " ".join(one.text or "" for one in descendants(child(series, "tx"), "v"))
    values = child(series, "val")
    return name, _points(values if values is not None else child(series, "yVal"))


def _points(holder: Element | None) -> dict[int, str]:
    """Index to printed value, out of a number, string or multi-level cache."""
    found: dict[int, str] = {}
    for cache in descendants(holder, "numCache", "numLit", "strCache", "strLit"):
        numeric = local(cache).startswith("num")
        for point in children(cache, "pt"):
            value = child(point, "v")
            text = (value.text if value is not None else "") or ""
            found[integer(attribute(point, "idx"))] = plain_number(text) if numeric else text
            if len(found) >= POINTS:
                return found
    for cache in descendants(holder, "multiLvlStrCache"):
        for level in reversed(list(children(cache, "lvl"))):
            for point in children(level, "pt"):
                index = integer(attribute(point, "idx"))
                value = child(point, "v")
                found[index] = f"{found.get(index, '')} {'' if value is None else value.text or ''}".strip()
    return found

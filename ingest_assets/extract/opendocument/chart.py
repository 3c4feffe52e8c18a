"""Objects embedded in ODF files: charts as their data table, formulas as their text."""

from __future__ import annotations

from collections.abc import Iterator

from ingest_assets.extract.drafts import Draft, grid_table
from ingest_assets.extract.spreadsheet.numbers import plain_number
from ingest_assets.extract.xml_parts import Element, attribute, descendants, local, text_of


def object_drafts(root: Element, page: int) -> Iterator[Draft]:
    """A chart's title and data, or a formula's annotation; nothing for other objects (they are children)."""
    if local(root) == "math" or next(descendants(root, "math"), None) is not None:
        text = " ".join((one.text or "") for one in descendants(root, "annotation"))
        if text.strip():
            yield Draft(kind="formula", text=" ".join(text.split()), page=page)
        return
    chart = next(descendants(root, "chart"), None)
    if chart is None:
        return
    title = " ".join(text_of(one) for holder in descendants(chart, "title") for one in descendants(holder, "p"))
    if title:
        yield Draft(kind="caption", text=title, page=page, flags=("chart",))
    rows = [[_cell(cell) for cell in descendants(row, "table-cell")] for row in descendants(chart, "table-row")]
    if any(any(row) for row in rows):
        draft = grid_table(rows, page=page, title=title)
        yield Draft(kind="table", table=draft.table, page=page, flags=("chart",))


def _cell(cell: Element) -> str:
    value = attribute(cell, "value")
    if value.lower() == "nan":  # how LibreOffice stores a point without a value
        return ""
    return plain_number(value) if value else " ".join(text_of(one) for one in descendants(cell, "p"))

"""A workbook's sheets as an extraction: one page a sheet; hidden sheets, rows and columns apart from the visible ones, notes after the cells."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field, replace

from ingest_assets.extract.drafts import Draft, assembled, heading, paragraph
from ingest_assets.extract.signed import signed
from ingest_assets.extract.spreadsheet.islands import island_drafts
from ingest_assets.extract.spreadsheet.sheet import Cells, Merge, Sheet
from ingest_assets.model import Child, ExtractedPage, Extraction, Finding, Json, Removed
from ingest_assets.problems import Problem
from ingest_assets.settings import Settings

SHEET_LEVEL = 2
HIDDEN_LEVEL = 3


@dataclass(slots=True)
class Workbook:
    """What a reader found in a workbook."""

    sheets: list[Sheet] = field(default_factory=list)
    metadata: dict[str, Json] = field(default_factory=dict)
    children: list[Child] = field(default_factory=list)


def workbook_extraction(workbook: Workbook, parser: str, settings: Settings) -> Extraction:
    """The workbook's pages, blocks and tables, signed by ``parser``."""
    drafts = [draft for page, sheet in enumerate(workbook.sheets, 1) for draft in sheet_drafts(sheet, page)]
    drafts.extend(
        paragraph(f"Embedded file: {one.member}", page=max(1, len(workbook.sheets)), flags=("embedded",))
        for one in workbook.children
    )
    read = assembled(drafts, settings.formats)
    without_value = sum(sheet.formulas_without_value for sheet in workbook.sheets)
    found = Extraction(
        pages=tuple(_page(sheet, page) for page, sheet in enumerate(workbook.sheets, 1)),
        blocks=read.blocks,
        tables=read.tables,
        removed=tuple(
            Removed(text=text, page=page, reason=reason)
            for page, sheet in enumerate(workbook.sheets, 1)
            for reason, text in sheet.margins
        ),
        children=tuple(workbook.children),
        metadata={**workbook.metadata, "sheets": [_about(sheet) for sheet in workbook.sheets]},
        findings=(_without_value(without_value),) if without_value else (),
    )
    return signed(found, parser)


def _without_value(count: int) -> Finding:
    problem = Problem.FORMULA_WITHOUT_VALUE
    return Finding(code=problem, severity=problem.about.severity, detail=f"{count} formulas")


def _about(sheet: Sheet) -> Json:
    return {
        "name": sheet.name,
        "hidden": sheet.hidden,
        "hidden_rows": any(row in sheet.hidden_rows for row in sheet.cells),
        "hidden_columns": any(column in sheet.hidden_columns for line in sheet.cells.values() for column in line),
    }


def _page(sheet: Sheet, page: int) -> ExtractedPage:
    characters = sum(len(text) for line in sheet.cells.values() for text in line.values())
    return ExtractedPage(
        page=page,
        page_class="clean_digital" if characters else "blank",
        route="native",
        parser="",
        parser_version="",
        characters=characters,
    )


def sheet_drafts(sheet: Sheet, page: int) -> Iterator[Draft]:
    """The sheet under its name."""
    flags = ("hidden",) if sheet.hidden else ()
    visible, hidden_rows, hidden_columns = divided(sheet)
    yield heading(f"{sheet.name} (hidden sheet)" if sheet.hidden else sheet.name, SHEET_LEVEL, page=page, flags=flags)
    yield from _flagged(island_drafts(visible, _folded_merges(sheet), page=page), flags)
    for title, cells in (("Hidden rows", hidden_rows), ("Hidden columns", hidden_columns)):
        if cells:
            yield heading(f"{title} of {sheet.name}", HIDDEN_LEVEL, page=page, flags=("hidden",))
            yield from _flagged(island_drafts(cells, [], page=page), ("hidden",))
    yield from (paragraph(text, page=page, flags=("text_box",)) for text in sheet.texts)
    yield from (paragraph(f"Chart: {title}", page=page, flags=("chart",)) for title in sheet.charts)
    for cell, author, text in sheet.notes:
        yield paragraph(f"Note on {cell}{f' by {author}' if author else ''}: {text}", page=page, flags=("comment",))


def _flagged(drafts: Iterator[Draft], flags: tuple[str, ...]) -> Iterator[Draft]:
    for draft in drafts:
        table = draft.table and replace(draft.table, flags=(*draft.table.flags, *flags))
        yield replace(draft, flags=(*draft.flags, *flags), table=table)


def divided(sheet: Sheet) -> tuple[Cells, Cells, Cells]:
    """Visible cells (hidden rows and columns folded away), cells of hidden rows, and cells of hidden columns in visible rows."""
    if not sheet.hidden_rows and not sheet.hidden_columns:
        return sheet.cells, {}, {}
    visible: Cells = {}
    rows: Cells = {}
    columns: Cells = {}
    for row, line in sheet.cells.items():
        if row in sheet.hidden_rows:
            rows[row] = line
            continue
        place = sheet.hidden_rows.shown_position(row)
        for column, text in line.items():
            if column in sheet.hidden_columns:
                columns.setdefault(row, {})[column] = text
            else:
                visible.setdefault(place, {})[sheet.hidden_columns.shown_position(column)] = text
    return visible, rows, columns


def _folded_merges(sheet: Sheet) -> list[Merge]:
    if not sheet.hidden_rows and not sheet.hidden_columns:
        return sheet.merges
    rows, columns = sheet.hidden_rows.shown_position, sheet.hidden_columns.shown_position
    shown = [one for one in sheet.merges if one.top not in sheet.hidden_rows and one.left not in sheet.hidden_columns]
    return [
        Merge(top=rows(one.top), left=columns(one.left), bottom=rows(one.bottom), right=columns(one.right))
        for one in shown
    ]

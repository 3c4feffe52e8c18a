"""An Excel workbook in XML: its sheets in the order of the tabs, hidden ones included."""

from __future__ import annotations

from ingest_assets.extract.containers import ContainerFault, missing_part
from ingest_assets.extract.ooxml.embedded import embedded_files
from ingest_assets.extract.ooxml.package import Package
from ingest_assets.extract.ooxml.sheets.beside import read_beside
from ingest_assets.extract.ooxml.sheets.cells import Book, SheetReader
from ingest_assets.extract.ooxml.sheets.shared import cell_formats, shared_strings
from ingest_assets.extract.spreadsheet.sheet import Sheet
from ingest_assets.extract.spreadsheet.workbook import Workbook
from ingest_assets.extract.xml_parts import Element, attribute, child, children, relation
from ingest_assets.model import Json
from ingest_assets.settings import Settings

HIDDEN = {"hidden", "veryHidden"}
"""``state="visible"`` is legal and visible."""


def read_workbook(package: Package, settings: Settings) -> Workbook:
    """All sheets. Raises missing_part when a sheet that the workbook names is not there."""
    main = package.main_part()
    root = package.tree(main)
    book = Book(
        strings=shared_strings(package, package.first(main, "sharedStrings")),
        formats=cell_formats(package.optional_tree(package.first(main, "styles"))),
        epoch_1904=_epoch_1904(root),
        cells_left=[settings.limits.cells],
    )
    workbook = Workbook(metadata=_metadata(package, main))
    parts: list[str] = []
    links: list[Json] = []
    for entry in children(child(root, "sheets"), "sheet"):
        sheet = Sheet(name=attribute(entry, "name"), hidden=attribute(entry, "state") in HIDDEN)
        part = _sheet_part(package, main, relation(entry))
        if part is not None:
            parts.append(part)
            links.extend(_read_sheet(package, part, book, sheet))
            workbook.sheets.append(sheet)
    if links:
        workbook.metadata["links"] = links
    workbook.children = embedded_files(package, *parts)[0]
    return workbook


def _epoch_1904(root: Element) -> bool:
    value = attribute(child(root, "workbookPr"), "date1904", "0")
    return value.lower() in {"1", "true", "on"}


def _sheet_part(package: Package, main: str, target: str) -> str | None:
    """The part of a sheet; None for macro and dialog sheets, which hold no document."""
    relationship = package.relationships(main).get(target)
    if relationship is None or relationship.target not in package:
        raise missing_part(f"sheet {relationship.target if relationship else target!r}")
    return relationship.target if relationship.kind in {"worksheet", "chartsheet"} else None


def _read_sheet(package: Package, part: str, book: Book, sheet: Sheet) -> list[Json]:
    reader = SheetReader(book, sheet)
    reader.read(package.open(part))
    try:
        read_beside(package, part, sheet)
    except ContainerFault as fault:
        if fault.code not in {"missing_part", "corrupt"}:
            raise
    targets = package.relationships(part)
    return [
        {"sheet": sheet.name, "cell": reference, "target": targets[target].target}
        for reference, target in reader.links
        if target in targets and targets[target].external
    ]


def _metadata(package: Package, main: str) -> dict[str, Json]:
    metadata = package.properties()
    if package.has_macro():
        metadata["has_macro"] = True
    external = [target for link in package.related(main, "externalLink") for target in package.external_targets(link)]
    if external:
        metadata["external_targets"] = sorted(set(external))
    return metadata

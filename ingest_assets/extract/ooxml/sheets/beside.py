"""What stands beside the cells of a sheet: notes, threaded comments, text boxes, chart titles."""

from __future__ import annotations

from collections.abc import Iterator

from ingest_assets.extract.ooxml.chart import title_of
from ingest_assets.extract.ooxml.package import Package
from ingest_assets.extract.ooxml.sheets.shared import rich_text
from ingest_assets.extract.ooxml.text import body_paragraphs
from ingest_assets.extract.spreadsheet.sheet import Sheet
from ingest_assets.extract.xml_parts import Element, attribute, child, children, descendants, integer, relation


def read_beside(package: Package, part: str, sheet: Sheet) -> None:
    """Add the notes, texts and chart titles that belong to the sheet's part."""
    sheet.notes.extend(_threads(package, part) or _notes(package, part))
    for drawing in package.related(part, "drawing"):
        root = package.optional_tree(drawing)
        if root is not None:
            sheet.texts.extend(_texts(root))
            sheet.charts.extend(_chart_titles(package, drawing, root))


def _notes(package: Package, part: str) -> Iterator[tuple[str, str, str]]:
    for comments in package.related(part, "comments"):
        root = package.optional_tree(comments)
        authors = [(one.text or "").strip() for one in descendants(child(root, "authors"), "author")]
        for comment in descendants(root, "comment"):
            index = integer(attribute(comment, "authorId"), -1)
            author = authors[index] if 0 <= index < len(authors) else ""
            holder = child(comment, "text")
            text = "" if holder is None else " ".join(rich_text(holder).split())
            text = text.removeprefix(f"{author}:").strip() if author else text
            if text:
                yield attribute(comment, "ref"), author, text


def _threads(package: Package, part: str) -> list[tuple[str, str, str]]:
    """Threaded comments stand a second time in the old notes, with a notice; the new ones are the better text."""
    found = []
    for comments in package.related(part, "threadedComment"):
        for comment in descendants(package.optional_tree(comments), "threadedComment"):
            text = " ".join("".join(one.text or "" for one in children(comment, "text")).split())
            if text:
                found.append((attribute(comment, "ref"), "", text))
    return found


def _texts(root: Element) -> Iterator[str]:
    for body in descendants(root, "txBody"):
        yield from body_paragraphs(body)
    for properties in descendants(root, "cNvPr"):
        text = " ".join(attribute(properties, "descr").split())
        if text:
            yield text


def _chart_titles(package: Package, drawing: str, root: Element) -> Iterator[str]:
    for reference in descendants(root, "chart"):
        relationship = package.relationships(drawing).get(relation(reference))
        chart = package.optional_tree(relationship.target) if relationship and not relationship.external else None
        title = title_of(next(descendants(chart, "chart"), None))
        if title:
            yield title

"""A page as a picture with its words framed, the colour telling by which route each was read."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pymupdf

from ingest_assets.model import ExtractedPage, PageContent
from ingest_assets.store.files import write_atomically

COLOURS = {
    "native": (0.1, 0.5, 0.1),
    "native_repaired": (0.9, 0.5, 0.0),
    "ocr": (0.1, 0.2, 0.9),
    "vision": (0.7, 0.0, 0.7),
}
HIDDEN = (0.9, 0.0, 0.0)
DPI = 110


def draw_words(path: Path, file_format: str, read: ExtractedPage, image: Path) -> None:
    """Green native, orange repaired, blue OCR, purple vision, red hidden text; written as PNG."""
    content = read.content or PageContent(page=read.page, width=1, height=1)
    page = _page(path, file_format, content)
    for span in content.spans:
        colour = HIDDEN if span.hidden else COLOURS[read.route if span.route == "native" else span.route]
        page.draw_rect(pymupdf.Rect(span.bbox) * page.derotation_matrix, color=colour, width=0.7)
    write_atomically(image, page.get_pixmap(dpi=DPI).tobytes("png"))


def _page(path: Path, file_format: str, content: PageContent) -> Any:
    """The PDF's page, or a blank page of the size of the image with the image on it."""
    if file_format == "pdf":
        return pymupdf.open(path, filetype="pdf")[content.page - 1]
    document = pymupdf.open()
    page = document.new_page(width=content.width, height=content.height)
    page.insert_image(page.rect, filename=str(path))
    return page

"""A page as a picture with its words framed, the colour telling by which route each was read."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from typing import Any

import cv2
import pymupdf

from ingest_assets.images.decode import UnreadableImageError, frames
from ingest_assets.images.turned import displayed
from ingest_assets.model import BBox, ExtractedPage, PageContent
from ingest_assets.store.files import write_atomically
from ingest_assets.thresholds.ocr import Ocr

COLOURS = {
    "native": (0.1, 0.5, 0.1),
    "native_repaired": (0.9, 0.5, 0.0),
    "ocr": (0.1, 0.2, 0.9),
    "vision": (0.7, 0.0, 0.7),
}
HIDDEN = (0.9, 0.0, 0.0)
DPI = 110


def draw_words(
    path: Path, file_format: str, read: ExtractedPage, image: Path, *, generated: Iterable[BBox] = ()
) -> None:
    """Green native, orange repaired, blue OCR, purple vision, red hidden text; written as PNG. Raises UnreadableImageError.

    A page that the vision model wrote has no words with boxes: ``generated`` are those of its blocks that were found among OCR's words.
    """
    content = read.content or PageContent(page=read.page, width=1, height=1)
    page = _pdf_page(path, read.page) if file_format == "pdf" else _image_page(path, read.page)
    for span in content.spans:
        box = displayed(span.bbox, content) if content.turned else span.bbox
        colour = HIDDEN if span.hidden else COLOURS[read.route if span.route == "native" else span.route]
        page.draw_rect(pymupdf.Rect(box) * page.derotation_matrix, color=colour, width=0.7)
    for box in generated:
        page.draw_rect(pymupdf.Rect(box) * page.derotation_matrix, color=COLOURS["vision"], width=0.7)
    write_atomically(image, page.get_pixmap(dpi=DPI).tobytes("png"))


def _pdf_page(path: Path, number: int) -> Any:
    return pymupdf.open(path, filetype="pdf")[number - 1]


def _image_page(path: Path, number: int) -> Any:
    """A page of the size of the image's frame with the frame on it, as OCR saw it: upright, on white."""
    limits = Ocr()
    found = frames(path, pixel_limit=limits.pixels, frame_limit=limits.image_frames)
    frame = next((frame for frame in found if frame.number == number), None)
    if frame is None:
        raise UnreadableImageError(f"no frame {number}")
    pixels = frame.grey if frame.colour is None else cv2.cvtColor(frame.colour, cv2.COLOR_RGB2BGR)
    page = pymupdf.open().new_page(width=frame.width, height=frame.height)
    page.insert_image(page.rect, stream=cv2.imencode(".png", pixels)[1].tobytes())
    return page

"""The place that a chunk was read from, as a picture: its regions highlighted on the page, or its text where the format has no pages to show."""

from __future__ import annotations

import html
import io
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np
import pymupdf
from PIL import Image, ImageDraw

from ingest_assets.images.decode import FORMATS, frames
from ingest_assets.model import BBox
from ingest_assets.search.search import Found
from ingest_assets.settings import Settings
from ingest_assets.store.blobs import Blobs
from ingest_assets.store.files import write_atomically

DPI = 110
MARKER = (255, 214, 0, 90)  # red, green, blue and opacity, each of 255
EDGE = (230, 120, 0, 255)
SHEET = (420, 595)  # points: the page of an excerpt, an A5
STYLE = "body{font-family:sans-serif;font-size:9px} mark{background-color:#ffe680} h4{font-size:10px} p{white-space:pre-wrap}"


class NotDrawableError(ValueError):
    """The page that was asked for does not hold a part of the chunk."""


def boxes_of(found: Found, page: int) -> list[BBox]:
    """The chunk's boxes on a page, in points from the top left of the displayed page."""
    return [region.bbox for region in found.regions if region.page == page and region.bbox is not None]


def draw_citation(
    found: Found, root: Path, image: Path, *, page: int | None = None, settings: Settings | None = None
) -> int:
    """Write a PNG of the page (the chunk's first by default) with the cited regions marked; returns the page's number.

    Raises NotDrawableError when the chunk is not on the page.
    """
    number = page if page is not None else found.pages[0]
    if number not in found.pages:
        raise NotDrawableError(f"the chunk is on the pages {', '.join(map(str, found.pages))}, not on {number}")
    path = Blobs(root).path(found.raw_sha256)
    picture = _page(found, path, number, settings or Settings()) if path.is_file() else None
    drawn = _excerpt(found) if picture is None else _marked(*picture, boxes_of(found, number))
    out = io.BytesIO()
    drawn.convert("RGB").save(out, "PNG")
    write_atomically(image, out.getvalue())
    return number


def _page(found: Found, path: Path, number: int, settings: Settings) -> tuple[Image.Image, float] | None:
    """The page as it is displayed, and its pixels per point; None for formats without geometry."""
    if not boxes_of(found, number):
        return None
    if found.format == "pdf":
        with pymupdf.open(path, filetype="pdf") as document:
            if document.needs_pass:
                any(document.authenticate(password) for password in settings.passwords)
            pixels = document[number - 1].get_pixmap(dpi=DPI)
        return Image.frombytes("RGB", (pixels.width, pixels.height), pixels.samples), DPI / 72
    if found.format in FORMATS:
        for frame in frames(path, pixel_limit=settings.ocr.pixels, frame_limit=number):
            if frame.number == number:
                raster: Any = frame.colour if frame.colour is not None else frame.grey
                return Image.fromarray(np.ascontiguousarray(raster)).convert("RGB"), frame.dpi / 72
    return None


def _marked(page: Image.Image, scale: float, boxes: Sequence[BBox]) -> Image.Image:
    layer = Image.new("RGBA", page.size, (0, 0, 0, 0))
    pen = ImageDraw.Draw(layer)
    for box in boxes:
        pen.rectangle([value * scale for value in box], fill=MARKER, outline=EDGE, width=max(round(scale), 1))
    return Image.alpha_composite(page.convert("RGBA"), layer)


def _excerpt(found: Found) -> Image.Image:
    """The chunk's text under its file's name and headings, on as many sheets as it needs, one below the other."""
    title = html.escape(" › ".join((found.locations[0], *found.heading_path)))
    text = html.escape(found.text).replace("\n", "<br>")
    story = pymupdf.Story(html=f"<h4>{title}</h4><p><mark>{text}</mark></p>", user_css=STYLE)
    out = io.BytesIO()
    writer, more = pymupdf.DocumentWriter(out), True
    sheet = pymupdf.Rect(0, 0, *SHEET)
    while more:
        device = writer.begin_page(sheet)
        more, _ = story.place(pymupdf.Rect(20, 20, SHEET[0] - 20, SHEET[1] - 20))
        story.draw(device)
        writer.end_page()
    writer.close()
    with pymupdf.open(stream=out.getvalue(), filetype="pdf") as document:
        pictures = [page.get_pixmap(dpi=DPI) for page in document]
    whole = Image.new("RGB", (pictures[0].width, sum(one.height for one in pictures)), "white")
    top = 0
    for one in pictures:
        whole.paste(Image.frombytes("RGB", (one.width, one.height), one.samples), (0, top))
        top += one.height
    return whole

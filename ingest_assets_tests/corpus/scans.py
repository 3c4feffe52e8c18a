"""Scans made in code: text rendered with MuPDF's own fonts, then damaged as scanners, copiers and desks damage paper."""

from __future__ import annotations

from collections.abc import Sequence
from io import BytesIO
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import pymupdf
from numpy.typing import NDArray
from PIL import Image

from ingest_assets.extract.parsers import tesseract, vision
from ingest_assets.extract.protocol import ReadRequest
from ingest_assets.extract.vision.second_opinion import with_second_opinion
from ingest_assets.model import Document, Extraction, RawFile
from ingest_assets.pipeline import read_document
from ingest_assets.settings import Settings
from ingest_assets.sniff.sniff import sniff
from ingest_assets.triage.images import triage_image

Pixels = NDArray[np.uint8]
DPI = 150
ENGLISH = (
    "The buyer shall accept the goods and pay for them within thirty days of the invoice. "
    "The supplier delivers the goods to the warehouse of the buyer and unloads them at his own cost. "
    "Any claim about the quality of the goods must be made in writing before the end of the year."
)
RUSSIAN = (
    "Покупатель обязуется принять и оплатить товар в течение тридцати дней после получения счёта. "
    "Поставщик доставляет товар на склад покупателя и разгружает его за свой счёт. "
    "Претензии по качеству товара направляются в письменном виде до конца года."
)


def rendered(html: str, *, width: float = 420, height: float = 150, dpi: int = DPI) -> Pixels:
    """Grey pixels of an HTML text on a page of ``width`` x ``height`` points."""
    document = pymupdf.open()
    page = document.new_page(width=width, height=height)
    style = "* {font-size: 11pt} td {padding: 3px; border: 1px solid black} table {border-collapse: collapse}"
    page.insert_htmlbox(pymupdf.Rect(20, 15, width - 20, height - 10), html, css=style)
    return _grey(page.get_pixmap(dpi=dpi, colorspace=pymupdf.csGRAY, alpha=False))


def _grey(pixmap: Any) -> Pixels:
    return np.frombuffer(pixmap.samples, np.uint8).reshape(pixmap.height, pixmap.stride)[:, : pixmap.width].copy()


def skewed(pixels: Pixels, degrees: float) -> Pixels:
    """Turned counter-clockwise by a few degrees, corners white."""
    height, width = pixels.shape
    matrix = cv2.getRotationMatrix2D((width / 2, height / 2), degrees, 1)
    return np.asarray(cv2.warpAffine(pixels, matrix, (width, height), flags=cv2.INTER_CUBIC, borderValue=255), np.uint8)


def noisy(pixels: Pixels, sigma: float, *, seed: int = 0) -> Pixels:
    """Grain of a cheap sensor."""
    grain = np.random.default_rng(seed).normal(0, sigma, pixels.shape)
    return np.asarray(np.clip(pixels + grain, 0, 255), np.uint8)


def shaded(pixels: Pixels, darkest: float) -> Pixels:
    """Light falling off to one side; ``darkest`` is the factor at the far edge."""
    return np.asarray(pixels * np.linspace(1.0, darkest, pixels.shape[1])[None, :], np.uint8)


def blurred(pixels: Pixels, sigma: float) -> Pixels:
    """Out of focus."""
    return np.asarray(cv2.GaussianBlur(pixels, (0, 0), sigma), np.uint8)


def stamped(pixels: Pixels, level: int, *, text: str = "PAID") -> Pixels:
    """A round stamp of one grey level over the middle, its ink multiplied with the print below."""
    height, width = pixels.shape
    stamp = np.full_like(pixels, 255)
    centre, radius = (width // 2, height // 2), int(height * 0.42)
    cv2.circle(stamp, centre, radius, level, 7)
    cv2.circle(stamp, centre, int(radius * 0.8), level, 5)
    cv2.putText(stamp, text, (centre[0] - 70, centre[1] + 20), cv2.FONT_HERSHEY_SIMPLEX, 2.0, level, 9)
    return np.asarray(np.minimum(pixels, stamp), np.uint8)


def stamped_in_colour(pixels: Pixels, colour: tuple[int, int, int]) -> Pixels:
    """RGB: the same stamp in coloured ink, print shining through."""
    mask = stamped(np.full_like(pixels, 255), 0) == 0
    rgb = np.repeat(pixels[:, :, None], 3, axis=2).astype(np.float64)
    rgb[mask] = rgb[mask] * (np.array(colour) / 255)
    return rgb.astype(np.uint8)


def photograph(height: int = 400, width: int = 600, *, seed: int = 1) -> Pixels:
    """Soft shapes of many greys, no text: clouds, more or less."""
    rough = np.random.default_rng(seed).uniform(0, 255, (height // 40, width // 40)).astype(np.float32)
    return np.asarray(cv2.resize(rough, (width, height), interpolation=cv2.INTER_CUBIC).clip(0, 255), np.uint8)


def encoded(
    pixels: Pixels, kind: str = "png", *, dpi: float | tuple[float, float] | None = DPI, **options: Any
) -> bytes:
    """An image file of the pixels; ``kind`` is Pillow's format name in lower case."""
    buffer = BytesIO()
    resolution = {} if dpi is None else {"dpi": dpi if isinstance(dpi, tuple) else (dpi, dpi)}
    Image.fromarray(pixels).save(buffer, kind.upper(), **resolution, **options)
    return buffer.getvalue()


def tiff(frames: Sequence[Pixels], *, dpi: float = DPI) -> bytes:
    """A TIFF with a page for each raster."""
    first, *rest = (Image.fromarray(frame) for frame in frames)
    buffer = BytesIO()
    first.save(buffer, "TIFF", save_all=True, append_images=rest, compression="tiff_lzw", dpi=(dpi, dpi))
    return buffer.getvalue()


def scan_pdf(pages: Sequence[Pixels], *, dpi: float = DPI, rotation: int = 0) -> bytes:
    """A PDF whose pages are one image each."""
    document = pymupdf.open()
    for pixels in pages:
        height, width = pixels.shape[:2]
        page = document.new_page(width=width * 72 / dpi, height=height * 72 / dpi)
        page.insert_image(page.rect, stream=encoded(pixels))
        page.set_rotation(rotation)
    return bytes(document.tobytes())


def mixed_pdf(above: str, picture: Pixels, below: str, *, dpi: float = DPI) -> bytes:
    """A PDF page of native text with an image between two paragraphs."""
    document = pymupdf.open()
    page = document.new_page(width=500, height=500)
    page.insert_htmlbox(pymupdf.Rect(30, 20, 470, 130), above, css="* {font-size: 11pt}")
    height, width = picture.shape[:2]
    page.insert_image(pymupdf.Rect(30, 140, 30 + width * 72 / dpi, 140 + height * 72 / dpi), stream=encoded(picture))
    page.insert_htmlbox(pymupdf.Rect(30, 370, 470, 480), below, css="* {font-size: 11pt}")
    return bytes(document.tobytes())


def read(data: bytes, folder: Path, *, name: str = "scan", settings: Settings | None = None) -> Document:
    """One file's whole way, from its bytes to its terminal state."""
    path, scratch = folder / "blob", folder / "scratch"
    path.write_bytes(data)
    scratch.mkdir(exist_ok=True)
    raw = RawFile(raw_sha256="0" * 64, size_bytes=len(data), name=name)
    return read_document(raw, path, scratch, settings or Settings())


def text_of(document: Document) -> str:
    """The words of a document in reading order."""
    cells = [cell for table in document.cleaned.tables for row in table.rows for cell in row]
    return " ".join([*(block.text for block in document.cleaned.blocks), *cells])


def codes(document: Document) -> set[str]:
    """The problem codes that a document carries."""
    return {finding.code.value for finding in document.findings}


def read_with_vision(data: bytes, folder: Path, *, settings: Settings | None = None) -> Extraction:
    """An image file read by OCR, its weak pages by the vision route as the environment configures it."""
    settings = settings or Settings()
    path = folder / "blob"
    path.write_bytes(data)
    raw = RawFile(raw_sha256="0" * 64, size_bytes=len(data), name="scan.png")
    sniffed = sniff(path, raw, settings)
    pages = triage_image(path, sniffed, settings).pages
    request = ReadRequest(raw=raw, path=path, sniffed=sniffed, settings=settings, scratch=folder, pages=pages)
    return with_second_opinion(request, pages, tesseract.PARSER.read(request), vision.PARSER.read)

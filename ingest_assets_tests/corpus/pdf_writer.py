"""Writes small digital PDFs with headings, paragraphs and ruled tables, and turns them into scans."""

from __future__ import annotations

import re
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import pymupdf

FONT_FOLDER = Path("/usr/share/fonts/truetype/liberation")  # Debian package fonts-liberation
A4 = (595.0, 842.0)
MARGIN = 56.0
RANGE = re.compile(r"<([0-9a-f]{4})> <([0-9a-f]{4})> <([0-9a-f]{4})>")


class PdfWriter:
    """Text flows down the page and on to the next one."""

    def __init__(self) -> None:
        self.document: Any = pymupdf.open()
        self.regular = pymupdf.Font(fontfile=str(FONT_FOLDER / "LiberationSerif-Regular.ttf"))
        self.bold = pymupdf.Font(fontfile=str(FONT_FOLDER / "LiberationSerif-Bold.ttf"))
        self.page: Any = None
        self.y = MARGIN
        self.new_page()

    def new_page(self) -> None:
        """Begin a page."""
        self.page = self.document.new_page(width=A4[0], height=A4[1])
        self.page.insert_font(fontname="regular", fontbuffer=self.regular.buffer)
        self.page.insert_font(fontname="bold", fontbuffer=self.bold.buffer)
        self.y = MARGIN

    def heading(self, text: str, size: float = 15) -> None:
        """A bold line with space around it."""
        self._room(size * 3)
        self.y += size * 1.6
        self.page.insert_text((MARGIN, self.y), text, fontname="bold", fontsize=size)
        self.y += size * 0.6

    def paragraph(self, text: str, *, size: float = 11, left: float = MARGIN, right: float = A4[0] - MARGIN) -> None:
        """Wrapped lines."""
        for line in wrapped(text, self.regular, size, right - left):
            self._room(size * 1.3)
            self.y += size * 1.3
            self.page.insert_text((left, self.y), line, fontname="regular", fontsize=size)
        self.y += size * 0.7

    def columns(self, left_text: Sequence[str], right_text: Sequence[str]) -> None:
        """Two columns on common baselines."""
        top, middle = self.y, A4[0] / 2
        for paragraph in left_text:
            self.paragraph(paragraph, size=10, right=middle - 9)
        bottom, self.y = self.y, top
        for paragraph in right_text:
            self.paragraph(paragraph, size=10, left=middle + 9)
        self.y = max(bottom, self.y)

    def table(self, rows: Sequence[Sequence[str]], widths: Sequence[float], size: float = 10) -> None:
        """A fully ruled table; the first row is bold."""
        height = size * 1.8
        for number, row in enumerate(rows):
            self._room(height)
            x = MARGIN
            for cell, width in zip(row, widths, strict=True):
                self.page.draw_rect((x, self.y, x + width, self.y + height), width=0.7)
                self.page.insert_text(
                    (x + 4, self.y + height - size * 0.55),
                    cell,
                    fontname="bold" if number == 0 else "regular",
                    fontsize=size,
                )
                x += width
            self.y += height
        self.y += size

    def footer(self, text: str) -> None:
        """The same line at the foot of every page, with its number."""
        for number, page in enumerate(self.document, 1):
            page.insert_text((MARGIN, A4[1] - 30), f"{text} · {number}", fontname="regular", fontsize=8)

    def save(self, path: Path, **options: Any) -> None:
        """Write with subset fonts and without a time stamp, so that the bytes repeat."""
        self.document.subset_fonts()
        self.document.set_metadata({})
        path.parent.mkdir(parents=True, exist_ok=True)
        self.document.save(path, garbage=4, deflate=True, no_new_id=True, **options)

    def _room(self, height: float) -> None:
        if self.y + height > A4[1] - MARGIN:
            self.new_page()


def wrapped(text: str, font: Any, size: float, width: float) -> list[str]:
    """Lines of ``text`` no wider than ``width`` points."""
    lines, line = [], ""
    for word in text.split():
        longer = f"{line} {word}".strip()
        if line and font.text_length(longer, fontsize=size) > width:
            lines.append(line)
            longer = word
        line = longer
    return [*lines, line]


def scanned(
    source: Path, target: Path, *, pages: Sequence[int] | None = None, dpi: int = 200, angle: float = 0.4
) -> None:
    """Replace the pages (from 1; all by default) by a picture of themselves: turned a little, with noise, as JPEG."""
    document = pymupdf.open(source)
    out = pymupdf.open()
    for number, page in enumerate(document, 1):
        if pages is not None and number not in pages:
            out.insert_pdf(document, from_page=number - 1, to_page=number - 1)
            continue
        image = damaged(page_image(page, dpi), angle=angle, seed=number)
        sheet = out.new_page(width=page.rect.width, height=page.rect.height)
        sheet.insert_image(sheet.rect, stream=encoded(image, ".jpg"))
    out.set_metadata({})
    target.parent.mkdir(parents=True, exist_ok=True)
    out.save(target, garbage=4, deflate=True, no_new_id=True)


def page_image(page: Any, dpi: int) -> Any:
    """The page as grey pixels (height, width)."""
    pixmap = page.get_pixmap(dpi=dpi, colorspace=pymupdf.csGRAY)
    return np.frombuffer(pixmap.samples, np.uint8).reshape(pixmap.height, pixmap.stride)[:, : pixmap.width].copy()


def damaged(image: Any, *, angle: float, seed: int, noise: float = 6.0) -> Any:
    """Skew by ``angle`` degrees and Gaussian noise."""
    height, width = image.shape
    matrix = cv2.getRotationMatrix2D((width / 2, height / 2), angle, 1.0)
    turned = cv2.warpAffine(image, matrix, (width, height), flags=cv2.INTER_CUBIC, borderValue=255.0)
    grain = np.random.default_rng(seed).normal(0, noise, turned.shape)
    return np.clip(turned + grain - 6, 0, 255).astype(np.uint8)


def encoded(image: Any, suffix: str, quality: int = 70) -> bytes:
    """PNG or JPEG bytes."""
    options = [cv2.IMWRITE_JPEG_QUALITY, quality] if suffix == ".jpg" else []
    return bytes(cv2.imencode(suffix, image, options)[1])


def with_wrong_unicode(source: Path, target: Path) -> None:
    """Rewrite the Unicode maps as old bank exports have them: Cyrillic letters named by their cp1251 bytes read as Latin-1."""
    document = pymupdf.open(source)
    for xref in range(1, document.xref_length()):
        kind, value = document.xref_get_key(xref, "ToUnicode")
        if kind == "xref":
            map_xref = int(value.split()[0])
            stream = document.xref_stream(map_xref).decode("latin-1")
            document.update_stream(map_xref, RANGE.sub(_as_latin, stream).encode("latin-1"))
    document.set_metadata({})
    document.save(target, deflate=True, no_new_id=True)


def _as_latin(match: re.Match[str]) -> str:
    """A range into Cyrillic, written out letter by letter as the Latin-1 reading of its cp1251 bytes."""
    first, last, target = (int(group, 16) for group in match.groups())
    if not 0x400 <= target < 0x460:
        return match.group()
    lines = []
    for code in range(first, last + 1):
        byte = chr(target + code - first).encode("cp1251", "replace")
        lines.append(f"<{code:04x}> <{code:04x}> <{byte[0]:04x}>")
    return "\n".join(lines)

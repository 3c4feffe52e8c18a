"""PDF pages made in code whose text layer lies, hides or is missing: what triage has to tell apart."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from pathlib import Path
from typing import Any

import pymupdf

from ingest_assets.model import PageTriage
from ingest_assets.pdf.pages import PdfPages
from ingest_assets.pdf.repair.glyphs import to_unicode
from ingest_assets.thresholds.triage import TriageLimits
from ingest_assets.triage.page import triage_page

ENGLISH = (
    "The supplier shall deliver the goods to the warehouse of the buyer within thirty days of the order.",
    "Every delivery is confirmed in the office with a signed note that names the weight and the number of boxes.",
    "The first payment is made when the contract has been signed, the final one after the goods were inspected.",
    "If the quality of the goods differs from the sample, the buyer informs the supplier in writing.",
    "Both sides agree that small differences in colour are no reason to refuse the goods.",
    "The fee for late payment is two percent of the price for every week of delay, 45 dollars at least.",
    "This agreement is made in two copies, one for each side, and can be changed only in writing.",
)
RUSSIAN = (
    "Поставщик обязуется передать товар на склад покупателя в течение тридцати дней после заказа.",
    "Каждая поставка подтверждается накладной, в которой указаны вес груза и количество коробок.",
    "Первый платёж производится после подписания договора, последний после приёмки товара.",
    "Если качество товара отличается от образца, покупатель сообщает об этом письменно.",
    "Стороны согласны, что небольшие различия в цвете не являются причиной отказа.",
    "За каждую неделю просрочки начисляется два процента от цены, но не менее 45 рублей.",
    "Договор составлен в двух экземплярах и может быть изменён только в письменной форме.",
)
LEFT, TOP, STEP, SIZE = 60.0, 80.0, 18.0, 10.0


def add_lines(page: Any, lines: Iterable[str], *, top: float = TOP, **options: Any) -> None:
    """Write lines with MuPDF's own sans (a composite font with two-byte glyph codes and a ToUnicode map)."""
    font = options.pop("font", None) or pymupdf.Font("helv")
    size = options.pop("size", SIZE)
    writer = pymupdf.TextWriter(page.rect)
    for index, line in enumerate(lines):
        writer.append((LEFT, top + index * STEP), line, font=font, fontsize=size)
    writer.write_text(page, **options)


def text_pdf(lines: Sequence[str] = ENGLISH, **options: Any) -> bytes:
    """One page of text."""
    document = pymupdf.open()
    add_lines(document.new_page(), lines, **options)
    return document.tobytes()


def lying(data: bytes, wrong: Callable[[str], str]) -> bytes:
    """The same page with a ToUnicode map that reads each character ``c`` as ``wrong(c)``."""
    document = pymupdf.open("pdf", data)
    font = pymupdf.Font("helv")
    characters = {char for page in document for char in page.get_text() if char.isprintable()}
    known = {font.has_glyph(ord(char)): wrong(char) for char in characters}
    stream = document.get_new_xref()
    document.update_object(stream, "<<>>")
    document.update_stream(stream, _map(known).encode("ascii"))
    for entry in document.get_page_fonts(0, full=True):
        document.xref_set_key(entry[0], "ToUnicode", f"{stream} 0 R")
    return document.tobytes()


def _map(known: dict[int, str]) -> str:
    """A map whose targets may have several characters."""
    plain = to_unicode(dict.fromkeys(known, 32))
    for glyph, text in known.items():
        code = text.encode("utf-16-be").hex().upper()
        plain = plain.replace(f"<{glyph:04X}> <0020>", f"<{glyph:04X}> <{code}>")
    return plain


def unmapped(data: bytes) -> bytes:
    """The same page with fonts that have no ToUnicode map at all."""
    document = pymupdf.open("pdf", data)
    for entry in document.get_page_fonts(0, full=True):
        document.xref_set_key(entry[0], "ToUnicode", "null")
    return document.tobytes()


def picture_of(data: bytes, *, dpi: int = 150) -> bytes:
    """The first page as PNG."""
    return bytes(pymupdf.open("pdf", data)[0].get_pixmap(dpi=dpi).tobytes("png"))


def scan_pdf(lines: Sequence[str] = ENGLISH, *, layer: Sequence[str] = (), footer: str = "") -> bytes:
    """A page that is one picture of ``lines``, with an invisible text layer and a visible footer where they are given."""
    document = pymupdf.open()
    page = document.new_page()
    page.insert_image(page.rect, stream=picture_of(text_pdf(lines)))
    if layer:
        add_lines(page, layer, render_mode=3)
    if footer:
        page.insert_text((LEFT, 820), footer, fontsize=8)
    return document.tobytes()


def mixed_pdf(lines: Sequence[str] = ENGLISH, clipping: Sequence[str] = ENGLISH) -> bytes:
    """Digital text above, a picture of text in the lower half."""
    document = pymupdf.open()
    page = document.new_page()
    add_lines(page, lines)
    cut = pymupdf.open("pdf", text_pdf(clipping))[0].get_pixmap(dpi=150, clip=pymupdf.Rect(0, 60, 595, 240))
    page.insert_image(pymupdf.Rect(0, 400, 595, 580), stream=cut.tobytes("png"))
    return bytes(document.tobytes())


def written(data: bytes, folder: Path, name: str = "page.pdf") -> Path:
    """The bytes as a file."""
    path = folder / name
    path.write_bytes(data)
    return path


def triaged(data: bytes, folder: Path) -> PageTriage:
    """Triage of the first page of a PDF."""
    with PdfPages(written(data, folder)) as pdf:
        return triage_page(pdf, 1, TriageLimits())

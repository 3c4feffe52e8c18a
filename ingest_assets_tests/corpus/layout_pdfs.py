"""Small PDFs with one difficulty of layout each. Every fixture is a list of pages, every page a list of ``Put``."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pymupdf

FONT_FOLDER = Path("/usr/share/fonts/truetype/liberation")  # Debian package fonts-liberation
FONTS = {False: "LiberationSerif-Regular.ttf", True: "LiberationSerif-Bold.ttf"}
WIDTH, HEIGHT = 595.0, 842.0

FERRY = (
    "The ferry left the northern pier with forty people on board and a cart of apples, slowly turned into the grey "
    "current and nobody on the shore waved, because the rain had begun before noon and would not stop."
)
MAYOR = (
    "On the other bank the mayor read a short speech about bridges that would be built and sat down again before the "
    "wind took his hat. The band played two marches, and the children went home along the wet road."
)
STOREHOUSE = (
    "Поставщик обязуется передать товар в срок, указанный в заявке покупателя, а покупатель обязуется принять его и "
    "оплатить. Качество товара подтверждается паспортом изготовителя, который передается вместе с первой партией."
)


@dataclass(frozen=True, slots=True)
class Put:
    """A line of text at a baseline; ``turn`` in degrees counter-clockwise, ``mode`` the PDF render mode."""

    x: float
    y: float
    text: str
    size: float = 10
    bold: bool = False
    turn: int = 0
    mode: int = 0


def document(pages: Sequence[Sequence[Put]], *, rotation: int = 0) -> bytes:
    """The pages as a PDF."""
    return _bytes(_document(pages, rotation=rotation))


def _document(pages: Sequence[Sequence[Put]], *, rotation: int = 0) -> Any:
    made = pymupdf.open()
    for puts in pages:
        page = made.new_page(width=WIDTH, height=HEIGHT)
        for bold, name in FONTS.items():
            page.insert_font(fontname=f"f{int(bold)}", fontfile=str(FONT_FOLDER / name))
        for put in puts:
            page.insert_text(
                (put.x, put.y),
                put.text,
                fontname=f"f{int(put.bold)}",
                fontsize=put.size,
                rotate=put.turn,
                render_mode=put.mode,
            )
        if rotation:
            page.set_rotation(rotation)
    return made


def _bytes(made: Any) -> bytes:
    data: bytes = made.tobytes(deflate=True)
    made.close()
    return data


def wrapped(text: str, width: float, size: float = 10, *, bold: bool = False) -> list[str]:
    """The text in lines not wider than ``width`` points."""
    font = pymupdf.Font(fontfile=str(FONT_FOLDER / FONTS[bold]))
    lines = [""]
    for word in text.split():
        longer = f"{lines[-1]} {word}".strip()
        if lines[-1] and font.text_length(longer, size) > width:
            lines.append(word)
        else:
            lines[-1] = longer
    return lines


def prose(
    text: str, x: float, y: float, width: float, *, size: float = 10, step: float = 13, indent: float = 0
) -> list[Put]:
    """A paragraph as lines; the first baseline is ``y``."""
    lines = wrapped(text, width - indent, size)
    return [Put(x + (indent if n == 0 else 0), y + n * step, line, size) for n, line in enumerate(lines)]


def two_columns() -> bytes:
    """Two short columns on common baselines, 14 pt apart."""
    return document([[*prose(FERRY, 60, 100, 225), *prose(MAYOR, 299, 100, 225)]])


def columns_under_title() -> bytes:
    """A title across two columns of unequal length, a full-width line below them."""
    title = [Put(60, 80, "Minutes of the river board", 18, bold=True)]
    foot = prose(STOREHOUSE, 60, 330, 464)
    long = " ".join([FERRY] * 3)
    return document([[*title, *prose(long, 60, 110, 225), *prose(MAYOR, 299, 110, 225), *foot]])


def three_columns() -> bytes:
    """Three narrow columns."""
    texts = (FERRY, MAYOR, STOREHOUSE)
    return document([[put for n, text in enumerate(texts) for put in prose(text, 50 + n * 170, 100, 150)]])


def side_headings() -> bytes:
    """Short bold texts in the left margin, each beside its paragraph."""
    puts: list[Put] = []
    for n, (name, text) in enumerate((("Scope", FERRY), ("Delivery", MAYOR), ("Warranty", STOREHOUSE))):
        puts += [Put(60, 100 + n * 110, name, bold=True), *prose(text, 180, 100 + n * 110, 340)]
    return document([puts])


def labels_and_values() -> bytes:
    """A form: each label stands on the baseline of its value."""
    pairs = (("Name:", "Ivanova"), ("Town:", "Tver"), ("Street:", "Wet road 17"), ("Phone:", "none"))
    return document(
        [[p for n, (a, b) in enumerate(pairs) for p in (Put(60, 100 + 20 * n, a), Put(160, 100 + 20 * n, b))]]
    )


def running_pages(count: int = 6) -> bytes:
    """Header, footer with page number, and a sentence that goes on over each page end; a note just above the footer."""
    pages = []
    for n in range(1, count + 1):
        body = prose(f"Sheet {n}. " + FERRY, 60, 100, 460)
        note = [Put(60, 770, f"Note: remark {'abcdefgh'[n - 1] * 4} of this sheet stays here.")]
        pages.append(
            [Put(60, 40, "Northwind Trading GmbH"), *body, *note, Put(60, 810, f"Confidential, page {n} of {count}")]
        )
    return document(pages)


def sentence_over_pages() -> bytes:
    """One paragraph broken by a page end, with running lines between the halves."""
    lines = wrapped(" ".join([FERRY] * 2), 460)
    half = len(lines) // 2
    pages = []
    for n, part in enumerate((lines[:half], lines[half:])):
        body = [Put(60, 740 + 13 * i - 13 * (len(part) - 1) * (1 - n) - 640 * n, line) for i, line in enumerate(part)]
        pages.append([Put(60, 40, "Harbour survey 2019"), *body, Put(290, 815, str(n + 1))])
    return document(pages)


def numbered_draft() -> bytes:
    """A draft with line numbers in the left margin."""
    lines = wrapped(" ".join([FERRY, MAYOR]), 400)
    puts = [Put(100, 100 + 14 * n, line) for n, line in enumerate(lines)]
    return document([[*puts, *(Put(70, 100 + 14 * n, str(n + 1), 6) for n in range(len(lines)))]])


def side_bar() -> bytes:
    """A narrow bar of small type left of the main column."""
    bar = [
        Put(40, 120 + 11 * n, text, 7)
        for n, text in enumerate(("DOI: 10.1/x", "Editor: A. Bee", "Submitted: May", "Licence: CC"))
    ]
    return document([[*bar, *prose(" ".join([FERRY, MAYOR]), 190, 120, 340)], prose(STOREHOUSE, 60, 100, 460)])


def watermarked() -> bytes:
    """A large word across the text of each page."""
    made = _document([prose(STOREHOUSE, 60, 100 + n, 460) for n in range(2)])
    for page in made:
        page.insert_text(
            (120, 160),
            "DRAFT",
            fontname="hebo",
            fontsize=60,
            morph=(pymupdf.Point(120, 160), pymupdf.Matrix(35)),
            fill_opacity=0.3,
        )
    return _bytes(made)


def footnote() -> bytes:
    """A raised mark in the text and its note in small type at the foot."""
    body = [
        Put(60, 100, "Revenue grew to 45"),
        Put(141.2, 96, "3", 6),
        Put(146, 100, "in the last year of the report."),
    ]
    rest = prose(FERRY + " " + MAYOR, 60, 130, 460)
    return document([[*body, *rest, Put(60, 740, "3", 5.5), Put(65, 744, "Without the harbour dues.", 8)]])


def sideways() -> bytes:
    """A paragraph, and three lines that read upwards."""
    side = [Put(400 + 14 * n, 700, line, turn=90) for n, line in enumerate(wrapped(MAYOR, 300)[:3])]
    return document([[*prose(STOREHOUSE, 60, 100, 300), *side]])


def fake_bold() -> bytes:
    """A heading painted four times with a small offset."""
    copies = [Put(60 + 0.3 * n, 100, "Still unpaid balance", 12) for n in range(4)]
    return document([[*copies, *prose(FERRY, 60, 130, 460)]])


def cropped() -> bytes:
    """Text outside the crop box."""
    made = _document([[*prose(FERRY, 100, 200, 300), Put(100, 820, "outside the crop box")]])
    made[0].set_cropbox(pymupdf.Rect(50, 100, 500, 700))
    return _bytes(made)


def annotated() -> bytes:
    """A form field with a value, a sticky note, a free text."""
    made = _document([[Put(60, 100, "Surname:"), *prose(FERRY, 60, 200, 460)]])
    page = made[0]
    widget = pymupdf.Widget()
    widget.field_type = pymupdf.PDF_WIDGET_TYPE_TEXT
    widget.field_name, widget.field_value = "surname", "Ivanova"
    widget.rect = pymupdf.Rect(120, 88, 250, 104)
    page.add_widget(widget)
    note = page.add_text_annot((400, 300), "remember the clause")
    note.set_info(title="Reviewer")
    page.add_freetext_annot(pymupdf.Rect(60, 400, 300, 420), "urgent approval")
    return _bytes(made)


def broken_page() -> bytes:
    """Three pages; the content of the second is no stream that can be unpacked."""
    made = _document([prose(text, 60, 100, 460) for text in (FERRY, MAYOR, STOREHOUSE)])
    xref = made[1].get_contents()[0]
    made.update_stream(xref, b"BT (never closed", compress=True)
    data = made.tobytes(deflate=True)
    raw = made.xref_stream_raw(xref)
    made.close()
    damaged = bytearray(data)
    at = data.find(raw)
    damaged[at : at + len(raw)] = b"\x00" * len(raw)
    return bytes(damaged)


def many_paths(count: int = 3200) -> bytes:
    """A paragraph over thousands of small rectangles."""
    made = _document([prose(FERRY, 60, 100, 460)])
    shape = made[0].new_shape()
    for n in range(count):
        x, y = 60 + n % 80 * 5, 200 + n // 80 * 5
        shape.draw_rect(pymupdf.Rect(x, y, x + 3, y + 3))
        shape.finish(width=0.3)
    shape.commit()
    return _bytes(made)


def many_words(count: int, *, scattered: bool) -> bytes:
    """One word thousands of times on one large page: in ten columns, or ``scattered`` like the labels of a map."""
    made = pymupdf.open()
    page = made.new_page(width=1100, height=count + 60)
    writer = pymupdf.TextWriter(page.rect)
    for n in range(count):
        shift = n * 37 % 60 if scattered else 0
        writer.append((20 + n % 10 * 100 + shift, 20 + n // 10 * 10 + shift % 7), "water", fontsize=6)
    writer.write_text(page)
    return _bytes(made)


def title_blocks(count: int = 3) -> bytes:
    """Pages in a drawing frame, each with the same ruled title block at its foot; only the sheet number differs."""
    made = _document([prose(f"Лист {n}. {STOREHOUSE}", 90, 100, 440) for n in range(1, count + 1)])
    for number, page in enumerate(made, start=1):
        page.insert_font(fontname="f0", fontfile=str(FONT_FOLDER / FONTS[False]))
        page.draw_rect(pymupdf.Rect(57, 14, 581, 828), width=1.2)
        xs, ys = (57, 100, 160, 220, 500, 581), (770, 790, 809, 828)
        for x in xs:
            page.draw_line((x, ys[0]), (x, ys[-1]), width=0.8)
        for y in ys:
            page.draw_line((xs[0], y), (xs[-1], y), width=0.8)
        cells = ("Изм.", "Лист", "Дата", "АБВГ.425180.001 ПЗ", f"Лист {number}")
        for x, cell in zip(xs, cells, strict=False):
            page.insert_text((x + 3, 785), cell, fontname="f0", fontsize=9)
        page.insert_text((60, 804), "Разраб.", fontname="f0", fontsize=9)
        page.insert_text((103, 804), "Иванова", fontname="f0", fontsize=9)
    return _bytes(made)

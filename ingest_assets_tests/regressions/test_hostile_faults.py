"""Faults that hostile and strange files showed once, by name."""

from __future__ import annotations

import io
import re
import subprocess
import sys
from pathlib import Path

import pymupdf
import pytest
import xlrd
from PIL import Image

from ingest_assets.extract.spreadsheet.biff import XLRD_FAULTS, read_with_calamine
from ingest_assets.settings import Settings
from ingest_assets_tests.corpus.broken_pdfs import ENGLISH, add_lines, text_pdf
from ingest_assets_tests.corpus.drawn import LINE, scanned_djvu
from ingest_assets_tests.corpus.office import docx, par, rows, xlsx
from ingest_assets_tests.corpus.texts import HARBOUR, whole_way
from ingest_assets_tests.extract.office_reading import codes

PROSE = f"{HARBOUR}\n\n" * 3


def test_a_quotation_in_a_far_script_is_no_garbage_in_a_typed_document() -> None:
    body = (
        par(HARBOUR) * 2
        + par("Suddenly some Japanese text:")
        + par("ゾルゲと尾崎、淡々と最期、秘密の諜報団")
        + par("𐌲𐌿𐍄𐌹𐍃𐌺")
    )
    document = whole_way(docx(body), "quote.docx")
    assert (document.verdict.state, codes(document)) == ("indexed", set())


def test_letters_of_many_scripts_inside_words_stay_garbage_in_a_typed_document() -> None:
    garbled = HARBOUR.replace("e", "ษ").replace("a", "ᄀ")
    assert whole_way(docx(par(garbled) * 4), "garbled.docx").verdict.state == "quarantined"


@pytest.mark.parametrize(
    "fill",
    ["a" * 30_000, "a" * 5000 + " " + "ab" * 5000, "*a **" * 2000, "[" * 20_000, "=" * 3000, "x " * 4000],
    ids=["letters", "pairs", "emphasis", "brackets", "rule", "one letter"],
)
@pytest.mark.parametrize("name", ["fill.txt", "fill.md"])
def test_fill_is_no_garbage(fill: str, name: str) -> None:
    document = whole_way(f"{PROSE}{fill}\n\n{PROSE}".encode(), name)
    assert (document.verdict.state, codes(document)) == ("indexed", set())


def test_half_a_header_is_a_damaged_pdf() -> None:
    data = b"%PDFn\ntrailer\n<</Root 5 0 R/Size 12>>\n5 0 obj\n<</Type/Catalog>>\n" * 3
    document = whole_way(data, "broken.pdf")
    assert (document.sniffed.format, document.verdict.state) == ("pdf", "quarantined")
    assert whole_way(f"%PDF is the mark of a format. {HARBOUR}".encode(), "notes.txt").sniffed.format == "txt"


def test_page_objects_outside_an_empty_page_tree_are_no_pages() -> None:
    data = re.sub(rb"/Kids ?\[[^\]]*\]", lambda found: b"/Kids[]".ljust(len(found[0])), text_pdf())
    data = data.replace(b"/Count 1", b"/Count 0")
    document = whole_way(data, "empty.pdf")
    assert (document.verdict.state, codes(document)) == ("quarantined", {"no_pages"})


def test_a_document_whose_every_line_was_removed_is_not_blank() -> None:
    with pymupdf.open() as pdf:
        for number in range(6):
            add_lines(pdf.new_page(), [f"Potato {number}"], top=20)
        document = whole_way(pdf.tobytes(), "potatoes.pdf")
    assert document.verdict.skip_rule is None


def test_a_rebuilt_file_without_text_is_not_believed_to_be_blank() -> None:
    with pymupdf.open() as pdf:
        pdf.new_page()
        whole = pdf.tobytes()
    assert whole_way(whole, "blank.pdf").verdict.skip_rule == "blank_text"
    document = whole_way(whole[: whole.rfind(b"xref")], "cut.pdf")
    assert "repaired" in codes(document)
    assert document.verdict.state == "quarantined"


@pytest.mark.parametrize("size", [(1, 1), (1, 300), (300, 1), (3, 2)])
@pytest.mark.parametrize("kind", ["PNG", "GIF", "JPEG", "BMP", "TIFF"])
def test_the_pixel_that_counts_a_mails_readers(size: tuple[int, int], kind: str) -> None:
    data = io.BytesIO()
    Image.new("RGB", size, "white").save(data, kind)
    assert whole_way(data.getvalue(), "pixel").verdict.skip_rule == "image_without_text"


def test_a_picture_of_many_bytes_and_few_words_is_not_empty() -> None:
    """A caption under a photograph is all that there is to read."""
    with pymupdf.open() as pdf:
        page = pdf.new_page()
        data = io.BytesIO()
        Image.radial_gradient("L").convert("RGB").save(data, "PNG")
        page.insert_image(pymupdf.Rect(100, 100, 400, 325), stream=data.getvalue())
        pdf.set_metadata({"keywords": "a long list of keywords " * 1500})
        add_lines(page, ["The weir in March"], top=400)
        document = whole_way(pdf.tobytes(), "photo.pdf")
    assert document.raw.size_bytes > Settings().assertions.empty_bytes
    assert "empty_extraction" not in codes(document)


def test_a_formula_that_xlrd_cannot_parse_goes_to_the_second_reader() -> None:
    """Its FormulaError is no XLRDError."""
    assert issubclass(xlrd.formula.FormulaError, XLRD_FAULTS)


def test_the_second_reader_of_old_workbooks_finds_the_sheets() -> None:
    """The kinds of sheets are no hashable values in every release of the reader."""
    workbook = read_with_calamine(xlsx(rows(("Pier", "Tons"), ("North", 12))), Settings())
    assert [(sheet.name, sheet.cells[1]) for sheet in workbook.sheets] == [("Sheet1", {0: "North", 1: "12"})]


def test_foreign_libraries_do_not_print_into_the_users_terminal() -> None:
    program = (
        "from ingest_assets.workers.pool import map_documents\n"
        "from ingest_assets.workers.job import Job\n"
        "from ingest_assets.thresholds.limits import Limits\n"
        "found = map_documents('ingest_assets_tests.faults.functions:warn_on_stderr', [Job(key='a', argument=None)], limits=Limits(), workers=1)\n"
        "assert [outcome.value for outcome in found] == ['warned']\n"
    )
    run = subprocess.run(
        [sys.executable, "-c", program],
        cwd=Path(__file__).parents[2],
        capture_output=True,
        text=True,
        check=True,
    )
    assert (run.stdout, run.stderr) == ("", "")


def test_scans_in_a_djvu_file_are_not_lost_without_a_word(tmp_path: Path) -> None:
    document = whole_way(scanned_djvu(tmp_path), "book.djvu")
    assert document.verdict.state == "indexed"
    assert LINE in document.chunks[0].text


def test_an_honest_page_has_no_findings() -> None:
    """The control of the rules above: an honest file has none of their findings."""
    document = whole_way(text_pdf(ENGLISH), "honest.pdf")
    assert (document.verdict.state, codes(document)) == ("indexed", set())


@pytest.mark.parametrize("read_as", ["windows-1252", "latin-1"])
def test_no_break_spaces_and_controls_are_bytes_of_letters_in_mojibake(read_as: str) -> None:
    """``à`` is C3 A0, ``Å`` is C3 85: folding white space and line ends lost their second bytes, and the text went unrepaired into the index."""
    meant = "Le conseil a approuvé le rapport à l’unanimité, jusqu’à la fin de l’été, près de Årjäng. " * 3
    garbled = "".join(
        chr(byte) if read_as == "latin-1" else bytes([byte]).decode("cp1252", "ignore") for byte in meant.encode()
    )
    document = whole_way(garbled.encode(), "rapport.txt")
    assert document.verdict.state == "indexed"
    assert document.cleaned.blocks[0].text == meant.strip()
    assert document.cleaned.metadata["mojibake_repair"]


def test_an_image_whose_data_is_cut_off_is_not_blank() -> None:
    data = io.BytesIO()
    Image.effect_noise((200, 200), 0).save(data, "PNG", compress_level=0)
    document = whole_way(data.getvalue()[:20_000], "cut.png")
    assert document.verdict.state == "quarantined"
    assert "corrupt" in codes(document)

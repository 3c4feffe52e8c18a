"""Faults of the sniffer and of the code pages, each met once on a real kind of file."""

from __future__ import annotations

from pathlib import Path

import pytest

from ingest_assets.code_pages.detect import detect, guess
from ingest_assets.code_pages.mojibake import repair
from ingest_assets_tests.corpus import sniff as made
from ingest_assets_tests.corpus.encodings import TEXTS


def test_a_table_with_one_nul_is_not_sixteen_bit_text(tmp_path: Path) -> None:
    found = made.sniffed(b"id,name\n1,al\0pha\n2,beta\n", "nul.csv", folder=tmp_path)
    assert (found.format, found.encoding) == ("csv", "utf-8")


@pytest.mark.parametrize("start", range(0, 20, 4))
def test_short_japanese_bytes_are_not_utf_16(start: int) -> None:
    data = TEXTS["ja"][start : start + 24].encode("cp932")
    assert detect(data[: len(data) // 2 * 2]).encoding == "shift_jis"


def test_shift_out_and_in_are_text_in_korean_mail(tmp_path: Path) -> None:
    assert made.sniffed(TEXTS["ko"].encode("iso2022_kr"), "a.txt", folder=tmp_path).format == "txt"


@pytest.mark.parametrize(
    ("text", "page"),
    [
        ("Töö on väga hästi tehtud ja kõik läks õigesti, ütles õpetaja.", "cp1252"),
        ("Është një ditë e mirë për të gjithë.", "cp1252"),
    ],
)
def test_latin_languages_without_a_word_list_are_not_read_as_cyrillic(text: str, page: str) -> None:
    assert guess(text.encode(page)).encoding in ("windows-1252", "windows-1257", "windows-1254")


def test_letters_of_dos_pages_are_not_quotes_inside_words() -> None:
    assert (
        guess("le voksukat, ugyanakkor Görögországnak is tisztelegve szólt a főhős".encode("cp852")).encoding == "cp852"
    )


def test_addresses_do_not_outvote_the_words() -> None:
    text = "http://example.org/hungarian/news/story/2005/06/press.shtml A mai európai lapok ízekre szedik http://example.org/x/y/z.shtml"
    assert guess(text.encode("cp1250")).encoding in ("windows-1250", "iso-8859-2", "windows-1252")


def test_an_elision_before_an_accent_is_no_armenian_letter() -> None:
    assert repair("Pas d’état de certificat.") is None


def test_an_unquoted_label_keeps_its_stray_quote(tmp_path: Path) -> None:
    found = made.sniffed(b'<!DOCTYPE HTML>\n<meta charset=iso8859-2">\n<p>"</p>', "a.html", folder=tmp_path)
    assert (found.encoding, found.encoding_source) == ("utf-8", "default")


def test_a_pdf_signature_inside_an_image_does_not_win(tmp_path: Path) -> None:
    data = b"\x01\0\0\0" + bytes(36) + b" EMF" + bytes(40) + made.PDF
    assert made.sniffed(data, "a.emf", folder=tmp_path).format == "emf"


def test_a_directory_that_breaks_off_is_completed_from_local_headers(tmp_path: Path) -> None:
    data = bytearray(made.ooxml())
    second = data.find(b"PK\x01\x02", data.find(b"PK\x01\x02") + 4)
    data[second : second + 4] = b"XXXX"
    found = made.sniffed(bytes(data), "a", folder=tmp_path)
    assert (found.format, found.flags) == ("docx", ("truncated",))


def test_front_matter_with_blank_lines_costs_linear_time(tmp_path: Path) -> None:
    assert made.sniffed(b"---\r\n" + b"   \r\n" * 150 + b"x", "a", folder=tmp_path).format == "txt"

"""Faults met once in the text, web, mail and archive readers; each test has the fault's name."""

from __future__ import annotations

import compressed_rtf
import pytest

from ingest_assets.extract.html.document import read_html, read_page
from ingest_assets.extract.labelled import labelled_text
from ingest_assets.extract.mail.message import read_message
from ingest_assets.problems import Problem
from ingest_assets.settings import Settings
from ingest_assets_tests.corpus.archives import tarred
from ingest_assets_tests.corpus.mails import mail
from ingest_assets_tests.corpus.outlook import msg_file
from ingest_assets_tests.corpus.texts import HARBOUR, LEASE, extraction, text_of
from ingest_assets_tests.corpus.web import page

SETTINGS = Settings()


def test_a_mail_in_iso_2022_jp_was_taken_for_ascii() -> None:
    data = mail("日本語のメールです".encode("iso2022_jp"), headers=b"Content-Type: text/plain; charset=iso-2022-jp\r\n")
    assert "日本語のメールです" in text_of(read_message(data, SETTINGS))


def test_a_us_ascii_label_turned_cyrillic_into_western_letters() -> None:
    data = mail(f"<p>{LEASE}</p>".encode("cp1251"), headers=b"Content-Type: text/html; charset=us-ascii\r\n")
    assert LEASE in text_of(read_message(data, SETTINGS))


def test_one_bad_byte_in_a_short_utf8_mail_made_it_shift_jis() -> None:
    assert "П\ufffd € café" in text_of(read_message(mail("П".encode() + b"\xd1 " + "€ café".encode()), SETTINGS))


def test_a_tar_cut_inside_a_header_ended_without_a_word() -> None:
    cut = tarred([("a.txt", b"one"), ("b.txt", b"two")])[:1200]
    assert [finding.code for finding in extraction(cut, "tar").findings] == [Problem.CORRUPT]


def test_mailboxes_without_times_in_their_from_lines_were_empty() -> None:
    data = b"From a@b\nSubject: one\n\nbody\n\nFrom c@d\nSubject: two\n\nbody\n"
    assert len(extraction(data, "mbox").children) == 2


def test_an_empty_mailbox_raised() -> None:
    assert [finding.code for finding in extraction(b"\n", "mbox").findings] == [Problem.CORRUPT]


def test_a_damaged_rtf_body_of_a_msg_raised() -> None:
    packed = bytearray(compressed_rtf.compress(rb"{\rtf1\ansi some words of the keeper\par}" * 20, compressed=True))
    packed[60] ^= 0xFF
    assert extraction(msg_file({0x37: "Subject", 0x1009: bytes(packed), 0x1000: LEASE}), "msg").blocks


def test_lines_of_a_log_were_joined_to_one_paragraph() -> None:
    lines = [f"2026-01-0{day} 10:00:00 INFO the pump of the second basin was started by hand" for day in range(1, 5)]
    assert [block.text for block in extraction("\n".join(lines), "txt").blocks] == lines


def test_a_preamble_padded_with_delimiters_became_the_head() -> None:
    read = extraction("Total report;;;\n;;;\nid;name;qty;sum\n1;a;2;3\n2;b;3;4\n", "csv")
    assert read.tables[0].rows[0] == ("id", "name", "qty", "sum")


def test_ten_to_the_sixth_became_one_hundred_and_six() -> None:
    read = read_html("<p>about 10<sup>6</sup> litres", SETTINGS.web)
    assert "106" not in text_of(read)


def test_links_of_a_menu_were_glued_together() -> None:
    read = read_html("<a href='https://e.org/1'>Home</a><a href='https://e.org/2'>About</a>", SETTINGS.web)
    assert text_of(read) == "[Home](https://e.org/1) [About](https://e.org/2)"


def test_a_short_page_with_a_script_was_called_a_shell() -> None:
    assert read_page(page("<p>Closed on Monday.</p><script src='a.js'></script>"), "main", SETTINGS.web).findings == ()


def test_the_accent_of_a_dotless_i_stood_beside_it() -> None:
    assert "Naïve" in text_of(extraction(r"\begin{document}Na\"{\i}ve words\end{document}", "tex"))


def test_quotes_inside_tab_separated_cells_swallowed_rows() -> None:
    rows = extraction('size\tnote\n5"\t"half\n6"\tfull\n7"\tnone\n', "tsv").tables[0].rows
    assert rows == (("size", "note"), ('5"', '"half'), ('6"', "full"), ('7"', "none"))


def test_lists_of_a_short_page_were_taken_for_menus() -> None:
    """Between the first and the last piece of main content of a short page nothing is navigation."""
    page = (
        f"<html><body><nav><a href='/'>Home</a></nav><h1>Moorings</h1><p>{HARBOUR}</p><ol start=5><li>north<li>south</ol>"
        f"<dl><dt>Draught<dd>depth below water</dl><p>{HARBOUR[::-1]}</p><footer>Imprint</footer></body></html>"
    )
    words = text_of(extraction(page, "html"))
    assert all(word in words for word in ("north", "south", "Draught", "depth below water"))
    assert "Home" not in words
    assert "Imprint" not in words


def test_a_table_of_one_column_with_a_head_fell_apart() -> None:
    read = extraction("<table><tr><th>Depth</th></tr><tr><td>4.1</td></tr></table>", "html")
    assert read.tables[0].rows == (("Depth",), ("4.1",))


def test_paragraphs_of_xml_beside_loose_text_were_glued() -> None:
    read = extraction("<doc><title>Order</title><para>The quay is closed.</para>until May</doc>", "xml")
    assert text_of(read) == "Order The quay is closed. until May"


@pytest.mark.parametrize(("label", "text"), [("iso-8859-1", "Hotel Café"), ("koi8-r", "aaaaо")])
def test_the_only_foreign_letter_at_the_end_was_taken_for_a_cut_one(label: str, text: str) -> None:
    """Without one whole character of UTF-8 a cut one is no sign of it."""
    assert labelled_text(text.encode(label), label) == text
    assert labelled_text(f"é{text}".encode()[:-1], None) == f"é{text[:-1]}\ufffd"

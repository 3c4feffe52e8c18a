"""The order of evidence for the encoding."""

from __future__ import annotations

from pathlib import Path

import pytest

from ingest_assets.problems import Problem
from ingest_assets_tests.corpus.encodings import TEXTS
from ingest_assets_tests.corpus.sniff import sniffed

RU, FR, UK = TEXTS["ru"], TEXTS["fr"], TEXTS["uk"]


def page(text: str, label: str = "") -> str:
    meta = f"<meta charset={label}>" if label else ""
    return f"<!DOCTYPE html><html><head>{meta}<title>x</title></head><body><p>{text}</p></body></html>"


@pytest.mark.parametrize(
    ("data", "name", "http", "encoding", "source"),
    [
        (page(RU, "windows-1251").encode("utf-8-sig"), "a.html", "text/html; charset=koi8-r", "utf-8", "bom"),
        (page(RU).encode("utf-16-le"), "a.html", "text/html; charset=windows-1251", "utf-16le", "utf16_pattern"),
        (TEXTS["ja"].encode("iso2022_jp"), "a.txt", None, "iso-2022-jp", "escape_sequence"),
        (TEXTS["ko"].encode("iso2022_kr"), "a.txt", None, "iso-2022-kr", "escape_sequence"),
        (page(RU, "koi8-r").encode("cp1251"), "a.html", "text/html; charset=windows-1251", "windows-1251", "http"),
        (page(UK, "koi8-u").encode("koi8-u"), "a.html", "text/html; charset=windows-1251", "koi8-u", "meta"),
        (page(RU, "windows-1251").encode("cp1251"), "a.html", "text/html; charset=utf-8", "windows-1251", "meta"),
        (page(RU).encode("cp1251"), "a.html", "text/html; charset=utf-8", "windows-1251", "detected"),
        (page(RU).encode("cp1251"), "a.html", "text/html; charset=iso-8859-1", "windows-1251", "detected"),
        (page(FR).encode("cp1252"), "a.html", "text/html; charset=iso-8859-1", "windows-1252", "http"),
        (page(RU, "windows-1251").encode(), "a.html", None, "utf-8", "utf8_valid"),
        (page(RU, "utf-8").encode(), "a.html", None, "utf-8", "meta"),
        (page(RU, "utf-16").encode(), "a.html", None, "utf-8", "meta"),
        (f"<!--{'x' * 2000}-->{page(RU, 'koi8-r')}".encode("koi8-r"), "a.html", None, "koi8-r", "meta_late"),
        (
            f'<?xml version="1.0" encoding="windows-1251"?><a>{RU}</a>'.encode("cp1251"),
            "a.xml",
            None,
            "windows-1251",
            "xml_declaration",
        ),
        (
            f'<?xml version="1.0" encoding="utf-8"?><a>{RU}</a>'.encode("cp1251"),
            "a.xml",
            None,
            "windows-1251",
            "detected",
        ),
        (f"Write <meta charset=koi8-r> like so. {RU}".encode("cp1251"), "a.txt", None, "windows-1251", "detected"),
        (b"plain ASCII", "a.txt", None, "utf-8", "default"),
        (RU.encode()[:-1], "a.txt", None, "utf-8", "utf8_valid"),
        (b"x" * 5000 + "café".encode("cp1252"), "a.txt", None, "windows-1252", "detected"),
        (("a" * 600_000 + " " + RU).encode("cp1251"), "a.txt", None, "windows-1251", "detected"),
    ],
)
def test_order_of_evidence(
    data: bytes, name: str, http: str | None, encoding: str, source: str, tmp_path: Path
) -> None:
    found = sniffed(data, name, http=http, folder=tmp_path)
    assert (found.encoding, found.encoding_source) == (encoding, source)
    assert found.encoding_confidence is not None


def test_declared_is_the_one_believed_else_the_first(tmp_path: Path) -> None:
    assert (
        sniffed(
            page(RU, "windows-1251").encode("cp1251"), "a.html", http="x; charset=utf-8", folder=tmp_path
        ).declared_encoding
        == "windows-1251"
    )
    assert (
        sniffed(page(RU).encode("cp1251"), "a.html", http="x; charset=utf-8", folder=tmp_path).declared_encoding
        == "utf-8"
    )


def test_a_person_has_the_last_word(tmp_path: Path) -> None:
    found = sniffed(RU.encode("cp1251"), "a.txt", override="koi8-r", folder=tmp_path)
    assert (found.encoding, found.encoding_source, found.encoding_confidence) == ("koi8-r", "override", 1.0)
    assert sniffed(RU.encode("cp1251"), "a.txt", override="unheard-of", folder=tmp_path).encoding_source == "detected"


def test_formats_that_carry_their_own_have_none(tmp_path: Path) -> None:
    mail = b"From: a@example.org\nSubject: x\nContent-Type: text/plain; charset=koi8-r\n\nbody"
    assert sniffed(mail, "a.eml", folder=tmp_path).encoding is None
    assert sniffed(b"{\\rtf1 x}", "a.rtf", folder=tmp_path).encoding is None


def test_a_mail_without_charset_has_one(tmp_path: Path) -> None:
    mail = b"From: a@example.org\nTo: b@example.org\nSubject: x\n\n" + RU.encode("koi8-r")
    assert sniffed(mail, "a.eml", folder=tmp_path).encoding == "koi8-r"


def test_notes_name_the_conflict(tmp_path: Path) -> None:
    found = sniffed(page(RU, "windows-1251").encode(), "a.html", folder=tmp_path)
    assert [finding.code for finding in found.findings] == [Problem.DECLARED_CONFLICT]
    assert "windows-1251" in found.findings[0].detail

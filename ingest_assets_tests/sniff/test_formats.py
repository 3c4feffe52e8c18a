"""Format by the bytes: signatures, ZIP members, OLE2 streams, PDF with junk, kinds of text."""

from __future__ import annotations

import gzip
from pathlib import Path

import pytest

from ingest_assets_tests.corpus import sniff as made

BINARIES: list[tuple[str, bytes, str]] = [
    ("pdf", made.PDF, "sig"),
    ("pdf", b"\0" * 40 + made.PDF, "pdf-offset"),
    ("pdf", b"HTTP/1.1 200 OK\r\nContent-Type: application/pdf\r\n\r\n" + made.PDF, "pdf-offset"),
    ("docx", made.ooxml(), "zip:content-types"),
    ("docx", made.ooxml(reverse=True), "zip:content-types"),
    ("docx", made.ooxml("document2.xml"), "zip:content-types"),
    ("docx", b"\r\n" + made.ooxml(), "zip:content-types"),
    ("docx", b"MZ" + bytes(400) + made.ooxml(), "zip:content-types"),
    ("docx", made.ooxml() + bytes(500), "zip:content-types"),
    ("docx", made.ooxml("word\\document.xml"), "zip:content-types"),
    ("docm", made.ooxml(kind="application/vnd.ms-word.document.macroEnabled.main+xml"), "zip:content-types"),
    (
        "xlsb",
        made.ooxml("xl/workbook.bin", "application/vnd.ms-excel.sheet.binary.macroEnabled.main"),
        "zip:content-types",
    ),
    (
        "ppsx",
        made.ooxml(
            "ppt/presentation.xml", "application/vnd.openxmlformats-officedocument.presentationml.slideshow.main+xml"
        ),
        "zip:content-types",
    ),
    ("zip", made.zipped({"notes.txt": "a", "word/document.xml": "<x/>"}), "zip:member"),
    ("zip", made.zipped({"report.docx": made.ooxml()}), "zip:member"),
    ("epub", made.zipped({"OEBPS/a.xhtml": "x", "mimetype": "application/epub+zip"}), "zip:mimetype"),
    ("odt", made.zipped({"content.xml": "x", "mimetype": "application/vnd.oasis.opendocument.text"}), "zip:mimetype"),
    ("jar", made.zipped({"META-INF/MANIFEST.MF": "Manifest-Version: 1.0"}), "zip:member"),
    ("iwork", made.zipped({"Index/Document.iwa": "x"}), "zip:member"),
    ("doc", made.ole({"WordDocument": b"\xec\xa5" + bytes(20)}), "ole:stream"),
    ("xls", made.ole({"Workbook": b"\x09\x08\x10\0"}), "ole:stream"),
    ("ooxml-encrypted", made.ole({"WordDocument": b"", "EncryptedPackage": b"x"}), "ole:stream"),
    ("msg", made.ole({"__properties_version1.0": b"x", "WordDocument": b""}), "ole:stream"),
    ("hwp", made.ole({"FileHeader": b"HWP Document File"}), "ole:stream"),
    ("wps", made.ole({"CONTENTS": b"CHNKWKS"}), "ole:stream"),
    ("msi", made.ole({"x": b""}, class_id=bytes.fromhex("84100c00000000000000000000000046")), "ole:stream"),
    ("ole2", made.ole({"Unheard": b"x"}), "sig"),
    ("tar", made.tarred({"a.txt": b"x"}), "sig"),
    ("tar", made.tarred({"a.txt": b"x"}, magic=False), "sig:checksum"),
    ("gz", gzip.compress(b"text"), "sig"),
    ("rtf", b"\r\n\r\n{\\rtf1 hello}", "sig"),
    ("rtf", b"{\\rtf1\\bin3 \0\1\2}", "sig"),
    ("png", b"\x89PNG\r\n\x1a\n" + bytes(20), "sig"),
    ("webp", b"RIFF\x10\0\0\0WEBPVP8 ", "sig"),
    ("audio", b"RIFF\x10\0\0\0WAVEfmt ", "sig"),
    ("heic", b"\0\0\0\x18ftypheic\0\0\0\0mif1heic", "sig"),
    ("video", b"\0\0\0\x18ftypisom\0\0\0\0isommp41", "sig"),
    ("emf", b"\x01\0\0\0" + bytes(36) + b" EMF" + bytes(40), "sig"),
    ("exe", b"MZ\x90\0" + bytes(80), "sig"),
    ("xls-preole", b"\x09\x04\x06\0\0\0\x10\0\0\0" + bytes(23), "sig"),
    ("empty", b"", "sig"),
    ("binary", bytes(range(256)) * 20, "none"),
]


@pytest.mark.parametrize(("file_format", "data", "evidence"), BINARIES)
def test_binary_formats(file_format: str, data: bytes, evidence: str, tmp_path: Path) -> None:
    found = made.sniffed(data, "file", folder=tmp_path)
    assert (found.format, found.format_evidence) == (file_format, evidence)
    assert not found.extension_mismatch
    assert found.encoding is None


def test_members_beyond_the_cut_are_found_by_their_local_headers(tmp_path: Path) -> None:
    whole = made.ooxml()
    found = made.sniffed(whole[: whole.rfind(b"PK\x01\x02") - 10], "a.docx", folder=tmp_path)
    assert (found.format, found.flags) == ("docx", ("truncated",))


def test_a_cut_ole_file_is_known_by_the_names_that_are_left(tmp_path: Path) -> None:
    whole = bytearray(made.ole({"WordDocument": b"x"}))
    whole[44:76] = b"\xff" * 32
    assert made.sniffed(bytes(whole), "a.doc", folder=tmp_path).format_evidence == "ole:name-scan"


TEXTS: list[tuple[str, str, str]] = [
    ("html", "<!DOCTYPE html><p>x", "page"),
    ("html", "<!-- note --><table><tr><td>1</table>", "export.xls"),
    ("html", "<form action=/login><input type=password></form>", "report.csv"),
    ("html", "\n" * 3000 + "<html><body><p>late<br>one</p></body></html>", "a.html"),
    ("xhtml", '<?xml version="1.0"?><!DOCTYPE html><html xmlns="http://www.w3.org/1999/xhtml"/>', "a.html"),
    ("xml", '<?xml version="1.0"?><Error><Code>AccessDenied</Code></Error>', "data.csv"),
    ("xml", "<p><order/><line/><sum/></p>", "a.xml"),
    ("xml", "<?pi x?><!-- c --><note>x</note><!-- d -->", "a"),
    ("svg", '<svg xmlns="http://www.w3.org/2000/svg"/>', "a.png"),
    (
        "spreadsheetml",
        '<?xml version="1.0"?><?mso-application?><Workbook xmlns="urn:schemas-microsoft-com:office:spreadsheet"/>',
        "a.xls",
    ),
    (
        "wordml",
        '<?xml version="1.0"?><w:wordDocument xmlns:w="http://schemas.microsoft.com/office/word/2003/wordml"/>',
        "a.doc",
    ),
    ("flatopc", '<pkg:package xmlns:pkg="http://schemas.microsoft.com/office/2006/xmlPackage"></pkg:package>', "a.doc"),
    ("fb2", '<?xml version="1.0"?><FictionBook/>', "a.fb2"),
    ("rss", '<rss version="2.0"><channel/></rss>', "a.xml"),
    ("json", '{"error": "not found"}', "report.pdf"),
    ("json", "12", "a.json"),
    ("txt", "12", "a"),
    ("json", '{"n": ' + "9" * 5000 + "}", "a.json"),
    ("json", "[" * 3000 + "]" * 3000, "a.json"),
    ("jsonl", '{"a": 1}\n{"a": 2}\n', "a.json"),
    ("jsonl", '{"a": 1}\n{"a": 2}\n{"a": 3}\n{"a": 4}\n{"a": ', "a"),
    ("ipynb", '{"cells": [], "nbformat": 4}', "a.txt"),
    ("eml", "X-Store-Info: 1\nFrom: a@example.org\nSubject: x\n\nbody", "a.txt"),
    ("eml", "From: a@example.org\nContent-Type: text/plain\n\nbody", "a"),
    ("txt", "Date: Tuesday\nPlace: north building\n\nWe met and talked.\n", "a.txt"),
    ("mbox", "From a@b Mon Jun 01 10:00:00 2009\n\nbody", "a.txt"),
    ("mhtml", "From: <Saved by Blink>\nMIME-Version: 1.0\nContent-Type: multipart/related; boundary=x\n\n--x", "a.doc"),
    ("csv", made.ROWS.decode(), "a"),
    ("csv", "sep=;\na;b\n", "a.csv"),
    ("csv", "alpha\nbeta\ngamma\n", "names.csv"),
    ("tsv", "a\tb\n1\t2\n3\t4\n", "a.xls"),
    ("txt", "Dear all, the berth is free.\nPlease come, if you can.\nIt rains, as ever.\n", "a.csv"),
    ("txt", "2026-11-30 10:00:01, INFO, started the pump, ok\n2026-11-30 10:00:02 WARN no water\n", "a.log"),
    ("txt", "A file that starts with %PDF-1.4 is a PDF.", "a.txt"),
    ("markdown", "# Title\n\n- one\n- two\n\n[link](http://example.org)\n", "README"),
    ("markdown", "<p align=center><img src=logo.png></p>\n\n# Title\n", "README.md"),
    ("markdown", "---\ntitle: x\n---\n\n# Heading\n", "a.txt"),
    ("tex", "\\documentclass{article}", "a.txt"),
    ("ics", "BEGIN:VCALENDAR\r\n", "a"),
    ("srt", "1\n00:00:01,000 --> 00:00:02,000\nHello\n", "a.srt"),
    ("py", "#!/usr/bin/env python3\nprint(1)\n", "run"),
    ("yaml", "key: value\n", "a.yml"),
    ("ps", "%!PS-Adobe-3.0\n", "a.pdf"),
]


@pytest.mark.parametrize(("file_format", "text", "name"), TEXTS)
def test_text_kinds(file_format: str, text: str, name: str, tmp_path: Path) -> None:
    assert made.sniffed(text.encode(), name, folder=tmp_path).format == file_format


@pytest.mark.parametrize("codec", ["utf-16", "utf-16-le", "utf-16-be", "utf-32", "utf-8-sig"])
def test_kinds_are_seen_through_wide_encodings(codec: str, tmp_path: Path) -> None:
    data = "<html><body><p>The berth is free today.</p></body></html>".encode(codec)
    assert made.sniffed(data, "a.doc", folder=tmp_path).format == "html"


@pytest.mark.parametrize(
    ("name", "lies"),
    [
        ("a.html", False),
        ("a.doc", True),
        ("a", False),
        ("a.unheard", False),
        ("a.HTM", False),
        (".html", False),
        ("a.php", False),
    ],
)
def test_mismatch_is_recorded(name: str, lies: bool, tmp_path: Path) -> None:
    assert made.sniffed(b"<html><p>x</html>", name, folder=tmp_path).extension_mismatch is lies


def test_the_http_type_is_no_evidence_for_the_format(tmp_path: Path) -> None:
    assert made.sniffed(made.ROWS, "export", http="application/vnd.ms-excel", folder=tmp_path).format == "csv"


def test_every_format_has_a_media_type(tmp_path: Path) -> None:
    assert made.sniffed(made.ooxml(), "a.docx", folder=tmp_path).media_type.endswith("wordprocessingml.document")
    assert made.sniffed(b"x", "a.txt", folder=tmp_path).media_type == "text/plain"

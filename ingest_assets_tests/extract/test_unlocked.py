"""Locked office files: opened with a password of the settings or with the one that every Excel knows, else held as ``encrypted``."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import asdict
from functools import partial
from pathlib import Path

import pytest

from ingest_assets.problems import Problem
from ingest_assets.settings import Settings
from ingest_assets.sidecar import sidecar_of
from ingest_assets_tests.corpus.locked_office import agile, standard
from ingest_assets_tests.corpus.office import docx, par, pptx, rows, shape, slide_xml, xlsx
from ingest_assets_tests.corpus.sniff import ole
from ingest_assets_tests.extract.office_reading import codes, judged

SENTENCE = "The lock keeper opened the gate at dawn and wrote the height of the water into the book."
LETTER = docx(par(SENTENCE))
LOCKS = (agile, partial(agile, digest="sha1"), standard)
SECRET = Settings(passwords=("wrong one", "Pass wörd 7"))


@pytest.mark.parametrize("lock", LOCKS, ids=["agile", "agile with a short hash", "standard"])
def test_a_password_of_the_settings_opens_a_letter(lock: Callable[[bytes, str], bytes], tmp_path: Path) -> None:
    document = judged(lock(LETTER, "Pass wörd 7"), "letter.docx", tmp_path, SECRET)
    assert document.verdict.state == "indexed"
    assert SENTENCE in document.chunks[0].text
    assert document.sniffed.format == "ooxml-encrypted"
    assert document.extraction.pages[0].parser == "docx"


@pytest.mark.parametrize("lock", LOCKS, ids=["agile", "agile with a short hash", "standard"])
def test_without_the_password_a_letter_is_encrypted(lock: Callable[[bytes, str], bytes], tmp_path: Path) -> None:
    document = judged(lock(LETTER, "nobody knows"), "letter.docx", tmp_path, SECRET)
    assert document.verdict.state == "quarantined"
    assert codes(document) == {"encrypted"}


def test_excels_own_password_needs_no_setting(tmp_path: Path) -> None:
    book = xlsx(rows(("Pier", "Tons"), ("North", 12), ("South", 30)))
    document = judged(agile(book, "VelvetSweatshop"), "book.xlsx", tmp_path)
    assert document.verdict.state == "indexed"
    assert document.cleaned.tables[0].rows[1] == ("North", "12")


def test_a_locked_presentation_is_opened(tmp_path: Path) -> None:
    slides = pptx(slide_xml(shape(SENTENCE)))
    document = judged(agile(slides, "Pass wörd 7"), "slides.pptx", tmp_path, SECRET)
    assert document.extraction.pages[0].parser == "pptx"


def test_no_password_is_told_anywhere(tmp_path: Path) -> None:
    for password in ("Pass wörd 7", "nobody knows"):
        document = judged(agile(LETTER, password), "letter.docx", tmp_path, SECRET)
        told = json.dumps(sidecar_of(document, []), ensure_ascii=False, default=str) + str(asdict(document))
        assert "wörd" not in told
        assert "wrong one" not in told


@pytest.mark.parametrize(
    "streams",
    [
        {"EncryptionInfo": b"", "EncryptedPackage": b""},
        {"EncryptionInfo": b"\x04\0\x04\0\x40\0\0\0<encryption>", "EncryptedPackage": b"12345678"},
        {"EncryptionInfo": b"\x04\0\x04\0\x40\0\0\0<encryption/>", "EncryptedPackage": b"12345678"},
        {"EncryptionInfo": b"\x04\0\x02\0" + b"\xff" * 40, "EncryptedPackage": b"12345678"},
        {"EncryptionInfo": b"\x04\0\x03\0" + b"\xff" * 40, "EncryptedPackage": b"12345678"},
        {"EncryptedPackage": b"12345678"},
    ],
    ids=["empty", "cut", "no key", "standard of noise", "extensible", "no description"],
)
def test_a_damaged_lock_is_held(streams: dict[str, bytes], tmp_path: Path) -> None:
    document = judged(ole(streams), "letter.docx", tmp_path, SECRET)
    assert document.verdict.state == "quarantined"
    assert codes(document) & {"encrypted", "corrupt", "xml_entities"}
    assert Problem.PARSER_EXCEPTION not in codes(document)


def test_a_locked_workbook_of_unknown_make_is_encrypted(tmp_path: Path) -> None:
    begin_and_lock = b"\x09\x08\x10\0" + bytes(16) + b"\x2f\0\x06\0" + b"\x07\0" * 3
    document = judged(ole({"Workbook": begin_and_lock}), "book.xls", tmp_path, SECRET)
    assert "locked" in document.sniffed.flags
    assert codes(document) == {"encrypted"}

"""``bomb``: a small container that wants to become huge is held before it is unpacked."""

from __future__ import annotations

import bz2

import pytest

from ingest_assets.problems import Problem
from ingest_assets_tests.corpus.archives import zipped
from ingest_assets_tests.corpus.texts import HARBOUR, whole_way

ZEROS = bytes(20_000_000)


@pytest.mark.parametrize(
    ("data", "name"),
    [(zipped([("zeros.txt", ZEROS), ("note.txt", HARBOUR.encode())]), "a.zip"), (bz2.compress(ZEROS), "a.bz2")],
)
def test_bomb(data: bytes, name: str) -> None:
    document = whole_way(data, name)
    assert document.verdict.state == "quarantined"
    assert Problem.BOMB in {finding.code for finding in document.findings}


def test_a_bomb_does_not_spoil_its_brothers() -> None:
    document = whole_way(zipped([("zeros.txt", ZEROS), ("note.txt", HARBOUR.encode())]), "a.zip")
    assert [(child.member, child.data) for child in document.extraction.children] == [("note.txt", HARBOUR.encode())]


def test_a_flat_picture_that_packs_well_is_no_bomb() -> None:
    document = whole_way(zipped([("flat.bmp", bytes(1_400_000)), ("note.txt", HARBOUR.encode())]), "a.zip")
    assert document.verdict.skip_rule == "container"
    assert [child.member for child in document.extraction.children] == ["flat.bmp", "note.txt"]

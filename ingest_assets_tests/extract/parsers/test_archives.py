"""Archives: members are children, names are labels, nothing is followed."""

from __future__ import annotations

import bz2
import gzip
import lzma
import tarfile
from dataclasses import replace
from hashlib import sha256
from io import BytesIO

import py7zr
import pytest

from ingest_assets.problems import Problem
from ingest_assets.settings import Settings
from ingest_assets_tests.corpus.archives import locked, locked_rars, tarred, with_raw_name, zipped
from ingest_assets_tests.corpus.texts import extraction


def members(data: bytes, file_format: str, name: str = "file") -> list[tuple[str, bytes]]:
    return [(child.member, child.data) for child in extraction(data, file_format, name=name).children]


def codes(data: bytes, file_format: str, settings: Settings | None = None) -> set[Problem]:
    return {finding.code for finding in extraction(data, file_format, settings=settings).findings}


def sevenzip(files: dict[str, bytes], password: str | None = None) -> bytes:
    buffer = BytesIO()
    with py7zr.SevenZipFile(buffer, "w", password=password) as archive:
        for name, data in files.items():
            archive.writestr(data, name)
    return buffer.getvalue()


def test_zip_members_in_order_with_equal_and_climbing_names() -> None:
    files = [("../../etc/x.txt", b"1"), ("a\\b.txt", b"2"), ("a.txt", b"3"), ("a.txt", b"4"), ("dir/", b"")]
    assert members(zipped(files), "zip") == [
        ("../../etc/x.txt", b"1"),
        ("a/b.txt", b"2"),
        ("a.txt", b"3"),
        ("a.txt", b"4"),
    ]


@pytest.mark.parametrize(
    ("name", "shown"),
    [
        ("Отчёт".encode("cp866"), "Отчёт.txt"),
        ("café".encode("cp437") + b"-", "café-.txt"),
        ("да".encode() + b"-", "да-.txt"),
    ],
)
def test_zip_names_without_the_utf8_flag(name: bytes, shown: str) -> None:
    archive = with_raw_name(zipped([("XXXXX.txt", b"1")]), b"XXXXX", name)
    assert members(archive, "zip") == [(shown, b"1")]


def test_zip_with_a_locked_member_gives_the_others() -> None:
    data = locked(zipped([("secret.txt", b"hello"), ("open.txt", b"words")], stored=True))
    assert codes(data, "zip") == {Problem.ENCRYPTED}
    assert members(data, "zip") == [("open.txt", b"words")]


def test_zip_whose_members_overlap_is_a_bomb() -> None:
    noise = b"".join(sha256(bytes([number])).digest() for number in range(100))
    one = zipped([("aaaa.txt", noise)])
    entry = one[one.find(b"PK\x01\x02") : one.find(b"PK\x05\x06")]
    start, end = one.find(b"PK\x01\x02"), one.find(b"PK\x05\x06")
    copies = b"".join(entry.replace(b"aaaa", f"{number:04}".encode()) for number in range(60))
    tail = bytearray(one[end:])
    tail[8:12] = (60).to_bytes(2, "little") * 2
    tail[12:16] = len(copies).to_bytes(4, "little")
    assert codes(one[:start] + copies + bytes(tail), "zip") == {Problem.BOMB}


def test_zip_with_a_damaged_member_gives_the_others() -> None:
    data = bytearray(zipped([("a.txt", b"first words"), ("b.txt", b"more words")], stored=True))
    data[data.find(b"first")] ^= 0xFF
    assert codes(bytes(data), "zip") == {Problem.CORRUPT}
    assert members(bytes(data), "zip") == [("b.txt", b"more words")]


def test_tar_links_are_listed_and_not_followed() -> None:
    links = [
        ("link", tarfile.SYMTYPE, "/etc/hostname"),
        ("hard", tarfile.LNKTYPE, "x.txt"),
        ("pipe", tarfile.FIFOTYPE, ""),
    ]
    read = extraction(tarred([("x.txt", b"data")], links), "tar")
    assert [child.member for child in read.children] == ["x.txt"]
    assert [left["member"] for left in read.metadata["left_out"]] == ["link", "hard", "pipe"]  # type: ignore[attr-defined]


def test_a_tar_cut_between_members_is_named() -> None:
    data = tarred([("x.txt", b"data"), ("y.txt", b"more")])
    assert codes(data, "tar") == set()
    assert codes(data[:1300], "tar") == {Problem.CORRUPT}


@pytest.mark.parametrize(
    ("data", "file_format", "name", "member"),
    [
        (gzip.compress(b"words"), "gz", "a.txt.gz", "a.txt"),
        (gzip.compress(b"words"), "gz", "a.tgz", "a.tar"),
        (bz2.compress(b"words"), "bz2", "a.csv.bz2", "a.csv"),
        (lzma.compress(b"words"), "xz", "deep/a.md.xz", "a.md"),
    ],
)
def test_packed_streams(data: bytes, file_format: str, name: str, member: str) -> None:
    assert members(data, file_format, name) == [(member, b"words")]


def test_the_name_inside_a_gzip_header_wins() -> None:
    buffer = BytesIO()
    with gzip.GzipFile(filename="inner.txt", mode="wb", fileobj=buffer, mtime=0) as packed:
        packed.write(b"words")
    assert members(buffer.getvalue(), "gz", "outer.gz") == [("inner.txt", b"words")]


def test_a_cut_gzip_is_corrupt() -> None:
    assert codes(gzip.compress(b"hello world " * 99)[:-10], "gz") == {Problem.CORRUPT}


def test_sevenzip() -> None:
    assert members(sevenzip({"d/1.txt": b"one", "2.txt": b"two"}), "7z") == [("d/1.txt", b"one"), ("2.txt", b"two")]
    assert codes(sevenzip({"1.txt": b"one"})[:-20], "7z") == {Problem.CORRUPT}


def test_sevenzip_passwords() -> None:
    data = sevenzip({"s.txt": b"secret"}, password="right")
    assert codes(data, "7z") == {Problem.ENCRYPTED}
    settings = replace(Settings(), passwords=("wrong", "right"))
    assert [child.data for child in extraction(data, "7z", settings=settings).children] == [b"secret"]


def test_sevenzip_bomb() -> None:
    assert codes(sevenzip({"z.txt": bytes(20_000_000)}), "7z") == {Problem.BOMB}


def test_archives_of_libarchive() -> None:
    data = tarred([("x.txt", b"data")])
    assert members(data, "rar") == [("x.txt", b"data")]
    assert codes(b"Rar!\x1a\x07\x01\x00 nothing more", "rar") == {Problem.CORRUPT}


@pytest.mark.parametrize("place", locked_rars())
def test_a_locked_rar_is_encrypted(place: str) -> None:
    """A stored member once came out as its locked bytes, without a word."""
    read = extraction(locked_rars()[place], "rar")
    assert [finding.code for finding in read.findings] == [Problem.ENCRYPTED]
    assert not read.children

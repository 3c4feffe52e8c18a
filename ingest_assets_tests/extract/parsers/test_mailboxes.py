"""Mailboxes, saved pages, Outlook's containers."""

from __future__ import annotations

import struct

import pytest

from ingest_assets.problems import Problem
from ingest_assets_tests.corpus.mails import HEAD, attached, multipart, part
from ingest_assets_tests.corpus.texts import LEASE, extraction, kinds, text_of

MBOX = (
    b"From a@b Mon Jan  1 10:00:00 2024\nFrom: a@b\nSubject: one\n\nFrom the start\n>From here\n>>From there\n\n"
    b"From c@d Mon Jan  1 10:00:00 2024\nFrom: c@d\nSubject: two\n\nsecond\n"
)


@pytest.mark.parametrize("ends", [b"\n", b"\r\n"])
def test_mbox(ends: bytes) -> None:
    children = extraction(MBOX.replace(b"\n", ends), "mbox").children
    assert [child.member for child in children] == ["message-00001.eml", "message-00002.eml"]
    assert children[0].data.split(ends)[3:6] == [b"From the start", b"From here", b">From there"]


def test_mbox_loses_nothing() -> None:
    children = extraction(b"Subject: zero\n\nbefore\n\n" + MBOX, "mbox").children
    assert [child.data.split(b"\n")[0] for child in children] == [b"Subject: zero", b"From: a@b", b"From: c@d"]
    assert [finding.code for finding in extraction(b"", "mbox").findings] == [Problem.CORRUPT]


def test_mhtml_decodes_by_its_own_evidence() -> None:
    page = "<html><meta charset=windows-1251><body><p>Архив страницы: Пермь</p></body></html>".encode("cp1251")
    headers, body = multipart("related", part(page, b"text/html"), attached(b"x.png", b"\x89PNG", b"image/png"))
    read = extraction(HEAD + headers + b"\r\n" + body, "mhtml")
    assert text_of(read) == "Архив страницы: Пермь"
    assert read.children == ()


def test_mhtml_without_a_page() -> None:
    read = extraction(HEAD + b"Content-Type: text/plain\r\n\r\nwords", "mhtml")
    assert [finding.code for finding in read.findings] == [Problem.MISSING_PART]


def tnef_attribute(level: int, attribute: int, data: bytes) -> bytes:
    return struct.pack("<BHHI", level, attribute, 0, len(data)) + data + struct.pack("<H", sum(data) & 0xFFFF)


def property_stream(*values: tuple[int, int, bytes]) -> bytes:
    """MAPI properties: (type, id, bytes), strings and binaries counted and padded."""
    out = struct.pack("<I", len(values))
    for kind, prop, data in values:
        out += struct.pack("<HH", kind, prop)
        if kind in (0x1E, 0x1F, 0x102):
            out += struct.pack("<II", 1, len(data)) + data + bytes(-len(data) % 4)
        else:
            out += data
    return out


def tnef(*attributes: bytes) -> bytes:
    return struct.pack("<IH", 0x223E9F78, 1) + b"".join(attributes)


def test_winmail_dat() -> None:
    message = property_stream(
        (0x3, 0x3FDE, struct.pack("<i", 1251)),
        (0x1F, 0x37, "Счёт".encode("utf-16-le")),
        (0x102, 0x1013, f"<p>{LEASE}</p>".encode("cp1251")),
    )
    about = property_stream((0x1F, 0x3707, "Отчёт за март.txt".encode("utf-16-le")))
    data = tnef(
        tnef_attribute(1, 0x9003, message),
        tnef_attribute(2, 0x9002, bytes(14)),
        tnef_attribute(2, 0x8010, b"OTCHET~1.TXT\0"),
        tnef_attribute(2, 0x800F, b"words"),
        tnef_attribute(2, 0x9005, about),
    )
    read = extraction(data, "tnef")
    assert kinds(read)[:2] == [("heading", "Счёт"), ("paragraph", LEASE)]
    assert [(child.member, child.data) for child in read.children] == [("Отчёт за март.txt", b"words")]


def test_winmail_dat_that_is_cut() -> None:
    data = tnef(tnef_attribute(2, 0x800F, b"words" * 99))
    assert [finding.code for finding in extraction(data[:200], "tnef").findings] == [Problem.CORRUPT]


def test_msg_that_is_no_ole_file() -> None:
    assert [finding.code for finding in extraction(b"\xd0\xcf\x11\xe0 nothing", "msg").findings] == [Problem.CORRUPT]

"""Outlook messages: the body wherever it is kept, attachments, messages inside."""

from __future__ import annotations

import compressed_rtf
import pytest

from ingest_assets.extract.mail.message import read_message
from ingest_assets.problems import Problem
from ingest_assets.settings import Settings
from ingest_assets_tests.corpus.outlook import attached_file, attached_message, msg_file
from ingest_assets_tests.corpus.texts import LEASE, extraction, kinds, text_of, whole_way

SUBJECT, BODY, HTML, RTF, CODEPAGE = 0x37, 0x1000, 0x1013, 0x1009, 0x3FDE
WRAPPED = rb"{\rtf1\ansi\ansicpg1251\fromhtml1{\*\htmltag64 <p>}" + LEASE.encode("cp1251") + rb"{\*\htmltag72 </p>}}"
OWN = rb"{\rtf1\ansi\ansicpg1251{\fonttbl{\f0\fcharset204 Arial;}}\f0 " + LEASE.encode("cp1251") + rb"\par second}"


@pytest.mark.parametrize(
    "body",
    [
        {BODY: LEASE},
        {HTML: f"<p>{LEASE}</p>".encode("cp1251"), CODEPAGE: 1251, BODY: "the same again"},
        {HTML: f"<p>{LEASE}</p>"},
        {RTF: compressed_rtf.compress(WRAPPED, compressed=True), BODY: ""},
        {RTF: compressed_rtf.compress(OWN, compressed=True)},
    ],
)
def test_bodies(body: dict[int, int | str | bytes]) -> None:
    read = extraction(
        msg_file({SUBJECT: "Аренда", 0x0C1A: "Anna", 0x0C1F: "anna@quay.example", 0x0E04: "Oleg", **body}), "msg"
    )
    assert kinds(read)[:4] == [
        ("heading", "Аренда"),
        ("paragraph", "From: Anna <anna@quay.example>"),
        ("paragraph", "To: Oleg"),
        ("paragraph", LEASE),
    ]
    assert "same again" not in text_of(read)


def test_attachments_and_inner_messages_are_children() -> None:
    inner = attached_message("Fwd", {SUBJECT: "Inner subject", BODY: LEASE}, [attached_file("deep.txt", b"deep words")])
    data = msg_file({SUBJECT: "Outer", BODY: "see the files"}, [attached_file("Отчёт.txt", b"words"), inner])
    read = extraction(data, "msg")
    assert [child.member for child in read.children] == ["Отчёт.txt", "Fwd.eml"]
    mail = read_message(read.children[1].data, Settings())
    assert kinds(mail)[0] == ("heading", "Inner subject")
    assert LEASE in text_of(mail)
    assert [(child.member, child.data) for child in mail.children] == [("deep.txt", b"deep words")]
    assert extraction(data, "msg").children == read.children


def test_the_whole_way() -> None:
    document = whole_way(msg_file({SUBJECT: "Аренда", BODY: LEASE}), "mail.msg")
    assert (document.sniffed.format, document.verdict.state) == ("msg", "indexed")


def test_a_damaged_rtf_body_falls_back_to_the_plain_one() -> None:
    read = extraction(msg_file({RTF: b"no packed text", BODY: LEASE}), "msg")
    assert LEASE in text_of(read)
    assert Problem.CORRUPT not in {finding.code for finding in read.findings}

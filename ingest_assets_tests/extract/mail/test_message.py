"""Mails: the text once, the rest as children."""

from __future__ import annotations

from base64 import encodebytes

import pytest

from ingest_assets.extract.mail.message import read_message
from ingest_assets.model import Extraction
from ingest_assets.settings import Settings
from ingest_assets_tests.corpus.mails import attached, mail, mixed, multipart, part
from ingest_assets_tests.corpus.texts import LEASE, kinds, text_of

SETTINGS = Settings()
INNER = b"From: b@c.example\r\nSubject: Inner subject\r\nContent-Type: text/plain\r\n\r\nFrom here the inner body.\r\n"


def read(data: bytes) -> Extraction:
    return read_message(data, SETTINGS)


def body(data: bytes) -> list[tuple[str, str]]:
    """Blocks below the headers."""
    return [
        block
        for block in kinds(read(data))
        if not block[1].startswith(("From: ", "To: ", "Date: ", "Lock gates", "Attachments:"))
    ]


def test_headers_stand_above_the_text() -> None:
    found = read(mail(b"The gates are shut."))
    assert kinds(found)[:2] == [("heading", "Lock gates"), ("paragraph", "From: Anna <anna@quay.example>")]
    assert found.metadata["mail"] == {
        "subject": "Lock gates",
        "from": "Anna <anna@quay.example>",
        "to": "oleg@lighthouse.example",
        "date": "2026-03-12T09:30:00+03:00",
    }


@pytest.mark.parametrize(
    ("subject", "shown"),
    [
        (b"=?koi8-r?B?8NLJ18XU?=", "Привет"),
        (b"=?utf-8?Q?a_b?= =?utf-8?Q?c?= tail", "a bc tail"),
        (b"=?utf-8?B?0J/R?=\r\n =?utf-8?B?gNC4?=", "При"),
        (b"=?iso-2022-jp?B?GyRCRnxLXBsoQg==?=", "日本"),
        ("Сырой заголовок письма".encode("cp1251"), "Сырой заголовок письма"),
        ("Сырой заголовок".encode(), "Сырой заголовок"),
        (b"=?x-no-such?Q?plain?=", "plain"),
    ],
)
def test_subjects(subject: bytes, shown: str) -> None:
    assert (
        read(
            mail(LEASE.encode("cp1251"), subject=subject, headers=b"Content-Type: text/plain; charset=windows-1251\r\n")
        ).metadata["title"]
        == shown
    )


@pytest.mark.parametrize(
    ("content", "label"),
    [
        (LEASE.encode("koi8-r"), b"koi8-r"),
        (LEASE.encode("cp1251"), b"us-ascii"),
        (LEASE.encode("cp1251"), b"no-such-charset"),
        (LEASE.encode("cp1251"), b"iso-8859-1"),
        (LEASE.encode(), b"windows-1252"),
    ],
)
def test_charsets_false_missing_or_unknown(content: bytes, label: bytes) -> None:
    assert body(mail(content, headers=b"Content-Type: text/plain; charset=" + label + b"\r\n")) == [
        ("paragraph", LEASE)
    ]


def test_one_bad_byte_does_not_change_the_encoding() -> None:
    data = "caf\u00e9, na\u00efve, 5 \u20ac".encode() + b" \xd1 end"
    assert body(mail(data)) == [("paragraph", "café, naïve, 5 € \ufffd end")]


def test_alternatives_stand_once() -> None:
    headers, content = multipart(
        "alternative", part(b"The offer is 990 EUR."), part(b"<p>The <b>offer</b> is 990 EUR.</p>", b"text/html")
    )
    assert body(mail(content, headers=headers)) == [("paragraph", "The offer is 990 EUR.")]


def test_an_empty_html_alternative_does_not_hide_the_text() -> None:
    headers, content = multipart(
        "alternative", part(b"The real text."), part(b"<html><style>p{}</style><body></body></html>", b"text/html")
    )
    assert body(mail(content, headers=headers)) == [("paragraph", "The real text.")]


def test_attachments_inside_an_alternative_are_kept() -> None:
    inner_headers, inner = multipart(
        "mixed", part(b"<p>html</p>", b"text/html"), attached(b"a.pdf", b"%PDF"), boundary=b"in"
    )
    headers, content = multipart("alternative", part(b"plain"), inner_headers + b"\r\n" + inner)
    found = read(mail(content, headers=headers))
    assert [(child.member, child.data) for child in found.children] == [("a.pdf", b"%PDF")]
    assert "html" in text_of(found)
    assert "Attachments: a.pdf" in text_of(found)


def test_related_images_are_no_text() -> None:
    headers, content = multipart(
        "related",
        part(b"<p>See picture <img src='cid:x'></p>", b"text/html"),
        part(encodebytes(b"\x89PNG"), b"image/png", b"Content-ID: <x>\r\nContent-Transfer-Encoding: base64\r\n"),
    )
    found = read(mail(content, headers=headers))
    assert "See picture" in text_of(found)
    assert found.children == ()


@pytest.mark.parametrize(
    "forwarded",
    [
        part(INNER, b"message/rfc822"),
        part(encodebytes(INNER), b"message/rfc822", b"Content-Transfer-Encoding: base64\r\n"),
    ],
)
def test_forwarded_mails_are_children(forwarded: bytes) -> None:
    (child,) = read(mixed(part(b"see below"), forwarded)).children
    assert child.content_type == "message/rfc822"
    assert text_of(read(child.data)).splitlines()[0] == "Inner subject"
    assert "From here the inner body." in text_of(read(child.data))


def test_file_names_in_every_spelling() -> None:
    names = [
        b"Content-Disposition: attachment; filename*=utf-8''%D0%9E%D1%82%D1%87%D1%91%D1%82.pdf\r\n",
        b"Content-Disposition: attachment; filename*0*=utf-8''%D0%9E%D1%82; filename*1*=%D1%87%D1%91%D1%82.pdf\r\n",
        b'Content-Disposition: attachment; filename="=?utf-8?B?0J7RgtGH0ZHRgi5wZGY=?="\r\n',
    ]
    found = read(mixed(part(b"three"), *(part(b"x", b"application/pdf", name) for name in names)))
    assert [child.member for child in found.children] == ["Отчёт.pdf"] * 3


def test_quotes_and_signature_are_quotes() -> None:
    found = body(mail(b"I agree.\r\n\r\n> Shall we?\r\n> Or not?\r\n\r\n-- \r\nAnna, lock office\r\n"))
    assert found == [
        ("paragraph", "I agree."),
        ("quote", "Shall we?"),
        ("quote", "Or not?"),
        ("quote", "Anna, lock office"),
    ]


def test_flowed_text_is_joined() -> None:
    headers = b"Content-Type: text/plain; charset=utf-8; format=flowed\r\n"
    assert body(mail(b"This line goes \r\non here.\r\n> as does \r\n> the quote\r\n", headers=headers)) == [
        ("paragraph", "This line goes on here."),
        ("quote", "as does the quote"),
    ]


def test_files_written_into_the_text_are_children() -> None:
    found = read(mail(b"text\r\n\r\nbegin 644 file.txt\r\n+22!T97-T(&%B8PH`\r\n`\r\nend\r\n"))
    assert [(child.member, child.data) for child in found.children] == [("file.txt", b"I test abc\n")]
    assert "begin 644" not in text_of(found)


def test_a_mail_of_attachments_only_has_no_text() -> None:
    found = read(mixed(attached(b"report.txt", b"words")))
    assert found.blocks == ()
    assert found.metadata["attachments"] == ["report.txt"]


def test_delivery_reports_show_their_fields() -> None:
    headers, content = multipart(
        "report",
        part(b"Your mail failed."),
        part(b"Reporting-MTA: dns; quay\r\n\r\nStatus: 5.1.1\r\n", b"message/delivery-status"),
    )
    assert "Status: 5.1.1" in text_of(read(mail(content, headers=headers)))


def test_a_signature_is_no_text() -> None:
    headers, content = multipart(
        "signed", part(b"The deed is signed."), attached(b"smime.p7s", b"0\x82", b"application/pkcs7-signature")
    )
    found = read(mail(content, headers=headers))
    assert [child.content_type for child in found.children] == ["application/pkcs7-signature"]
    assert "The deed is signed." in text_of(found)

"""Mails inside their own signature, and locked ones."""

from __future__ import annotations

from base64 import encodebytes

import pytest

from ingest_assets.extract.mail.message import read_message
from ingest_assets.extract.mail.smime import AUTH_ENVELOPED, ENVELOPED, SIGNED, kind_of
from ingest_assets.problems import Problem
from ingest_assets.settings import Settings
from ingest_assets_tests.corpus.mails import mail
from ingest_assets_tests.corpus.texts import text_of, whole_way

ENTITY = b"Content-Type: text/plain; charset=utf-8\r\n\r\nThe deed is sealed and waits in the harbour office.\r\n"
DATA = bytes.fromhex("2a864886f70d010701")


def der(tag: int, *parts: bytes) -> bytes:
    value = b"".join(parts)
    size = bytes([len(value)]) if len(value) < 128 else b"\x82" + len(value).to_bytes(2, "big")
    return bytes([tag]) + size + value


def ber(tag: int, *parts: bytes) -> bytes:
    """An element of unknown length, as programs write that stream."""
    return bytes([tag, 0x80]) + b"".join(parts) + b"\0\0"


def signed(*, streamed: bool) -> bytes:
    build = ber if streamed else der
    content = ber(0x24, der(0x04, ENTITY[:20]), der(0x04, ENTITY[20:])) if streamed else der(0x04, ENTITY)
    encapsulated = build(0x30, der(0x06, DATA), build(0xA0, content))
    return build(
        0x30, der(0x06, SIGNED), build(0xA0, build(0x30, der(0x02, b"\1"), der(0x31), encapsulated, der(0x31)))
    )


def sealed(data: bytes) -> bytes:
    headers = b'Content-Type: application/pkcs7-mime; name="smime.p7m"\r\nContent-Transfer-Encoding: base64\r\n'
    return mail(encodebytes(data), headers=headers)


@pytest.mark.parametrize("streamed", [False, True])
def test_a_sealed_mail_is_read(streamed: bool) -> None:
    read = read_message(sealed(signed(streamed=streamed)), Settings())
    assert "The deed is sealed" in text_of(read)
    assert read.children == ()


@pytest.mark.parametrize("kind", [ENVELOPED, AUTH_ENVELOPED])
def test_a_locked_mail_is_named(kind: bytes) -> None:
    document = whole_way(sealed(der(0x30, der(0x06, kind), der(0xA0, der(0x30, der(0x02, b"\0"))))), "a.eml")
    assert document.verdict.state == "quarantined"
    assert Problem.ENCRYPTED in {finding.code for finding in document.findings}


def test_foreign_bytes_stay_an_attachment() -> None:
    assert kind_of(b"no ASN.1 at all") is None
    (child,) = read_message(sealed(b"no ASN.1 at all"), Settings()).children
    assert child.member == "smime.p7m"


@pytest.mark.parametrize("cut", range(0, 120, 7))
def test_cut_bytes_do_no_harm(cut: int) -> None:
    read_message(sealed(signed(streamed=True)[:cut]), Settings())

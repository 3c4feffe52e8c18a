"""MAPI properties of an Outlook message, wherever they are stored: headers and the body."""

from __future__ import annotations

import struct
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta

from ingest_assets.extract.html.document import read_html
from ingest_assets.extract.labelled import labelled_text
from ingest_assets.extract.mail.code_page_numbers import name_of
from ingest_assets.extract.mail.encapsulated import encapsulated_kind, unwrapped
from ingest_assets.extract.mail.lzfu import decompressed
from ingest_assets.extract.mail.text_body import text_blocks
from ingest_assets.extract.rtf.document import read_rtf
from ingest_assets.model import Extraction
from ingest_assets.settings import Settings

STRING8, UNICODE, BINARY = 0x1E, 0x1F, 0x102
SUBJECT, TRANSPORT, BODY, HTML, RTF = 0x37, 0x7D, 0x1000, 0x1013, 0x1009
SENDER, SENDER_ADDRESS, SENDER_SMTP = 0x0C1A, 0x0C1F, 0x5D01
TO, CC, BCC = 0x0E04, 0x0E03, 0x0E02
SUBMITTED, DELIVERED, MESSAGE_ID = 0x39, 0x0E06, 0x1035
MESSAGE_CODEPAGE, INTERNET_CODEPAGE = 0x3FFD, 0x3FDE
ATTACH_DATA, ATTACH_NAME, ATTACH_LONG_NAME, ATTACH_MIME, DISPLAY_NAME = 0x3701, 0x3704, 0x3707, 0x370E, 0x3001
EPOCH = datetime(1601, 1, 1, tzinfo=UTC)
LONGEST_TIME = 2650467743990000000  # 100 ns ticks until the year 9999


@dataclass(slots=True)
class Mapi:
    """Properties of one object: id to (type, bytes)."""

    values: dict[int, tuple[int, bytes]] = field(default_factory=dict)

    def number(self, prop: int) -> int | None:
        """A 32-bit value."""
        data = self.values.get(prop, (0, b""))[1]
        return int(struct.unpack_from("<i", data)[0]) if len(data) >= 4 else None

    def encoding(self, prop: int) -> str | None:
        """The encoding of 8-bit values by the code page property ``prop``."""
        number = self.number(prop)
        return name_of(number) if number else None

    def string(self, prop: int) -> str:
        """A string value, "" when absent."""
        kind, data = self.values.get(prop, (0, b""))
        if kind == UNICODE:
            return data.decode("utf-16-le", "replace").replace("\0", "")
        label = self.encoding(MESSAGE_CODEPAGE) or self.encoding(INTERNET_CODEPAGE)
        return labelled_text(data.rstrip(b"\0"), label).replace("\0", "")

    def binary(self, prop: int) -> bytes:
        """A binary value, b"" when absent."""
        return self.values.get(prop, (0, b""))[1]

    def time(self, prop: int) -> str:
        """A time in ISO 8601, "" when absent or absurd."""
        data = self.binary(prop)
        ticks = struct.unpack_from("<Q", data)[0] if len(data) >= 8 else 0
        return (EPOCH + timedelta(microseconds=ticks // 10)).isoformat() if 0 < ticks < LONGEST_TIME else ""


def mapi_headers(message: Mapi) -> dict[str, str]:
    """What a reader sees above the text."""
    sender, address = message.string(SENDER), message.string(SENDER_SMTP) or message.string(SENDER_ADDRESS)
    shown = f"{sender} <{address}>" if sender and "@" in address and sender != address else sender or address
    found = {
        "subject": message.string(SUBJECT),
        "from": shown,
        "to": message.string(TO),
        "cc": message.string(CC),
        "date": message.time(SUBMITTED) or message.time(DELIVERED),
        "message_id": message.string(MESSAGE_ID),
    }
    return {name: " ".join(value.split()) for name, value in found.items() if value.strip()}


def mapi_body(message: Mapi, settings: Settings) -> Extraction:
    """The body once: HTML, else compressed RTF (with the HTML inside it), else plain text."""
    page = message.binary(HTML)
    kind = message.values.get(HTML, (0, b""))[0]
    if page.strip(b"\0 \r\n"):
        text = message.string(HTML) if kind == UNICODE else _html_text(message, page)
        read = read_html(text, settings.web)
        if read.blocks:
            return read
    packed = message.binary(RTF)
    if packed:
        read = _rtf_body(packed, settings)
        if read.blocks:
            return read
    text = message.string(BODY)
    return Extraction(blocks=tuple(text_blocks(text, settings.web)))


def _html_text(message: Mapi, page: bytes) -> str:
    return labelled_text(page.rstrip(b"\0"), message.encoding(INTERNET_CODEPAGE), markup=True)


def _rtf_body(packed: bytes, settings: Settings) -> Extraction:
    try:
        rtf = decompressed(packed, settings.web.program_output_bytes)
    except ValueError as error:
        return Extraction(metadata={"rtf_body": f"does not unpack: {error}"})
    kind = encapsulated_kind(rtf)
    if kind == "html":
        return read_html(unwrapped(rtf, kind), settings.web)
    if kind == "text":
        return Extraction(blocks=tuple(text_blocks(unwrapped(rtf, kind), settings.web)))
    return read_rtf(rtf, settings)

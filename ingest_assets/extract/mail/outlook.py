"""Outlook .msg files: the properties of the message, its attachments and the messages inside it."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from email.encoders import encode_base64
from email.message import Message
from email.mime.base import MIMEBase
from email.mime.multipart import MIMEMultipart
from email.mime.text import MIMEText
from typing import Any

from ingest_assets.extract.labelled import labelled_text
from ingest_assets.extract.mail.mapi import (
    ATTACH_DATA,
    ATTACH_LONG_NAME,
    ATTACH_MIME,
    ATTACH_NAME,
    DISPLAY_NAME,
    HTML,
    INTERNET_CODEPAGE,
    STRING8,
    UNICODE,
    Mapi,
    mapi_body,
    mapi_headers,
)
from ingest_assets.model import Child
from ingest_assets.settings import Settings

STREAM = re.compile(r"__substg1\.0_([0-9A-Fa-f]{4})([0-9A-Fa-f]{4})")
EMBEDDED = "__substg1.0_3701000D"
PROPERTIES = "__properties_version1.0"
TOP_HEADER, INNER_HEADER, PART_HEADER = 32, 24, 8  # bytes before the property entries (MS-OXMSG section 2.4)
DEPTH = 10  # messages inside messages; the product follows four levels


@dataclass(frozen=True, slots=True)
class Outlook:
    """One message in an OLE2 file. ``root`` is the path of its storage, () for the file's own."""

    ole: Any
    root: tuple[str, ...] = ()

    def properties(self, at: tuple[str, ...], header: int) -> Mapi:
        """All properties stored in the storage ``at``."""
        values: dict[int, tuple[int, bytes]] = dict(_fixed(self._stream((*at, PROPERTIES)), header))
        for name in self._names(at):
            match = STREAM.fullmatch(name)
            if match is not None and match[2].upper() != "000D":
                values[int(match[1], 16)] = (int(match[2], 16), self._stream((*at, name)))
        return Mapi(values)

    def message(self) -> Mapi:
        """The properties of the message itself."""
        return self.properties(self.root, INNER_HEADER if self.root else TOP_HEADER)

    def attachments(self, settings: Settings) -> Iterator[Child]:
        """Attached files and messages; a message inside is written as a mail of its own."""
        for name in self._names(self.root):
            if not name.startswith("__attach_version1.0_"):
                continue
            at = (*self.root, name)
            about = self.properties(at, PART_HEADER)
            title = about.string(ATTACH_LONG_NAME) or about.string(ATTACH_NAME) or about.string(DISPLAY_NAME)
            if EMBEDDED in self._names(at):
                inner = Outlook(self.ole, (*at, EMBEDDED))
                if len(inner.root) < 2 * DEPTH:
                    data = as_mail(inner, settings).as_bytes()
                    subject = title or inner.message().string(0x37) or "message"
                    yield Child(member=f"{subject.strip()}.eml", data=data, content_type="message/rfc822")
            elif about.binary(ATTACH_DATA):
                yield Child(
                    member=title or "attachment",
                    data=about.binary(ATTACH_DATA),
                    content_type=about.string(ATTACH_MIME) or None,
                )

    def _names(self, at: tuple[str, ...]) -> list[str]:
        depth = len(at)
        entries = [entry for entry in self.ole.listdir(streams=True, storages=True) if len(entry) > depth]
        return sorted({entry[depth] for entry in entries if tuple(entry[:depth]) == at})

    def _stream(self, path: tuple[str, ...]) -> bytes:
        try:
            with self.ole.openstream(list(path)) as stream:
                return bytes(stream.read())
        except OSError:
            return b""


def _fixed(data: bytes, header: int) -> Iterator[tuple[int, tuple[int, bytes]]]:
    """Fixed-length properties: entries of 16 bytes (type, id, flags, value)."""
    for at in range(header, len(data) - 15, 16):
        kind = int.from_bytes(data[at : at + 2], "little")
        if kind not in (STRING8, UNICODE, 0x102, 0x0D):
            yield int.from_bytes(data[at + 2 : at + 4], "little"), (kind, data[at + 8 : at + 16])


def as_mail(inner: Outlook, settings: Settings) -> Message:
    """A message inside an .msg as a mail: the same headers, body and attachments.

    The boundary is fixed, so that the same file gives the same bytes again.
    """
    about = inner.message()
    page = about.binary(HTML)
    if page:
        body = MIMEText(labelled_text(page, about.encoding(INTERNET_CODEPAGE), markup=True), "html", "utf-8")
    else:
        read = mapi_body(about, settings)
        body = MIMEText("\n\n".join(block.text for block in read.blocks if block.text), "plain", "utf-8")
    mail = MIMEMultipart(boundary=f"=-{len(inner.root)}-message-inside-a-message")
    for key, value in mapi_headers(about).items():
        mail[key.replace("_", "-").title()] = value
    mail.attach(body)
    for child in inner.attachments(settings):
        part = MIMEBase("application", "octet-stream")
        part.set_payload(child.data)
        encode_base64(part)
        part.add_header("Content-Disposition", "attachment", filename=child.member)
        mail.attach(part)
    return mail

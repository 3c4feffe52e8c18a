"""One mail to an extraction: headers, the text once, attachments as children."""

from __future__ import annotations

import re
from collections.abc import Iterator
from email import message_from_bytes
from email.message import Message
from email.policy import compat32

from ingest_assets.extract.containers import encrypted, member_limit, too_large
from ingest_assets.extract.faults import finding_of
from ingest_assets.extract.html.document import read_html
from ingest_assets.extract.labelled import labelled_text
from ingest_assets.extract.mail.headers import headers
from ingest_assets.extract.mail.parts import REPORTS, Parts, content_of, parts_of
from ingest_assets.extract.mail.text_body import text_blocks
from ingest_assets.extract.mail.uuencoded import without_files
from ingest_assets.extract.plain.prose import readable
from ingest_assets.extract.stitched import Stitched
from ingest_assets.model import Block, Extraction, Finding, Json
from ingest_assets.settings import Settings

LEADING = re.compile(rb"^(?:\xef\xbb\xbf)?\s*(?:From [^\r\n]*\r?\n)?")
RICH = re.compile(r"<(?!<)[^<>]{0,200}>")
SHOWN = (("from", "From"), ("to", "To"), ("cc", "Cc"), ("date", "Date"))


def read_message(data: bytes, settings: Settings) -> Extraction:
    """A mail's own text with its headers above; attachments and forwarded mails are children."""
    message = message_from_bytes(data[_start(data) :], policy=compat32)
    parts = parts_of(message)
    found = headers(message, _body_charset(parts))
    read = Stitched()
    for body in parts.bodies:
        part = _body(body, settings)
        read.add(part)
        parts.children.extend(part.children)
    names = [child.member for child in parts.children]
    blocks = [*head_blocks(found), *read.blocks, *name_blocks(names)] if read.blocks else []
    metadata: dict[str, Json] = {"mail": found, "attachments": names}
    if found.get("subject"):
        metadata["title"] = found["subject"]
    limit = settings.limits.members
    return Extraction(
        blocks=tuple(blocks),
        tables=tuple(read.tables),
        removed=tuple(read.removed),
        children=tuple(parts.children[:limit]),
        metadata=metadata,
        findings=tuple(_findings(parts, limit)),
    )


def _start(data: bytes) -> int:
    match = LEADING.match(data)
    return match.end() if match else 0


def _findings(parts: Parts, limit: int) -> Iterator[Finding]:
    if parts.too_deep:
        yield finding_of(too_large("MIME parts nested too deep"))
    if parts.locked:
        yield finding_of(encrypted("an S/MIME part needs a key"))
    if len(parts.children) > limit:
        yield finding_of(member_limit(f"{len(parts.children)} attachments, limit {limit}"))


def _body_charset(parts: Parts) -> str | None:
    return next((charset for body in parts.bodies if (charset := body.get_content_charset())), None)


def head_blocks(found: dict[str, str]) -> list[Block]:
    """The subject as heading, then who wrote to whom and when."""
    blocks = [Block(kind="heading", level=1, text=found["subject"], page=1)] if found.get("subject") else []
    lines = [f"{label}: {found[name]}" for name, label in SHOWN if found.get(name)]
    return blocks + [Block(kind="paragraph", text=line, page=1) for line in lines]


def name_blocks(names: list[str]) -> list[Block]:
    """The names of the children, so that a search for a file name finds its mail."""
    return [Block(kind="paragraph", text=f"Attachments: {', '.join(names)}", page=1)] if names else []


def _body(part: Message, settings: Settings) -> Extraction:
    kind = part.get_content_type()
    if kind in REPORTS:
        return Extraction(blocks=tuple(_report(part)))
    data = content_of(part)
    text = labelled_text(data, _charset(part), markup=kind == "text/html")
    if kind == "text/html":
        return read_html(text, settings.web)
    if kind in ("text/enriched", "text/richtext"):
        text = RICH.sub("", text).replace("<<", "<")
    text, files = without_files(readable(text))
    flowed = str(part.get_param("format") or "").lower() == "flowed"
    delsp = str(part.get_param("delsp") or "").lower() == "yes"
    blocks = tuple(text_blocks(text, settings.web, flowed=flowed, delsp=delsp))
    return Extraction(blocks=blocks, children=tuple(files))


def _charset(part: Message) -> str | None:
    try:
        return part.get_content_charset()
    except (LookupError, ValueError):
        return None


def _report(part: Message) -> Iterator[Block]:
    """Delivery reports: one line a field."""
    payload = part.get_payload()
    groups = [item for item in payload if isinstance(item, Message)] if isinstance(payload, list) else []
    for group in groups:
        for name, value in group.items():
            yield Block(kind="paragraph", text=" ".join(f"{name}: {value}".split()), page=1)
    if not groups:
        for line in labelled_text(content_of(part), None).splitlines():
            if line.strip():
                yield Block(kind="paragraph", text=" ".join(line.split()), page=1)

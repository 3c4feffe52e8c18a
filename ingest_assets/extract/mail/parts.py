"""The parts of a MIME message: which are the text a reader sees, and which are documents of their own."""

from __future__ import annotations

import base64
import binascii
import mimetypes
import re
from dataclasses import dataclass, field
from email import message_from_bytes
from email.generator import BytesGenerator
from email.message import Message
from email.policy import compat32
from io import BytesIO

from ingest_assets.extract.mail.headers import file_name, header
from ingest_assets.extract.mail.smime import kind_of, signed_content
from ingest_assets.model import Child

DEPTH = 50  # nested multiparts; a guess far above honest mails, far below Python's recursion limit
IMAGES_IN_TEXT = ("image/",)
SIGNATURES = frozenset({"application/pkcs7-signature", "application/x-pkcs7-signature", "application/pgp-signature"})
SEALED = frozenset({"application/pkcs7-mime", "application/x-pkcs7-mime"})
REPORTS = frozenset({"message/delivery-status", "message/disposition-notification", "text/rfc822-headers"})
CODED_LINE = re.compile(r"[A-Za-z0-9+/]+={0,2}")
WHOLE_LINE = 76  # characters of a full line of base64: one behind a strange line means damage, not an added text
BODIES = frozenset({"text/plain", "text/html", "text/enriched", "text/richtext", "text/markdown"})


@dataclass(slots=True)
class Parts:
    """What was found: ``bodies`` in reading order, ``children`` with their names."""

    bodies: list[Message] = field(default_factory=list)
    children: list[Child] = field(default_factory=list)
    unnamed_images: int = 0
    too_deep: bool = False
    locked: bool = False


def parts_of(message: Message) -> Parts:
    """Sort the parts of a message."""
    found = Parts()
    _collect(message, found, depth=0, is_root=True)
    return found


def _collect(part: Message, found: Parts, *, depth: int, is_root: bool = False) -> None:
    kind = part.get_content_type()
    if depth > DEPTH:
        found.too_deep = True
    elif kind.startswith("message/rfc822") or kind == "message/global":
        found.children.append(_forwarded(part, len(found.children)))
    elif kind in REPORTS:
        found.bodies.append(part)
    elif kind in SEALED and kind_of(content_of(part)) is not None:
        _collect_sealed(part, found, depth)
    elif part.is_multipart():
        _collect_multipart(part, kind, found, depth)
    elif kind.startswith("multipart/") and part.get_payload():
        found.bodies.append(part)  # its boundary never comes: what stands there is the text
    elif is_body(part, is_root=is_root):
        found.bodies.append(part)
    else:
        _collect_attachment(part, kind, found)


def _collect_sealed(part: Message, found: Parts, depth: int) -> None:
    """A mail inside its own signature is read; a locked one is named, and kept for the day its key is there."""
    data = content_of(part)
    if kind_of(data) == "signed":
        _collect(message_from_bytes(signed_content(data), policy=compat32), found, depth=depth + 1, is_root=True)
    else:
        found.locked = True


def is_body(part: Message, *, is_root: bool = False) -> bool:
    """True for text that belongs to the message itself: no attachment, no file name."""
    if part.get_content_type() not in BODIES:
        return is_root and part.get_content_maintype() == "text"
    return is_root or (disposition(part) != "attachment" and not file_name(part))


def disposition(part: Message) -> str:
    """``inline``, ``attachment`` or ""."""
    return header(part, "content-disposition").partition(";")[0].strip().lower()


def _children_of(part: Message) -> list[Message]:
    payload = part.get_payload()
    return [child for child in payload if isinstance(child, Message)] if isinstance(payload, list) else []


def _collect_multipart(part: Message, kind: str, found: Parts, depth: int) -> None:
    children = _children_of(part)
    if kind == "multipart/alternative":
        _collect_alternative(children, found, depth)
    elif kind == "multipart/related":
        root = _root_of(part, children)
        for child in ([root] if root is not None else []) + [child for child in children if child is not root]:
            _collect(child, found, depth=depth + 1)
    else:
        for child in children:
            _collect(child, found, depth=depth + 1)


def _root_of(part: Message, children: list[Message]) -> Message | None:
    start = part.get_param("start")
    wanted = start if isinstance(start, str) else ""
    return next(
        (child for child in children if wanted and header(child, "content-id") == wanted),
        children[0] if children else None,
    )


def _collect_alternative(children: list[Message], found: Parts, depth: int) -> None:
    """The text once: the richest alternative that has text; attachments of all of them."""
    read: list[Parts] = []
    for child in children:
        inner = Parts()
        _collect(child, inner, depth=depth + 1)
        read.append(inner)
        found.too_deep = found.too_deep or inner.too_deep
        found.locked = found.locked or inner.locked
        found.unnamed_images += inner.unnamed_images
    best = max((inner for inner in read if inner.bodies), key=_richness, default=None)
    if best is not None:
        found.bodies.extend(best.bodies)
    for inner in read:
        found.children.extend(inner.children)


def _richness(inner: Parts) -> tuple[bool, int]:
    """HTML before plain text, but only if it says anything; then the longer one."""
    size = sum(len(_visible(body)) for body in inner.bodies)
    return size > 0 and any(body.get_content_type() == "text/html" for body in inner.bodies), size


def _visible(body: Message) -> bytes:
    data = content_of(body)
    return re.sub(
        rb"<(style|script|head)\b.*?</\1\s*>|<[^>]{0,5000}>|\s+", b"", data[:200_000], flags=re.DOTALL | re.IGNORECASE
    )


def _collect_attachment(part: Message, kind: str, found: Parts) -> None:
    name = file_name(part)
    if not name and kind.startswith(IMAGES_IN_TEXT) and disposition(part) != "attachment":
        found.unnamed_images += 1
        return
    data = content_of(part)
    if name or data.strip():
        member = name or f"part-{len(found.children) + 1}{mimetypes.guess_extension(kind) or '.bin'}"
        found.children.append(Child(member=member, data=data, content_type=_content_type(part, kind)))


def _content_type(part: Message, kind: str) -> str:
    charset = part.get_content_charset()
    return f"{kind}; charset={charset}" if charset and kind.startswith("text/") else kind


def content_of(part: Message) -> bytes:
    """The part's bytes with the transfer encoding undone."""
    coded = part.get_payload()
    if isinstance(coded, str) and header(part, "content-transfer-encoding").strip().lower() == "base64":
        coded, tail = _without_tail(coded)
        bare = Message(compat32)
        bare["Content-Transfer-Encoding"] = "base64"
        bare.set_payload(coded)
        read = bare.get_payload(decode=True)
        data = read if isinstance(read, bytes) else b""
        return data + b"\n" + tail if tail and part.get_content_maintype() == "text" else data
    payload = part.get_payload(decode=True)
    return payload if isinstance(payload, bytes) else b""


def _without_tail(coded: str) -> tuple[str, bytes]:
    """The base64 and the plain lines behind it: list servers and virus scanners add theirs without looking at the encoding."""
    lines = coded.splitlines(keepends=True)
    last = next(
        (number for number, line in enumerate(lines) if line.strip() and not CODED_LINE.fullmatch(line.strip())), 0
    )
    if last == 0 or any(
        len(line.strip()) == WHOLE_LINE and CODED_LINE.fullmatch(line.strip()) for line in lines[last:]
    ):
        return coded, b""
    return "".join(lines[:last]), "".join(lines[last:]).encode("utf-8", "surrogateescape")


def _forwarded(part: Message, number: int) -> Child:
    inner = _children_of(part)
    data = _flat(inner[0]) if inner else content_of(part)
    if inner and header(part, "content-transfer-encoding").lower() == "base64":
        data = _unpacked(inner[0]) or data
    subject = header(inner[0], "subject") if inner else ""
    name = file_name(part) or f"{subject[:80] or f'message-{number + 1}'}.eml"
    return Child(member=name, data=data, content_type="message/rfc822")


def _unpacked(inner: Message) -> bytes:
    """A forwarded mail that was packed as base64 against the standard: the parser took the packed text for its body."""
    payload = inner.get_payload()
    if inner.keys() or not isinstance(payload, str):
        return b""
    try:
        return base64.b64decode(payload)
    except (binascii.Error, ValueError):
        return b""


def _flat(message: Message) -> bytes:
    out = BytesIO()
    try:
        BytesGenerator(out, mangle_from_=False, maxheaderlen=0, policy=compat32).flatten(message)
    except (UnicodeError, LookupError, ValueError, TypeError):
        return content_of(message)
    return out.getvalue()

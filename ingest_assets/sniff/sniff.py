"""What the bytes are, and in which encoding: settled once, with the evidence for both."""

from __future__ import annotations

import re
from dataclasses import dataclass
from pathlib import Path

from ingest_assets.model import Finding, RawFile, Sniffed
from ingest_assets.problems import SkipRule
from ingest_assets.settings import Settings
from ingest_assets.sniff.audit import format_of_answer, libmagic_answer
from ingest_assets.sniff.encoding import XML_KINDS, Encoded, overridden, settle
from ingest_assets.sniff.evidence import Kind
from ingest_assets.sniff.mapped import Bytes, mapped
from ingest_assets.sniff.names import TEXT_KINDS, extension_of, is_mismatch, media_type_of
from ingest_assets.sniff.ole_kinds import MAGIC, by_streams
from ingest_assets.sniff.outcome import findings, skip_rule
from ingest_assets.sniff.pdf_kind import behind_junk, by_header
from ingest_assets.sniff.signatures import by_shape, by_signature
from ingest_assets.sniff.tar_kind import is_tar
from ingest_assets.sniff.text_kinds import by_text
from ingest_assets.sniff.text_shape import TextHead, read_text
from ingest_assets.sniff.zip_kinds import by_members
from ingest_assets.thresholds.sniff import SniffLimits

RTF = re.compile(rb"(?:\xef\xbb\xbf)?\s*\{\\rt")
ENCODED_KINDS = TEXT_KINDS | XML_KINDS | {"html", "json", "jsonl", "ipynb"}
MAIL_KINDS = frozenset({"eml", "mbox", "mhtml"})
MIME_CHARSET = re.compile(rb"charset\s*=|=\?[\w-]+\?[bq]\?", re.IGNORECASE)


@dataclass(frozen=True, slots=True, kw_only=True)
class Seen:
    """A kind and, for texts, the head it was recognised by."""

    kind: Kind
    head: TextHead | None = None


def sniff(path: Path, raw: RawFile, settings: Settings, *, override: str | None = None) -> Sniffed:
    """Format and encoding of the bytes at ``path``. ``raw.name`` is evidence among text kinds only; ``override`` is a person's encoding label.

    Any bytes give a result; only an unreadable path raises (OSError).
    """
    limits = settings.sniff
    extension = extension_of(raw.name)
    answer = libmagic_answer(path) if limits.libmagic_audit else None
    with mapped(path) as data:
        if len(data) > settings.limits.file_bytes and SkipRule.SIZE_LIMIT in limits.skip_rules:
            return _too_large(extension, answer)
        seen = _kind_of(data, extension, limits)
        if seen.kind.format == "binary":
            seen = _last_resort(path, answer)
        encoded = _encoding_of(data, seen, raw.http_content_type, limits, override)
    return _record(seen, encoded, raw.name, answer, limits)


def _too_large(extension: str, answer: str | None) -> Sniffed:
    return Sniffed(
        format="binary",
        media_type=media_type_of("binary"),
        format_evidence="size",
        declared_extension=extension,
        extension_mismatch=False,
        libmagic=answer,
        skip_rule=SkipRule.SIZE_LIMIT,
    )


def _kind_of(data: Bytes, extension: str, limits: SniffLimits) -> Seen:
    """The procedure of sniffing.md section 2."""
    if not len(data):
        return Seen(kind=Kind(format="empty", evidence="sig"))
    head = data[: limits.text_head]
    if RTF.match(head):
        return Seen(kind=Kind(format="rtf", evidence="sig"))
    if head.startswith(MAGIC):
        return Seen(kind=by_streams(data))
    signed = (
        by_header(data)
        or _zip(data, head, limits)
        or by_signature(data)
        or behind_junk(data, extension=extension)
        or by_shape(data)
    )
    if signed:
        return Seen(kind=signed)
    text = read_text(data, limits)
    if text is None:
        tar = Kind(format="tar", evidence="sig:checksum") if is_tar(data) else Kind(format="binary", evidence="none")
        return Seen(kind=tar)
    if text.blank:
        return Seen(kind=Kind(format="txt", evidence="text:default"), head=text)
    whole = _whole_text(data, text, limits)
    tail = "" if text.whole else data[max(0, len(data) - 4096) :].decode("utf-8", errors="replace")
    return Seen(kind=by_text(text, whole, tail, extension=extension), head=text)


def _zip(data: Bytes, head: bytes, limits: SniffLimits) -> Kind | None:
    """A ZIP at the start, or behind a stub of at most 1,024 bytes when an end record exists."""
    if (
        head.startswith((b"PK\x03\x04", b"PK\x05\x06", b"PK\x07\x08PK\x03\x04", b"PK00PK\x03\x04"))
        or b"PK\x03\x04" in head[:1028]
    ):
        return by_members(data, limits)
    return None


def _whole_text(data: Bytes, text: TextHead, limits: SniffLimits) -> str | None:
    if text.whole:
        return text.text
    if len(data) > limits.json_whole or text.mark or text.wide:
        return None
    return data[:].decode("utf-8", errors="replace") if text.text[:1] in "{[" else None


def _last_resort(path: Path, answer: str | None) -> Seen:
    """libmagic's word for binary files without a row of ours."""
    named = format_of_answer(answer or libmagic_answer(path))
    if named:
        return Seen(kind=Kind(format=named, evidence="fallback:libmagic"))
    return Seen(kind=Kind(format="binary", evidence="none"))


def _encoding_of(
    data: Bytes, seen: Seen, http: str | None, limits: SniffLimits, override: str | None
) -> Encoded | None:
    """None for formats that carry their own: binary ones, RTF, mails with a MIME charset."""
    kind = seen.kind.format
    if seen.head is None:
        return None
    if kind not in ENCODED_KINDS and not (kind in MAIL_KINDS and not MIME_CHARSET.search(data[: limits.text_head])):
        return None
    if override:
        chosen = overridden(override)
        if chosen:
            return chosen
    return settle(data, seen.head, kind=kind, http=http, limits=limits)


def _record(seen: Seen, encoded: Encoded | None, name: str, answer: str | None, limits: SniffLimits) -> Sniffed:
    kind, extension = seen.kind, extension_of(name)
    blank = seen.head is not None and seen.head.blank
    rule = skip_rule(kind, name=name, blank=blank, extension=extension, limits=limits)
    notes: tuple[Finding, ...] = () if rule else findings(kind, extension=extension)
    return Sniffed(
        format=kind.format,
        media_type=media_type_of(kind.format),
        format_evidence=kind.evidence,
        declared_extension=extension,
        extension_mismatch=is_mismatch(extension, kind.format),
        libmagic=answer,
        encoding=encoded.encoding if encoded else None,
        encoding_source=encoded.source if encoded else None,
        encoding_confidence=encoded.confidence if encoded else None,
        declared_encoding=encoded.declared if encoded else None,
        flags=kind.flags,
        skip_rule=rule,
        findings=(*notes, *(encoded.findings if encoded else ())),
    )

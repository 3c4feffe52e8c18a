"""In which encoding is this text? The order of evidence of sniffing.md section 3."""

from __future__ import annotations

import re
from dataclasses import dataclass, replace

from ingest_assets.code_pages.decode import byte_table, canonical, codec_of
from ingest_assets.code_pages.detect import foreign_of, guess, lead_of
from ingest_assets.code_pages.escapes import escaped_encoding
from ingest_assets.code_pages.mixed import is_utf8_by_lines
from ingest_assets.code_pages.prescan import declared_name, html_declared, http_declared, xml_declared
from ingest_assets.code_pages.utf8 import Utf8Check, check_utf8
from ingest_assets.model import Finding
from ingest_assets.problems import Problem, Severity
from ingest_assets.sniff.mapped import Bytes
from ingest_assets.sniff.text_shape import TextHead
from ingest_assets.thresholds.sniff import SniffLimits

HTML_KINDS = frozenset({"html", "xhtml"})
XML_KINDS = frozenset(
    {"xml", "svg", "rss", "atom", "fb2", "fods", "fodt", "fodp", "fodg", "flatopc", "spreadsheetml", "wordml", "xhtml"}
)
EARLY_META = 1024
WHOLE_CHECK = 16 * 1024 * 1024
"""Bytes over which a declaration is tried; more would cost memory and tell nothing new."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Encoded:
    """The encoding, which evidence gave it, how sure, what was declared, and notes."""

    encoding: str
    source: str
    confidence: float
    declared: str | None = None
    findings: tuple[Finding, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Declared:
    """One declaration: canonical name and the evidence's name."""

    name: str
    source: str


def settle(data: Bytes, head: TextHead, *, kind: str, http: str | None, limits: SniffLimits) -> Encoded:
    """The first evidence that stands: mark, lanes, escapes, declarations, valid UTF-8, statistics, default."""
    declared = _declarations(data, kind, http, limits)
    first = declared[0].name if declared else None
    physical = _physical(data, head)
    if physical:
        return _with_conflict(replace(physical, declared=first))
    check = check_utf8(data, count_limit=limits.utf8_count_bytes)
    if check.valid:
        return _valid_utf8(declared)
    believed = _believed(data, declared, check, kind, limits)
    if believed:
        return believed
    return _undeclared(data, check, first, kind, limits)


def _declarations(data: Bytes, kind: str, http: str | None, limits: SniffLimits) -> list[Declared]:
    """HTTP header, then what the document says of itself. A text that talks about ``<meta charset>`` declares nothing."""
    found: list[Declared] = []
    name = http_declared(http)
    if name:
        found.append(Declared(name=name, source="http"))
    head = data[: limits.meta_bytes]
    if kind in XML_KINDS or kind == "html":
        label = xml_declared(head)
        name = declared_name(label) if label and (kind in XML_KINDS) else None
        if name:
            found.append(Declared(name=name, source="xml_declaration"))
    if kind in HTML_KINDS:
        meta = html_declared(head)
        if meta:
            found.append(Declared(name=meta[0], source="meta" if meta[1] < EARLY_META else "meta_late"))
    return found


def _physical(data: Bytes, head: TextHead) -> Encoded | None:
    """A byte order mark, the lanes of UTF-16 and UTF-32, or escape sequences: what the bytes show by themselves."""
    if head.mark:
        return Encoded(encoding=head.mark, source="bom", confidence=1.0)
    if head.wide:
        return Encoded(encoding=head.wide, source="utf16_pattern", confidence=0.99)
    escaped = escaped_encoding(data[:WHOLE_CHECK])
    return Encoded(encoding=escaped, source="escape_sequence", confidence=0.99) if escaped else None


def _with_conflict(encoded: Encoded) -> Encoded:
    if encoded.declared is None or encoded.declared == encoded.encoding:
        return encoded
    note = Finding(
        code=Problem.DECLARED_CONFLICT,
        severity=Severity.NOTE,
        detail=f"declared {encoded.declared}, the bytes are {encoded.encoding} ({encoded.source})",
    )
    return replace(encoded, findings=(*encoded.findings, note))


def _valid_utf8(declared: list[Declared]) -> Encoded:
    agreeing = next((one for one in declared if one.name == "utf-8"), None)
    if agreeing:
        return Encoded(encoding="utf-8", source=agreeing.source, confidence=1.0, declared="utf-8")
    first = declared[0].name if declared else None
    return _with_conflict(Encoded(encoding="utf-8", source="utf8_valid", confidence=1.0, declared=first))


def _believed(
    data: Bytes, declared: list[Declared], check: Utf8Check, kind: str, limits: SniffLimits
) -> Encoded | None:
    """The first declaration that the bytes bear out; None when there is none."""
    standing = [one for one in declared if _stands(data, one.name, check, limits)]
    if not standing:
        return None
    chosen = standing[0]
    markup = kind in HTML_KINDS or kind in XML_KINDS
    rivals = [one for one in standing[1:] if one.name not in (chosen.name, "utf-8")]
    if rivals and not check.ascii and chosen.name != "utf-8":
        lead, high = lead_of(data[: limits.statistics_bytes], second=rivals[0].name, first=chosen.name, markup=markup)
        chosen = rivals[0] if lead > max(4.0, 0.3 * high) else chosen
    if chosen.name == "windows-1252" and not check.ascii:
        foreign = foreign_of(data[: limits.statistics_bytes], markup=markup)
        if foreign:
            return _with_conflict(Encoded(encoding=foreign, source="detected", confidence=0.9, declared=chosen.name))
    encoded = Encoded(
        encoding=chosen.name, source=chosen.source, confidence=1.0 if check.ascii else 0.99, declared=chosen.name
    )
    if chosen.name == "utf-8" and check.bad:
        return replace(encoded, confidence=0.9, findings=(_mixed(check),))
    if chosen is not declared[0]:
        note = Finding(
            code=Problem.DECLARED_CONFLICT,
            severity=Severity.NOTE,
            detail=f"{declared[0].source} says {declared[0].name}, the bytes are {chosen.name} ({chosen.source})",
        )
        return replace(encoded, findings=(note,))
    return encoded


def _mixed(check: Utf8Check) -> Finding:
    return Finding(
        code=Problem.MIXED_ENCODING,
        severity=Severity.NOTE,
        detail=f"{check.bad} undecodable sequences beside {check.good} good ones",
    )


def _stands(data: Bytes, name: str, check: Utf8Check, limits: SniffLimits) -> bool:
    """Decoded strictly, at most 0.1 % errors and no C1 controls; UTF-8 may have one bad sequence in five good ones."""
    if name == "utf-8":
        return check.ascii or (check.good > 0 and check.good >= limits.mixed_factor * check.bad)
    if check.ascii:
        return name not in ("utf-16le", "utf-16be", "utf-32le", "utf-32be")
    if name.startswith(("utf-16", "utf-32")):
        return False
    return _errors(data[:WHOLE_CHECK], name) <= limits.declared_error_share * min(len(data), WHOLE_CHECK)


def _errors(sample: bytes, name: str) -> int:
    """Undecodable bytes, and bytes that become C1 controls."""
    table = byte_table(name)
    if table is not None:
        unwanted = bytes(byte for byte in range(128, 256) if "\x80" <= table[byte] <= "\x9f")
        return len(sample) - len(sample.translate(None, unwanted))
    text = sample.decode(codec_of(name), errors="replace")
    return text.count("\ufffd") + len(re.findall("[\x80-\x9f]", text))


def _undeclared(data: Bytes, check: Utf8Check, first: str | None, kind: str, limits: SniffLimits) -> Encoded:
    if check.ascii:
        return Encoded(encoding="utf-8", source="default", confidence=1.0, declared=first)
    if check.good >= limits.mixed_good and (
        check.bad <= limits.mixed_bad_share * check.good or is_utf8_by_lines(data[: limits.utf8_count_bytes])
    ):
        return _with_conflict(
            Encoded(encoding="utf-8", source="utf8_valid", confidence=0.9, declared=first, findings=(_mixed(check),))
        )
    markup = kind in HTML_KINDS or kind in XML_KINDS
    found = guess(_high_window(data, limits), markup=markup)
    source = "detected" if found.encoding != "windows-1252" or found.confidence > 0 else "default"
    return _with_conflict(
        Encoded(encoding=found.encoding, source=source, confidence=found.confidence or 0.6, declared=first)
    )


def _high_window(data: Bytes, limits: SniffLimits) -> bytes:
    """The first stretch that holds high bytes: 5,000 ASCII bytes before "café" must not hide it."""
    step = limits.statistics_bytes
    for start in range(0, len(data), step):
        piece = data[start : start + step]
        if not piece.isascii():
            return piece
    return data[:step]


def overridden(label: str) -> Encoded | None:
    """A person's word (``ingest redecode``); None when the label is unknown."""
    name = canonical(label)
    return Encoded(encoding=name, source="override", confidence=1.0) if name else None

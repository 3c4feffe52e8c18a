"""The kinds of text, first match wins (sniffing.md section 2.3); the name is evidence among text kinds only (section 2.4)."""

from __future__ import annotations

import re

from ingest_assets.sniff.delimited import is_one_column, shape_of
from ingest_assets.sniff.evidence import Kind
from ingest_assets.sniff.json_kinds import by_json
from ingest_assets.sniff.mail_kinds import by_headers
from ingest_assets.sniff.markup import by_markup, html_late
from ingest_assets.sniff.names import text_kind_of
from ingest_assets.sniff.text_shape import TextHead

BEGINNINGS: tuple[tuple[re.Pattern[str], str], ...] = (
    (re.compile(r"%!PS|\x04%!PS"), "ps"),
    (re.compile(r"BEGIN:VCALENDAR", re.IGNORECASE), "ics"),
    (re.compile(r"BEGIN:VCARD", re.IGNORECASE), "vcf"),
    (re.compile(r"WEBVTT(?:[ \t\r\n]|$)"), "vtt"),
    (re.compile(r"\d{1,6}\s*\r?\n\d\d?:\d\d:\d\d[,.]\d{1,3}\s*-->"), "srt"),
    (re.compile(r"<\?php\b", re.IGNORECASE), "php"),
    (re.compile(r"#![^\r\n]{0,80}\bpython"), "py"),
)
FRONT_MATTER = re.compile(r"---[ \t]*\r?\n(?:(?:[\w-]{1,80}[ \t]?:|[ \t]|- )[^\n]*\n){1,200}---[ \t]*\r?\n")
HEADING = re.compile(r"^#{1,6} \S", re.MULTILINE)
FENCE = re.compile(r"^(?:```|~~~)", re.MULTILINE)
LINK = re.compile(r"!?\[[^\]\n]{1,200}\]\([^)\s]{1,500}\)")
SIGN = re.compile(
    r"^(?:#{1,6} \S|```|~~~|[-*+] \S|\d+\. \S|> \S|\|.+\|)|!?\[[^\]\n]{1,200}\]\([^)\s]{1,500}\)|\*\*[^*\n]+\*\*|(?<!`)`[^`\n]+`",
    re.MULTILINE,
)
TEX = re.compile(r"\\documentclass|\\begin\{document\}|\\documentstyle")
DELIMITED_SCORE, NAMED_SCORE, TXT_TAB_SCORE = 0.9, 0.5, 0.95


def by_text(head: TextHead, whole: str | None, tail: str, *, extension: str) -> Kind:
    """The kind of a text. ``whole`` is the entire text when under the JSON cap, ``tail`` the end of a larger one."""
    text = head.text
    for pattern, name in BEGINNINGS:
        if pattern.match(text):
            return Kind(format=name, evidence="text:headers" if name in ("ics", "vcf") else "text:start")
    claimed = text_kind_of(extension)
    found = _structured(head, whole, tail, extension=extension)
    if found and not (found.format == "html" and claimed == "markdown" and not _is_page(text)):
        return found
    return _tex(text, claimed) or _late(text, extension) or _plain(head, claimed)


def _structured(head: TextHead, whole: str | None, tail: str, *, extension: str) -> Kind | None:
    complete = head.text if head.whole else f"{head.text}\n{tail}"
    return (
        by_markup(complete, extension=extension)
        or by_json(head, whole, tail, extension=extension)
        or by_headers(head.text)
    )


def _is_page(text: str) -> bool:
    """A whole page, not a README that starts with a centred logo."""
    return (
        re.match(r"\s*(?:<!--.*?-->\s*)*<(?:!doctype|html|head|body)\b", text[:40_000], re.IGNORECASE | re.DOTALL)
        is not None
    )


def _tex(text: str, claimed: str | None) -> Kind | None:
    if claimed in (None, "txt", "tex") and TEX.search(text[:20_000]):
        return Kind(format="tex", evidence="text:start")
    return None


def _late(text: str, extension: str) -> Kind | None:
    return html_late(text, extension=extension)


def _plain(head: TextHead, claimed: str | None) -> Kind:
    if claimed in ("csv", "tsv"):
        return _named_table(head)
    if claimed == "txt":
        return _named_txt(head)
    if claimed:
        return Kind(format=claimed, evidence="text:ext")
    shape = shape_of(head.text, whole=head.whole)
    if _is_markdown(head.text):
        return Kind(format="markdown", evidence="text:md")
    if shape and shape.score >= DELIMITED_SCORE and shape.rows >= 2:
        return Kind(format="tsv" if shape.delimiter == "\t" else "csv", evidence="text:delim")
    return Kind(format="txt", evidence="text:default")


def _named_table(head: TextHead) -> Kind:
    """A name that says table is believed when rows agree at all, or the file is one short column."""
    shape = shape_of(head.text, whole=head.whole)
    if shape and shape.score >= NAMED_SCORE:
        return Kind(format="tsv" if shape.delimiter == "\t" else "csv", evidence="text:delim")
    if is_one_column(head.text):
        return Kind(format="csv", evidence="text:ext")
    return Kind(format="txt", evidence="text:default")


def _named_txt(head: TextHead) -> Kind:
    if FRONT_MATTER.match(head.text) and HEADING.search(head.text):
        return Kind(format="markdown", evidence="text:md")
    shape = shape_of(head.text, whole=head.whole)
    if shape and shape.delimiter == "\t" and shape.score >= TXT_TAB_SCORE and shape.rows >= 2:
        return Kind(format="tsv", evidence="text:delim")
    return Kind(format="txt", evidence="text:ext")


def _is_markdown(text: str) -> bool:
    if FRONT_MATTER.match(text):
        return True
    lines = max(1, sum(bool(line.strip()) for line in text.splitlines()))
    signs = len(SIGN.findall(text))
    telling = HEADING.search(text) or FENCE.search(text) or LINK.search(text)
    return bool(telling) and signs >= 3 and signs >= 0.1 * lines

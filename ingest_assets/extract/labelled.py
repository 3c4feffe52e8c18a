"""Text of a part that carries its own label: a MIME part, a chapter of a book, a header.

The sniffer settles the encoding of whole files; these parts lie inside of them and bring their own evidence, judged
in the same order.
"""

from __future__ import annotations

import re

from ingest_assets.code_pages.decode import canonical, decode
from ingest_assets.code_pages.detect import detect, foreign_of
from ingest_assets.code_pages.prescan import html_declared, xml_declared
from ingest_assets.code_pages.utf8 import check_utf8
from ingest_assets.code_pages.wide import mark_of

HEAD = 65_536  # bytes in which a page may declare itself (sniffing.md section 3.1)
BAD_SHARE = 0.001  # undecodable bytes that a true declaration may leave (sniffing.md section 3)
C1 = re.compile("[\x80-\x9f]")
SAYS_NOTHING = frozenset({"us-ascii", "ascii", "ansi_x3.4-1968", "unknown-8bit", "x-unknown", "8bit", "default"})
ESCAPES = re.compile(rb"\x1b(?:\$[@B]|\([BJ])")


def labelled_text(data: bytes, label: str | None, *, markup: bool = False) -> str:
    """Decode ``data`` by BOM, label, declaration of its own, valid UTF-8, statistics: the first that fits."""
    return decode(data, encoding_of(data, label, markup=markup))


def encoding_of(data: bytes, label: str | None, *, markup: bool = False) -> str:
    """The encoding of a labelled part. A label that does not fit the bytes is no evidence."""
    mark = mark_of(data[:4])
    if mark is not None:
        return mark[0]
    declared = canonical(label) if label and label.lower() not in SAYS_NOTHING else None
    if declared is not None and _is_escaped(declared, data):
        return declared
    if data.isascii():
        return "iso-2022-jp" if ESCAPES.search(data) else "utf-8"
    if check_utf8(data, count_limit=len(data)).valid:
        return "utf-8"
    for name in (declared, _own_declaration(data[:HEAD]) if markup else None):
        if name is not None and _fits(data, name):
            return _or_foreign(data, name, markup=markup)
    return detect(data, markup=markup).encoding


def _or_foreign(data: bytes, name: str, *, markup: bool) -> str:
    """windows-1252 is what programs write that do not know: Cyrillic or Greek bytes overrule it (sniffing.md section 3)."""
    return (foreign_of(data, markup=markup) or name) if name == "windows-1252" else name


def _is_escaped(declared: str, data: bytes) -> bool:
    """True for encodings whose text is ASCII bytes and still not ASCII, and for wide ones."""
    return declared.startswith(("utf-16", "utf-7", "hz")) or (declared.startswith("iso-2022") and b"\x1b" in data)


def _own_declaration(head: bytes) -> str | None:
    label = xml_declared(head)
    if label is not None and (name := canonical(label)) is not None:
        return name
    found = html_declared(head)
    return found[0] if found else None


def _fits(data: bytes, name: str) -> bool:
    text = decode(data, name)
    bad = text.count("\ufffd") + len(C1.findall(text))
    if name == "utf-8":
        good = sum(character > "\x7f" for character in text) - text.count("\ufffd")
        return good >= text.count("\ufffd")  # legacy text holds next to no valid sequence
    return bad <= BAD_SHARE * len(text)

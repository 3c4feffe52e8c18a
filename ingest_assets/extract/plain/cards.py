"""Calendars and contacts (RFC 5545, RFC 6350): unfolded lines of name and value."""

from __future__ import annotations

import quopri
import re
from collections.abc import Iterator

from ingest_assets.code_pages.decode import decode

NOISE = frozenset(
    {
        "BEGIN",
        "END",
        "VERSION",
        "PRODID",
        "UID",
        "DTSTAMP",
        "SEQUENCE",
        "PHOTO",
        "LOGO",
        "SOUND",
        "KEY",
        "TZOFFSETFROM",
        "TZOFFSETTO",
        "RRULE",
        "N",
    }
)
ESCAPE = re.compile(r"\\([nN,;\\:])")


def card_lines(text: str) -> Iterator[str]:
    """``Name: value`` lines that a reader would see, objects parted by a blank line."""
    for line in _unfolded(text):
        head, found, value = line.partition(":")
        name, *parameters = head.split(";")
        name = name.rpartition(".")[2].upper()
        if name == "END":
            yield ""
        if not found or name in NOISE or not value.strip():
            continue
        yield f"{name.capitalize().replace('-', ' ')}: {_value(value, parameters)}"


def _unfolded(text: str) -> list[str]:
    text = re.sub(r"\n[ \t]", "", text)
    text = re.sub(r"=\n(?=[^\n])", "", text) if "QUOTED-PRINTABLE" in text.upper() else text
    return text.split("\n")


def _value(value: str, parameters: list[str]) -> str:
    options = {parameter.upper().partition("=")[0]: parameter.partition("=")[2] for parameter in parameters}
    if "QUOTED-PRINTABLE" in (options.get("ENCODING", "").upper(), *options):
        value = decode(quopri.decodestring(value.encode("latin-1", "replace")), options.get("CHARSET", "utf-8").lower())
    return " ".join(ESCAPE.sub(lambda match: " " if match[1] in "nN" else match[1], value).split())

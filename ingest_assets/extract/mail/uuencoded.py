"""Files that old mailers wrote into the text itself (``begin 644 name``)."""

from __future__ import annotations

import binascii
import re

from ingest_assets.model import Child

BEGIN = re.compile(r"^begin [0-7]{3,4} (\S[^\n]{0,200})\n(?=[ -`]{1,62}\n)", re.MULTILINE)
END = re.compile(r"^`?\n?end[ \t]*$", re.MULTILINE)


def without_files(text: str) -> tuple[str, list[Child]]:
    """The text without the files in it, and the files."""
    children: list[Child] = []
    parts: list[str] = []
    position = 0
    for begin in BEGIN.finditer(text):
        if begin.start() < position:
            continue
        end = END.search(text, begin.end())
        data = _decoded(text[begin.end() : end.start()]) if end else None
        if end is None or data is None:
            continue
        parts.append(text[position : begin.start()])
        children.append(Child(member=begin[1].strip(), data=data))
        position = end.end()
    return "".join([*parts, text[position:]]), children


def _decoded(body: str) -> bytes | None:
    try:
        return b"".join(binascii.a2b_uu(line) for line in body.split("\n") if line.strip("` "))
    except (binascii.Error, ValueError):
        return None

"""RTF as a stream of tokens: one linear pass, no regular expression over the output (formats.md section 9)."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Literal, NamedTuple

Kind = Literal["open", "close", "word", "sign", "byte", "text"]

TOKEN = re.compile(
    rb"\\([a-zA-Z]{1,32})(-?\d{1,10})? ?|\\'([0-9a-fA-F]{2})|\\([^a-zA-Z])|([{}])|([^\\{}\r\n]+)|[\r\n]+|\\", re.DOTALL
)


class Token(NamedTuple):
    """``name`` is the control word or sign, ``number`` its parameter, ``data`` raw bytes of text."""

    kind: Kind
    name: str = ""
    number: int | None = None
    data: bytes = b""


def tokens(data: bytes) -> Iterator[Token]:
    """All tokens; ``\\binN`` is skipped together with its N bytes."""
    place = 0
    while place < len(data):
        match = TOKEN.match(data, place)
        if match is None:  # every byte starts some token; a guard against an endless loop
            place += 1
            continue
        place = match.end()
        word, number, byte, sign, brace, text = match.groups()
        if word is not None:
            parameter = int(number) if number is not None else None
            if word == b"bin":
                place += max(0, parameter or 0)
            else:
                yield Token("word", word.decode("ascii"), parameter)
        elif byte is not None:
            yield Token("byte", data=bytes.fromhex(byte.decode("ascii")))
        elif sign is not None:
            yield Token("sign", sign.decode("latin-1"))
        elif brace is not None:
            yield Token("open" if brace == b"{" else "close")
        elif text is not None:
            yield Token("text", data=text)

"""What a document says of its own encoding: the WHATWG prescan of HTML and the XML declaration.

Written from the HTML Standard, section 13.2.3.2 "Prescan a byte stream to determine its encoding".
"""

from __future__ import annotations

import re

from ingest_assets.code_pages.decode import canonical

BLANK = b"\t\n\f\r "
CHARSET = re.compile(rb"charset[\t\n\f\r ]*=[\t\n\f\r ]*", re.IGNORECASE)
XML_ENCODING = re.compile(
    rb"""<\?xml[^>]{0,400}?\sencoding\s*=\s*(?:"([^"<>]{1,60})"|'([^'<>]{1,60})')""", re.IGNORECASE
)
ATTRIBUTE_LIMIT = 200
"""Attributes of one tag that are looked at: a hostile page must not cost quadratic time."""


def xml_declared(head: bytes) -> str | None:
    """The label of an XML declaration at the start of ASCII-compatible bytes; None when there is none."""
    found = XML_ENCODING.match(head.removeprefix(b"\xef\xbb\xbf").lstrip(BLANK + b"\0"))
    return (found[1] or found[2]).decode("latin-1") if found else None


def html_declared(data: bytes) -> tuple[str, int] | None:
    """Canonical name and byte offset of the first usable ``<meta>``; None when there is none. UTF-16 names mean utf-8."""
    position = 0
    while (position := data.find(b"<", position)) >= 0:
        if data.startswith(b"<!--", position):
            position = _after(data, b"-->", position + 2)
        elif data[position + 1 : position + 5].lower() == b"meta" and data[position + 5 : position + 6] in _slices(
            BLANK + b"/"
        ):
            start = position
            attributes, position = _attributes(data, position + 5)
            # A tag that the data ends within declares nothing.
            name = _meta_encoding(attributes) if position <= len(data) else None
            if name:
                return name, start
        else:
            position = _skip_tag(data, position)
    return None


def _slices(characters: bytes) -> tuple[bytes, ...]:
    return tuple(characters[index : index + 1] for index in range(len(characters)))


def _after(data: bytes, mark: bytes, position: int) -> int:
    found = data.find(mark, position)
    return len(data) if found < 0 else found + len(mark)


def _skip_tag(data: bytes, position: int) -> int:
    """The offset behind a tag, an end tag, ``<!…>`` or ``<?…>``; behind the ``<`` alone when it opens nothing."""
    following = data[position + 1 : position + 2]
    if following == b"/" and data[position + 2 : position + 3].isalpha():
        name_end = _name_end(data, position + 2)
        return _attributes(data, name_end)[1]
    if following in (b"!", b"/", b"?"):
        return _after(data, b">", position + 1)
    if following.isalpha():
        return _attributes(data, _name_end(data, position + 1))[1]
    return position + 1


def _name_end(data: bytes, position: int) -> int:
    found = re.compile(rb"[\t\n\f\r >]").search(data, position)
    return found.start() if found else len(data)


def _attributes(data: bytes, position: int) -> tuple[dict[bytes, bytes], int]:
    """Attributes of a tag (the first of each name counts, names and values lower-cased) and the offset behind them."""
    attributes: dict[bytes, bytes] = {}
    for _ in range(ATTRIBUTE_LIMIT):
        position = _skip(data, position, BLANK + b"/")
        if position >= len(data) or data[position] == 0x3E:
            return attributes, position + 1  # behind the end of data when the tag never closes
        name, position = _attribute_name(data, position)
        position = _skip(data, position, BLANK)
        value = b""
        if data[position : position + 1] == b"=" and name:
            value, position = _attribute_value(data, _skip(data, position + 1, BLANK))
        attributes.setdefault(name.lower(), value.lower())
    return attributes, _after(data, b">", position)


def _skip(data: bytes, position: int, characters: bytes) -> int:
    while position < len(data) and data[position] in characters:
        position += 1
    return position


def _attribute_name(data: bytes, position: int) -> tuple[bytes, int]:
    start = position
    while (
        position < len(data) and data[position] not in BLANK + b"/>" and (data[position] != 0x3D or position == start)
    ):
        position += 1
    return data[start:position], position


def _attribute_value(data: bytes, position: int) -> tuple[bytes, int]:
    quote = data[position : position + 1]
    if quote in (b'"', b"'"):
        end = data.find(quote, position + 1)
        return (b"", len(data)) if end < 0 else (data[position + 1 : end], end + 1)
    found = re.compile(rb"[\t\n\f\r >]").search(data, position)
    end = found.start() if found else len(data)
    return data[position:end], end


def _meta_encoding(attributes: dict[bytes, bytes]) -> str | None:
    label: bytes | None = None
    if b"charset" in attributes:
        label = attributes[b"charset"]
    elif attributes.get(b"http-equiv") == b"content-type" and b"content" in attributes:
        label = charset_of_content(attributes[b"content"])
    return declared_name(label.decode("latin-1")) if label else None


def charset_of_content(content: bytes) -> bytes | None:
    """The label in a ``content`` attribute: quoted, or up to a blank or semicolon; an unmatched quote gives nothing."""
    found = CHARSET.search(content)
    if not found:
        return None
    rest = content[found.end() :]
    if rest[:1] in (b'"', b"'"):
        end = rest.find(rest[:1], 1)
        return rest[1:end] if end > 0 else None
    return re.split(rb"[\t\n\f\r ;]", rest, maxsplit=1)[0] or None


def declared_name(label: str) -> str | None:
    """Canonical name of a label read from ASCII-compatible bytes: UTF-16 cannot be true there and means utf-8, x-user-defined windows-1252."""
    name = canonical(label)
    if name in ("utf-16le", "utf-16be", "utf-32le", "utf-32be"):
        return "utf-8"
    return "windows-1252" if name == "x-user-defined" else name


def http_declared(content_type: str | None) -> str | None:
    """Canonical name of the first ``charset`` parameter of an HTTP Content-Type; None when absent, empty or unknown."""
    if not content_type:
        return None
    found = re.search(r""";\s*charset\s*=\s*(?:"([^"]*)"|'([^']*)'|([^;\s]*))""", content_type, re.IGNORECASE)
    label = next((group for group in found.groups() if group), "") if found else ""
    return canonical(label) if label else None

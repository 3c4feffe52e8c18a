"""Office files built part by part: each function takes the XML that matters and adds the package around it."""

from __future__ import annotations

import io
import struct
import zipfile
from collections.abc import Mapping, Sequence

from ingest_assets.extract.spreadsheet import xlsb_records as xlsb_kind

OFFICE = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"
PACKAGE = "http://schemas.openxmlformats.org/package/2006"
W = "http://schemas.openxmlformats.org/wordprocessingml/2006/main"
X = "http://schemas.openxmlformats.org/spreadsheetml/2006/main"
P = "http://schemas.openxmlformats.org/presentationml/2006/main"
A = "http://schemas.openxmlformats.org/drawingml/2006/main"
WORD_TYPE = "application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml"
EXCEL_TYPE = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet.main+xml"
XLSB_TYPE = "application/vnd.ms-excel.sheet.binary.macroEnabled.main"
POWERPOINT_TYPE = "application/vnd.openxmlformats-officedocument.presentationml.presentation.main+xml"
ODF = "urn:oasis:names:tc:opendocument:xmlns"
ODF_NAMES = " ".join(
    f'xmlns:{name}="{ODF}:{tail}:1.0"'
    for name, tail in (
        ("office", "office"), ("text", "text"), ("table", "table"), ("style", "style"), ("draw", "drawing"),
        ("presentation", "presentation"), ("svg", "svg-compatible"), ("meta", "meta"),
    )
) + ' xmlns:xlink="http://www.w3.org/1999/xlink" xmlns:dc="http://purl.org/dc/elements/1.1/"'  # fmt: skip
WORDS = "The lock keeper writes down the water level every morning before the first barge arrives. "
"""A sentence of common words, for documents that must pass the gate."""

Parts = Mapping[str, str | bytes]


def zipped(parts: Parts, *, compression: int = zipfile.ZIP_DEFLATED) -> bytes:
    """A ZIP of those members, with fixed times so that the same parts give the same bytes."""
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w", compression) as target:
        for name, content in parts.items():
            info = zipfile.ZipInfo(name, (2024, 1, 1, 0, 0, 0))
            info.compress_type = compression
            target.writestr(info, content)
    return packed.getvalue()


def relationships(*entries: tuple[str, str, str], external: Sequence[str] = ()) -> str:
    """A relationships part: (id, last part of the type, target)."""
    rows = "".join(
        f'<Relationship Id="{key}" Type="{OFFICE}/{kind}" Target="{target}"'
        + (' TargetMode="External"/>' if key in external else "/>")
        for key, kind, target in entries
    )
    return f'<Relationships xmlns="{PACKAGE}/relationships">{rows}</Relationships>'


def package(main: str, content_type: str, parts: Parts) -> bytes:
    """An OOXML package around its parts."""
    types = (
        f'<Types xmlns="{PACKAGE}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>'
        f'<Default Extension="xml" ContentType="application/xml"/><Override PartName="/{main}" ContentType="{content_type}"/></Types>'
    )
    return zipped({"[Content_Types].xml": types, "_rels/.rels": relationships(("r1", "officeDocument", main)), **parts})


def run(text: str, properties: str = "") -> str:
    """A Word run."""
    return f'<w:r><w:rPr>{properties}</w:rPr><w:t xml:space="preserve">{text}</w:t></w:r>'


def par(content: str, properties: str = "") -> str:
    """A Word paragraph of runs; plain text becomes one run."""
    return f"<w:p><w:pPr>{properties}</w:pPr>{content if content.startswith('<') else run(content)}</w:p>"


def numbered(text: str, number: int, level: int = 0) -> str:
    """A paragraph of a list."""
    return par(text, f'<w:numPr><w:ilvl w:val="{level}"/><w:numId w:val="{number}"/></w:numPr>')


def numbering(levels: Mapping[int, tuple[str, str]], extra: str = "") -> str:
    """A numbering part with one list: level → (format, text); ``extra`` holds further ``w:num`` elements."""
    rows = "".join(
        f'<w:lvl w:ilvl="{level}"><w:start w:val="1"/><w:numFmt w:val="{kind}"/><w:lvlText w:val="{text}"/></w:lvl>'
        for level, (kind, text) in levels.items()
    )
    return (
        f'<w:numbering xmlns:w="{W}"><w:abstractNum w:abstractNumId="0">{rows}</w:abstractNum>'
        f'<w:num w:numId="1"><w:abstractNumId w:val="0"/></w:num>{extra}</w:numbering>'
    )


def story(root: str, content: str) -> str:
    """A Word part with the namespaces that the tests use."""
    return (
        f'<w:{root} xmlns:w="{W}" xmlns:r="{OFFICE}" xmlns:m="http://schemas.openxmlformats.org/officeDocument/2006/math" '
        'xmlns:mc="http://schemas.openxmlformats.org/markup-compatibility/2006" xmlns:v="urn:schemas-microsoft-com:vml" '
        'xmlns:wp="http://schemas.openxmlformats.org/drawingml/2006/wordprocessingDrawing" xmlns:o="urn:schemas-microsoft-com:office:office">'
        f"{content}</w:{root}>"
    )


def docx(body: str, *, parts: Mapping[str, tuple[str, str | bytes]] | None = None, head: str = "") -> bytes:
    """A Word file. ``parts``: relationship id → (last part of its type, content); ids become part names ``word/<id>.xml``."""
    extra = parts or {}
    rels = relationships(*((key, kind, f"{key}.xml") for key, (kind, _) in extra.items()))
    files = {f"word/{key}.xml": content for key, (_, content) in extra.items()}
    document = head + story("document", f"<w:body>{body}</w:body>")
    return package(
        "word/document.xml", WORD_TYPE, {"word/document.xml": document, "word/_rels/document.xml.rels": rels, **files}
    )


def xlsx(
    *sheets: str,
    formats: Sequence[str] = (),
    strings: Sequence[str] = (),
    states: Sequence[str] = (),
    workbook: str = "",
) -> bytes:
    """An Excel file; each sheet is the inside of ``worksheet``. Style n (from 1) has ``formats[n - 1]``."""
    entries = "".join(
        f'<sheet name="Sheet{n}" sheetId="{n}" r:id="s{n}" {states[n - 1] if n <= len(states) else ""}/>'
        for n in range(1, len(sheets) + 1)
    )
    codes = "".join(f'<numFmt numFmtId="{199 + n}" formatCode="{code}"/>' for n, code in enumerate(formats, 1))
    styles = "".join(f'<xf numFmtId="{199 + n}"/>' for n in range(1, len(formats) + 1))
    rels = [(f"s{n}", "worksheet", f"worksheets/sheet{n}.xml") for n in range(1, len(sheets) + 1)]
    return package(
        "xl/workbook.xml",
        EXCEL_TYPE,
        {
            "xl/workbook.xml": f'<workbook xmlns="{X}" xmlns:r="{OFFICE}">{workbook}<sheets>{entries}</sheets></workbook>',
            "xl/_rels/workbook.xml.rels": relationships(
                *rels, ("st", "styles", "styles.xml"), ("ss", "sharedStrings", "sharedStrings.xml")
            ),
            "xl/styles.xml": f'<styleSheet xmlns="{X}"><numFmts>{codes}</numFmts><cellXfs><xf numFmtId="0"/>{styles}</cellXfs></styleSheet>',
            "xl/sharedStrings.xml": f'<sst xmlns="{X}">{"".join(f"<si>{item}</si>" for item in strings)}</sst>',
            **{
                f"xl/worksheets/sheet{n}.xml": f'<worksheet xmlns="{X}">{sheet}</worksheet>'
                for n, sheet in enumerate(sheets, 1)
            },
        },
    )


def rows(*lines: Sequence[str | float]) -> str:
    """Sheet data of inline strings and numbers; "" is no cell."""
    body = ""
    for number, line in enumerate(lines, 1):
        cells = ""
        for column, value in enumerate(line):
            reference = f"{chr(65 + column)}{number}"
            if isinstance(value, str) and value:
                cells += f'<c r="{reference}" t="inlineStr"><is><t xml:space="preserve">{value}</t></is></c>'
            elif not isinstance(value, str):
                cells += f'<c r="{reference}"><v>{value!r}</v></c>'
        body += f'<row r="{number}">{cells}</row>'
    return f"<sheetData>{body}</sheetData>"


def shape(text: str, place: tuple[int, int, int, int] | None = None, placeholder: str = "") -> str:
    """A slide's shape; ``text`` holds paragraphs split by line breaks, ``place`` is (x, y, width, height) in EMU."""
    transform = (
        ""
        if place is None
        else f'<a:xfrm><a:off x="{place[0]}" y="{place[1]}"/><a:ext cx="{place[2]}" cy="{place[3]}"/></a:xfrm>'
    )
    paragraphs = "".join(f"<a:p><a:r><a:t>{line}</a:t></a:r></a:p>" for line in text.split("\n"))
    holder = f'<p:ph type="{placeholder}"/>' if placeholder else ""
    return (
        f'<p:sp><p:nvSpPr><p:cNvPr id="2" name="s"/><p:nvPr>{holder}</p:nvPr></p:nvSpPr><p:spPr>{transform}</p:spPr>'
        f"<p:txBody>{paragraphs}</p:txBody></p:sp>"
    )


def slide_xml(shapes: str, *, root: str = "sld", attributes: str = "") -> str:
    """A slide, layout or notes part."""
    return (
        f'<p:{root} xmlns:p="{P}" xmlns:a="{A}" xmlns:r="{OFFICE}" xmlns:mc="http://schemas.openxmlformats.org/markup-compatibility/2006" '
        f"{attributes}><p:cSld><p:spTree>{shapes}</p:spTree></p:cSld></p:{root}>"
    )


def pptx(*slides: str, notes: Mapping[int, str] | None = None) -> bytes:
    """A presentation of slide parts (see ``slide_xml``), shown in the reverse order of their part names: only the list of slides tells."""
    count = len(slides)
    names = [f"slide{count - n}.xml" for n in range(count)]
    entries = "".join(f'<p:sldId id="{256 + n}" r:id="s{n}"/>' for n in range(count))
    parts: dict[str, str | bytes] = {
        "ppt/presentation.xml": f'<p:presentation xmlns:p="{P}" xmlns:r="{OFFICE}"><p:sldIdLst>{entries}</p:sldIdLst><p:sldSz cx="9144000" cy="6858000"/></p:presentation>',
        "ppt/_rels/presentation.xml.rels": relationships(
            *((f"s{n}", "slide", f"slides/{name}") for n, name in enumerate(names))
        ),
    }
    for n, (name, slide) in enumerate(zip(names, slides, strict=True)):
        parts[f"ppt/slides/{name}"] = slide
        if notes and n in notes:
            parts[f"ppt/notesSlides/notes{n}.xml"] = notes[n]
            parts[f"ppt/slides/_rels/{name}.rels"] = relationships(("n", "notesSlide", f"../notesSlides/notes{n}.xml"))
    return package("ppt/presentation.xml", POWERPOINT_TYPE, parts)


def odf(kind: str, body: str, *, styles: str = "", extra: Parts | None = None) -> bytes:
    """An ODF file of ``kind`` text, spreadsheet or presentation; ``styles`` are automatic styles."""
    content = (
        f"<office:document-content {ODF_NAMES}><office:automatic-styles>{styles}</office:automatic-styles>"
        f"<office:body><office:{kind}>{body}</office:{kind}></office:body></office:document-content>"
    )
    mimetype = f"application/vnd.oasis.opendocument.{kind}"
    return zipped({"mimetype": mimetype, "content.xml": content, **(extra or {})}, compression=zipfile.ZIP_STORED)


def flat_odf(kind: str, body: str) -> bytes:
    """The same as one XML file."""
    mimetype = f"application/vnd.oasis.opendocument.{kind}"
    return (
        f'<?xml version="1.0" encoding="UTF-8"?><office:document {ODF_NAMES} office:mimetype="{mimetype}">'
        f"<office:body><office:{kind}>{body}</office:{kind}></office:body></office:document>"
    ).encode()


def xlsb_record(kind: int, data: bytes = b"") -> bytes:
    """One record of a binary workbook."""
    head = bytes([kind]) if kind < 0x80 else bytes([kind & 0x7F | 0x80, kind >> 7])
    size, length = b"", len(data)
    while True:
        size += bytes([length & 0x7F | (0x80 if length > 0x7F else 0)])
        length >>= 7
        if not length:
            return head + size + data


def wide(text: str) -> bytes:
    """``XLWideString``."""
    return struct.pack("<I", len(text)) + text.encode("utf-16-le")


def xlsb(cells: Sequence[bytes], *, strings: Sequence[str] = (), code: str = "General", hidden: bool = False) -> bytes:
    """A binary workbook of one sheet with one row; ``cells`` are cell records, style 1 has the format ``code``."""
    begin, end = xlsb_kind.BEGIN_CELL_STYLES, xlsb_kind.END_CELL_STYLES
    styles = (
        xlsb_record(615, b"\1\0\0\0")
        + xlsb_record(xlsb_kind.FORMAT, struct.pack("<H", 200) + wide(code))
        + xlsb_record(begin, b"\2\0\0\0")
    )
    for number in (0, 200):
        styles += xlsb_record(xlsb_kind.STYLE, struct.pack("<HH", 0xFFFF, number) + bytes(12))
    entry = struct.pack("<II", int(hidden), 1) + wide("s1") + wide("Binary")
    workbook = (
        xlsb_record(131)
        + xlsb_record(xlsb_kind.WORKBOOK, bytes(12))
        + xlsb_record(143)
        + xlsb_record(xlsb_kind.SHEET, entry)
    )
    sheet = (
        xlsb_record(129)
        + xlsb_record(148, bytes(16))
        + xlsb_record(145)
        + xlsb_record(xlsb_kind.ROW, bytes(25))
        + b"".join(cells)
        + xlsb_record(146)
        + xlsb_record(130)
    )
    table = b"".join(xlsb_record(xlsb_kind.STRING_ITEM, b"\0" + wide(text)) for text in strings)
    return package(
        "xl/workbook.bin",
        XLSB_TYPE,
        {
            "xl/workbook.bin": workbook + xlsb_record(144) + xlsb_record(132),
            "xl/_rels/workbook.bin.rels": relationships(
                ("s1", "worksheet", "worksheets/sheet1.bin"),
                ("st", "styles", "styles.bin"),
                ("ss", "sharedStrings", "sharedStrings.bin"),
            ),
            "xl/worksheets/sheet1.bin": sheet,
            "xl/styles.bin": styles + xlsb_record(end),
            "xl/sharedStrings.bin": xlsb_record(159, struct.pack("<II", len(strings), len(strings)))
            + table
            + xlsb_record(160),
        },
    )


def xlsb_cell(kind: int, column: int, payload: bytes, *, style: int = 0) -> bytes:
    """A cell record."""
    return xlsb_record(kind, struct.pack("<II", column, style) + payload)

"""The made documents as a docx package and as an HTML page."""

from __future__ import annotations

import io
import zipfile
from collections.abc import Sequence
from html import escape

from benchmarks.table_document_kinds import Cell, Item, Look, Sheet, Text, covered

W = "http://schemas.openxmlformats.org/wordprocessingml/2006/main"
OFFICE = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"
PACKAGE = "http://schemas.openxmlformats.org/package/2006"
MAIN = "application/vnd.openxmlformats-officedocument.wordprocessingml"
DARK = "D9E2F3"


def docx(items: Sequence[Item], look: Look) -> bytes:
    """The package: document, styles by direct formatting, a header and a footer with the page number."""
    body = "".join(_sheet(item, look) if isinstance(item, Sheet) else _text(item, look) for item in items)
    width, height = (842, 595) if look.landscape else (595, 842)
    refs = '<w:headerReference w:type="default" r:id="r1"/><w:footerReference w:type="default" r:id="r2"/>'
    margins = " ".join(f'w:{side}="1134"' for side in ("top", "bottom", "left", "right"))
    size = f'<w:pgSz w:w="{width * 20}" w:h="{height * 20}"/><w:pgMar {margins} w:header="567" w:footer="567"/>'
    running = _paragraph(_run("Отчёт за год" if look.russian else "Annual report", look), "")
    field = '<w:r><w:fldChar w:fldCharType="{}"/></w:r>'
    page = field.format("begin") + "<w:r><w:instrText>PAGE</w:instrText></w:r>" + field.format("end")
    number = _paragraph(page, '<w:jc w:val="center"/>')
    names = f'xmlns:w="{W}" xmlns:r="{OFFICE}"'
    kinds = (("document", "document.main"), ("header", "header"), ("footer", "footer"))
    types = "".join(f'<Override PartName="/word/{part}.xml" ContentType="{MAIN}.{kind}+xml"/>' for part, kind in kinds)
    rels = '<Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>'
    parts = {
        "[Content_Types].xml": f'<Types xmlns="{PACKAGE}/content-types">{rels}{types}</Types>',
        "_rels/.rels": _relations(("r0", "officeDocument", "word/document.xml")),
        "word/_rels/document.xml.rels": _relations(("r1", "header", "header.xml"), ("r2", "footer", "footer.xml")),
        "word/document.xml": f"<w:document {names}><w:body>{body}<w:sectPr>{refs if look.running else ''}{size}</w:sectPr></w:body></w:document>",
        "word/header.xml": f"<w:hdr {names}>{running}</w:hdr>",
        "word/footer.xml": f"<w:ftr {names}>{number}</w:ftr>",
    }
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED) as target:
        for name, content in parts.items():
            target.writestr(
                zipfile.ZipInfo(name, (2024, 1, 1, 0, 0, 0)), '<?xml version="1.0" encoding="UTF-8"?>' + content
            )
    return packed.getvalue()


def _relations(*entries: tuple[str, str, str]) -> str:
    rows = "".join(
        f'<Relationship Id="{key}" Type="{OFFICE}/{kind}" Target="{target}"/>' for key, kind, target in entries
    )
    return f'<Relationships xmlns="{PACKAGE}/relationships">{rows}</Relationships>'


def _run(text: str, look: Look, *, bold: bool = False, size: float = 0, font: str = "") -> str:
    name = font or look.font
    face = f'<w:rFonts w:ascii="{name}" w:hAnsi="{name}" w:cs="{name}"/>'
    parts = "<w:tab/>".join(f'<w:t xml:space="preserve">{escape(part)}</w:t>' for part in text.split("\t"))
    return f'<w:r><w:rPr>{face}{"<w:b/>" if bold else ""}<w:sz w:val="{round(2 * (size or look.size))}"/></w:rPr>{parts}</w:r>'


def _paragraph(run: str, properties: str) -> str:
    return f"<w:p><w:pPr>{properties}</w:pPr>{run}</w:p>"


def _text(item: Text, look: Look) -> str:
    after = '<w:spacing w:after="120"/>'
    if item.kind == "break":
        return '<w:p><w:r><w:br w:type="page"/></w:r></w:p>'
    if item.kind == "heading":
        return _paragraph(_run(item.text, look, bold=True, size=look.size + 4), after)
    if item.kind == "code":
        return _paragraph(_run(item.text, look, font="Liberation Mono", size=9), "")
    if item.kind == "contents":
        return _paragraph(
            _run(item.text, look),
            f'<w:tabs><w:tab w:val="right" w:leader="dot" w:pos="{round(look.width * 20)}"/></w:tabs>',
        )
    if item.kind == "form":
        return _paragraph(
            _run(item.text, look), f'<w:tabs><w:tab w:val="left" w:pos="{round(look.width * 10)}"/></w:tabs>'
        )
    side = '<w:jc w:val="right"/>' if item.kind == "label" else ""
    return _paragraph(_run(item.text, look), after + side)


def _borders(lines: str) -> str:
    sides = {
        "grid": ("top", "left", "bottom", "right", "insideH", "insideV"),
        "rows": ("top", "bottom", "insideH"),
        "outer": ("top", "left", "bottom", "right", "insideV"),
        "head": ("top", "bottom"),
    }.get(lines, ())
    return "".join(f'<w:{side} w:val="single" w:sz="4" w:color="000000"/>' for side in sides)


def _sheet(sheet: Sheet, look: Look) -> str:
    grid = "".join(f'<w:gridCol w:w="{round(20 * width)}"/>' for width in sheet.widths)
    rows = covered(sheet.rows)
    out = []
    for r, row in enumerate(rows):
        properties = "<w:tblHeader/>" if r < sheet.head and sheet.again else ""
        properties += "" if sheet.splits else "<w:cantSplit/>"
        if sheet.row_height and any(cell is not None and cell.upright for cell in row):
            properties += f'<w:trHeight w:val="{round(20 * sheet.row_height)}"/>'
        cells = "".join(_cell(rows, r, c, sheet, look) for c in range(len(row)))
        out.append(f"<w:tr><w:trPr>{properties}</w:trPr>{cells}</w:tr>")
    width = f'<w:tblW w:w="{round(20 * sum(sheet.widths))}" w:type="dxa"/>'
    borders = f"<w:tblBorders>{_borders(sheet.lines)}</w:tblBorders>"
    between = '<w:p><w:pPr><w:spacing w:after="60"/></w:pPr></w:p>'
    return f'<w:tbl><w:tblPr>{width}{borders}<w:tblLayout w:type="fixed"/></w:tblPr><w:tblGrid>{grid}</w:tblGrid>{"".join(out)}</w:tbl>{between}'


def _cell(rows: Sequence[Sequence[Cell | None]], r: int, c: int, sheet: Sheet, look: Look) -> str:
    cell = rows[r][c]
    if cell is None:  # under a cell that spans rows, or beside one that spans columns
        over = next((rows[up][c] for up in range(r - 1, -1, -1) if rows[up][c] is not None), None)
        tall = (
            over is not None
            and over.rowspan > 1
            and all(rows[up][c] is None for up in range(r, r - over.rowspan + 1, -1) if up > 0)
        )
        return (
            f"<w:tc><w:tcPr>{_width(sheet, c, over.colspan)}<w:vMerge/></w:tcPr><w:p/></w:tc>" if tall and over else ""
        )
    properties = _width(sheet, c, cell.colspan)
    properties += f'<w:gridSpan w:val="{cell.colspan}"/>' if cell.colspan > 1 else ""
    properties += '<w:vMerge w:val="restart"/>' if cell.rowspan > 1 else ""
    if (sheet.lines in ("head", "zebra") and r == sheet.head - 1) or (sheet.lines == "records" and r % 2 == 0):
        side = "top" if sheet.lines == "records" else "bottom"
        properties += f'<w:tcBorders><w:{side} w:val="single" w:sz="4" w:color="808080"/></w:tcBorders>'
    if sheet.lines == "zebra" and r % 2 == 0:
        properties += f'<w:shd w:val="clear" w:fill="{DARK}"/>'
    properties += '<w:textDirection w:val="btLr"/>' if cell.upright else ""
    side = '<w:jc w:val="right"/>' if cell.right else ""
    paragraphs = "".join(_paragraph(_run(line, look, bold=cell.bold), side) for line in cell.text.split("\n"))
    return f"<w:tc><w:tcPr>{properties}</w:tcPr>{paragraphs}</w:tc>"


def _width(sheet: Sheet, c: int, colspan: int) -> str:
    return f'<w:tcW w:w="{round(20 * sum(sheet.widths[c : c + colspan]))}" w:type="dxa"/>'


CSS = """table{border-collapse:collapse;table-layout:fixed;margin:4pt 0 8pt}td{height:1.3em;padding:2pt 4pt;vertical-align:top;overflow-wrap:break-word}
td p{margin:0}.grid td,.outer td{border:0.6pt solid #000}.outer tbody td{border-top:none;border-bottom:none}.outer{border:0.6pt solid #000}
.rows tr{border-bottom:0.6pt solid #000}.rows{border-top:0.6pt solid #000}.head{border-top:1pt solid #000;border-bottom:1pt solid #000}
.head thead,.zebra thead{border-bottom:0.6pt solid #000}.zebra tr:nth-child(even){background:#d9e2f3}.records tr:nth-child(odd){border-top:0.6pt solid #888}
.right{text-align:right}.bold{font-weight:bold}.upright div{writing-mode:vertical-rl;transform:rotate(180deg);height:105pt}.whole tr{break-inside:avoid}
.break{break-before:page}pre{margin:0;font:9pt 'Liberation Mono'}.contents,.form{display:flex;margin:2pt 0}.dots{flex:1;border-bottom:1pt dotted #000}
.form span{width:50%}.once thead{display:table-row-group}p{margin:0 0 6pt}"""


def html_page(items: Sequence[Item], look: Look) -> str:
    """The page with its own style sheet."""
    paper = "A4 landscape" if look.landscape else "A4"
    running = (
        "@bottom-center{content:counter(page);font-size:9pt} @top-left{content:'Annual report';font-size:9pt}"
        if look.running
        else ""
    )
    style = f"@page{{size:{paper};margin:56pt;{running}}}body{{font:{look.size}pt '{look.font}';margin:0}}{CSS}"
    body = "".join(_html_sheet(item) if isinstance(item, Sheet) else _html_text(item) for item in items)
    language = "ru" if look.russian else "en"
    return (
        f'<!doctype html><html lang="{language}"><meta charset="utf-8"><style>{style}</style><body>{body}</body></html>'
    )


def _html_text(item: Text) -> str:
    text = escape(item.text)
    left, _, right = text.partition("\t")
    return {
        "break": '<div class="break"></div>',
        "heading": f"<h2>{text}</h2>",
        "code": f"<pre>{text}</pre>",
        "contents": f'<div class="contents"><span>{left}</span><span class="dots"></span><span>{right}</span></div>',
        "form": f'<div class="form"><span>{left}</span><span>{right}</span></div>',
        "label": f'<p class="right">{text}</p>',
    }.get(item.kind, f"<p>{text}</p>")


def _html_sheet(sheet: Sheet) -> str:
    columns = "".join(f'<col style="width:{width:.1f}pt">' for width in sheet.widths)
    rows = [f"<tr>{''.join(map(_html_cell, row))}</tr>" for row in sheet.rows]
    classes = [sheet.lines, *([] if sheet.again else ["once"]), *([] if sheet.splits else ["whole"])]
    head = f"<thead>{''.join(rows[: sheet.head])}</thead>" if sheet.head else ""
    width = f"{sum(sheet.widths):.1f}pt"
    return f'<table class="{" ".join(classes)}" style="width:{width}">{columns}{head}<tbody>{"".join(rows[sheet.head :])}</tbody></table>'


def _html_cell(cell: Cell) -> str:
    names = [name for name in ("right", "bold", "upright") if getattr(cell, name)]
    spans = (f' colspan="{cell.colspan}"' if cell.colspan > 1 else "") + (
        f' rowspan="{cell.rowspan}"' if cell.rowspan > 1 else ""
    )
    text = "".join(f"<p>{escape(line)}</p>" for line in cell.text.split("\n"))
    return f'<td{spans} class="{" ".join(names)}">{f"<div>{text}</div>" if cell.upright else text}</td>'

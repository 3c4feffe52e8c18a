"""Hebrew, Arabic and Persian documents of several producers, read back: the share of characters that come out wrong.

    python -m benchmarks.right_to_left FOLDER [--json FILE]

writes FOLDER/*.pdf by LibreOffice, Chromium and PyMuPDF, and by reportlab and WeasyPrint where they are installed (reportlab after
python-bidi and arabic-reshaper have turned each line to visual order, as its users do), converts them and prints the edit distance
between markdown and source over the length of the source. Joiners, strokes that widen words and white space do not count.
"""

from __future__ import annotations

import argparse
import importlib.util
import json
import re
import subprocess
import unicodedata
from collections.abc import Iterator
from pathlib import Path
from statistics import mean
from typing import Any

import pymupdf
from rapidfuzz.distance import Levenshtein

from ingest_assets.conversion import Request, convert
from ingest_assets.settings import Settings

FONT = Path("/usr/share/fonts/truetype/dejavu/DejaVuSans.ttf")  # Debian package fonts-dejavu-core
PARAGRAPHS = {
    "he": [
        'משרד האוצר פרסם ביום 12/05/2024 את התקציב לשנת 2025. ההכנסות עמדו על 1,234.56 ש"ח, עלייה של 7.5% לעומת השנה הקודמת.',
        'התוכנה Microsoft Office 365 (גרסה 16.0) מותקנת ב-250 מחשבים; המחיר הוא $99.90 לכל משתמש [כולל מע"מ].',
        'ראו סעיף 3(א) לחוק החברות, התשנ"ט-1999, וכן את הטבלה בעמודים 10-20. פנו אל info@example.com או בטלפון 03-1234567.',
    ],
    "ar": [
        "أعلنت وزارة المالية بتاريخ 12/05/2024 ميزانية عام 2025. بلغت الإيرادات 1,234.56 دينارا، بزيادة قدرها 7.5% عن العام السابق.",
        "البرنامج Microsoft Office 365 (الإصدار 16.0) مثبت على 250 جهازا؛ السعر هو 99.90 دولارا لكل مستخدم [شامل الضريبة].",
        "الأسئلة والأجوبة: هل لاحظتم الآلات؟ بلغ عدد السكان ١٢٣٤٥٦٧ نسمة في عام ٢٠٢٠ وفقا للإحصاءات الأولى، أي ٤٫٥ ملايين.",
    ],
    "fa": [
        "وزارت اقتصاد در تاریخ ۱۲/۰۵/۱۴۰۳ بودجه سال ۱۴۰۴ را منتشر کرد. درآمدها به ۱۲۳۴ میلیارد ریال رسید.",
        "نرم‌افزار Microsoft Office 365 (نسخه 16.0) روی ۲۵۰ رایانه نصب شده است؛ قیمت آن 99.90 دلار است.",
    ],
}
ROWS = {
    "he": [("פריט", "כמות", "מחיר"), ("עיפרון כחול", "12", "3.50"), ("טלפון Galaxy S23", "7", "2,499.00")],
    "ar": [("الصنف", "الكمية", "السعر"), ("قلم أزرق", "12", "3.50"), ("هاتف Galaxy S23", "7", "2,499.00")],
    "fa": [("کالا", "تعداد", "قیمت"), ("مداد آبی", "۱۲", "۳۵۰"), ("گوشی Galaxy S23", "۷", "۲۴۹۹")],
}
KINDS = ("paragraphs", "justified", "bold", "columns", "table")
IGNORED = re.compile("[\u200c\u200e\u200f\u0640]")
_SKELETON = re.compile(r"<!--.*?-->|^\|[-:| ]+\|$", re.MULTILINE)


def source(language: str, kind: str) -> str:
    """The text of a document."""
    texts = PARAGRAPHS[language]
    if kind == "columns":
        return " ".join([*texts, *texts])
    rows = [" ".join(row) for row in ROWS[language]] if kind == "table" else []
    return " ".join([texts[0], *rows, *texts[1:]])


def html(language: str, kind: str) -> str:
    """The document as a web page."""
    texts = PARAGRAPHS[language]
    body = "".join(f"<p>{text}</p>" for text in texts[1:])
    if kind == "bold":
        body = body.replace("Microsoft", "<b>Microsoft</b>")
    rows = "".join(f"<tr>{''.join(f'<td>{cell}</td>' for cell in row)}</tr>" for row in ROWS[language])
    table = f"<table border='1'>{rows}</table>" if kind == "table" else ""
    body = f"<p>{texts[0]}</p>{table}{body}" if kind != "columns" else f"<p>{source(language, kind)}</p>"
    style = "body{font:11pt 'DejaVu Sans'} td{padding:4px} table{border-collapse:collapse}"
    style += "p{text-align:justify}" if kind in ("justified", "columns") else ""
    style += "body{column-count:2}" if kind == "columns" else ""
    return f"<html dir='rtl' lang='{language}'><head><meta charset='utf-8'><style>{style}</style></head><body>{body}</body></html>"


def write_all(folder: Path) -> Iterator[tuple[str, str, str]]:
    """Write every document; yields (producer, language, kind) of those that the producer could make."""
    pages = {(language, kind): html(language, kind) for language in PARAGRAPHS for kind in KINDS}
    for (language, kind), page in pages.items():
        name = f"{language}-{kind}"
        (folder / f"{name}.html").write_text(page, encoding="utf-8")
        target = folder / f"chromium-{name}.pdf"
        command = ["chromium", "--headless", "--no-sandbox", "--disable-gpu", "--no-pdf-header-footer"]
        subprocess.run(
            [*command, f"--print-to-pdf={target}", str((folder / f"{name}.html").resolve())],
            capture_output=True,
            check=True,
        )
        yield "chromium", language, kind
        if importlib.util.find_spec("weasyprint"):
            _weasy(page, folder / f"weasyprint-{name}.pdf")
            yield "weasyprint", language, kind
        if kind in ("paragraphs", "justified", "bold"):
            _story(page, folder / f"pymupdf-{name}.pdf")
            yield "pymupdf", language, kind
        if kind == "paragraphs" and importlib.util.find_spec("reportlab"):
            _visual(PARAGRAPHS[language], folder / f"reportlab-{name}.pdf")
            yield "reportlab", language, kind
        if kind in ("paragraphs", "justified", "bold", "columns"):
            (folder / f"libreoffice-{name}.fodt").write_text(_flat_odt(language, kind), encoding="utf-8")
            yield "libreoffice", language, kind
    office = sorted(str(path) for path in folder.glob("*.fodt"))
    subprocess.run(
        ["soffice", "--headless", "--convert-to", "pdf", "--outdir", str(folder), *office],
        capture_output=True,
        check=True,
    )


def _weasy(page: str, target: Path) -> None:
    weasyprint: Any = importlib.import_module("weasyprint")
    weasyprint.HTML(string=page).write_pdf(str(target))


def _story(page: str, target: Path) -> None:
    faces = "@font-face{font-family:'DejaVu Sans';src:url(DejaVuSans.ttf)}"
    story: Any = pymupdf.Story(page, user_css=faces, archive=pymupdf.Archive(str(FONT.parent)))
    writer: Any = pymupdf.DocumentWriter(str(target))
    more = 1
    while more:
        device = writer.begin_page(pymupdf.paper_rect("a4"))
        more, _ = story.place(pymupdf.Rect(60, 60, 535, 780))
        story.draw(device)
        writer.end_page()
    writer.close()


def _visual(texts: list[str], target: Path) -> None:
    """Lines in visual order with presentation forms."""
    canvas: Any = importlib.import_module("reportlab.pdfgen.canvas").Canvas(str(target))
    metrics: Any = importlib.import_module("reportlab.pdfbase.pdfmetrics")
    metrics.registerFont(importlib.import_module("reportlab.pdfbase.ttfonts").TTFont("D", str(FONT)))
    shape, turn = (
        importlib.import_module("arabic_reshaper").reshape,
        importlib.import_module("bidi.algorithm").get_display,
    )
    canvas.setFont("D", 11)
    y = 780
    for text in texts:
        words = text.split()
        for start in range(0, len(words), 9):
            canvas.drawRightString(535, y, turn(shape(" ".join(words[start : start + 9])), base_dir="R"))
            y -= 15
        y -= 8
    canvas.save()


def _flat_odt(language: str, kind: str) -> str:
    names = {
        "office": "office",
        "style": "style",
        "text": "text",
        "fo": "xsl-fo-compatible",
        "svg": "svg-compatible",
    }
    spaces = " ".join(
        f'xmlns:{key}="urn:oasis:names:tc:opendocument:xmlns:{value}:1.0"' for key, value in names.items()
    )
    face = 'style:font-name="D" style:font-name-complex="D" fo:font-size="11pt" style:font-size-complex="11pt"'
    align = "justify" if kind in ("justified", "columns") else "start"
    texts = [source(language, kind)] if kind == "columns" else PARAGRAPHS[language]
    body = "".join(f'<text:p text:style-name="P">{text}</text:p>' for text in texts)
    if kind == "bold":
        body = body.replace("Microsoft", '<text:span text:style-name="B">Microsoft</text:span>')
    if kind == "columns":
        body = f'<text:section text:style-name="S" text:name="s">{body}</text:section>'
    return f"""<?xml version="1.0" encoding="UTF-8"?>
<office:document {spaces} office:version="1.2" office:mimetype="application/vnd.oasis.opendocument.text">
<office:font-face-decls><style:font-face style:name="D" svg:font-family="'DejaVu Sans'"/></office:font-face-decls>
<office:automatic-styles>
<style:page-layout style:name="L"><style:page-layout-properties
 fo:page-width="21cm" fo:page-height="29.7cm" fo:margin="2cm" style:writing-mode="rl-tb"/></style:page-layout>
<style:style style:name="P" style:family="paragraph"><style:paragraph-properties style:writing-mode="rl-tb" fo:text-align="{align}" fo:margin-bottom="0.25cm"/>
<style:text-properties {face}/></style:style>
<style:style style:name="B" style:family="text"><style:text-properties fo:font-weight="bold"/></style:style>
<style:style style:name="S" style:family="section"><style:section-properties style:writing-mode="rl-tb">
<style:columns fo:column-count="2" fo:column-gap="0.7cm"/></style:section-properties></style:style>
</office:automatic-styles>
<office:master-styles><style:master-page style:name="Standard" style:page-layout-name="L"/></office:master-styles>
<office:body><office:text>{body}</office:text></office:body></office:document>"""


def plain(text: str) -> str:
    """Text without what does not count."""
    return " ".join(unicodedata.normalize("NFC", IGNORED.sub("", text)).split())


def error_rate(markdown: str, wanted: str) -> float:
    """Edit distance over the length of the source, 1 at most."""
    read = _SKELETON.sub("", markdown).replace("|", " ").replace("\\", "")
    return min(1.0, Levenshtein.distance(plain(read), plain(wanted)) / len(plain(wanted)))


def main() -> None:
    """Write, convert, print."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("folder", type=Path)
    parser.add_argument("--json", type=Path)
    arguments = parser.parse_args()
    arguments.folder.mkdir(parents=True, exist_ok=True)
    made = list(write_all(arguments.folder))
    out = arguments.folder / "out"
    convert(Request(paths=sorted(arguments.folder.glob("*.pdf")), out=out, settings=Settings()))
    rates: dict[str, dict[str, float]] = {}
    for producer, language, kind in made:
        markdown = (out / f"{producer}-{language}-{kind}.pdf.md").read_text(encoding="utf-8")
        rates.setdefault(producer, {})[f"{language}-{kind}"] = round(error_rate(markdown, source(language, kind)), 4)
    for producer, found in rates.items():
        print(f"{producer:12} {mean(found.values()):.4f}", {name: rate for name, rate in found.items() if rate})
    if arguments.json:
        arguments.json.write_text(json.dumps(rates, indent=1) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()

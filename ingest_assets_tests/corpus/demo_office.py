"""The demo source ``office``: Word, Excel, text, web, data, images, lying extensions, an empty file, an unsupported one."""

from __future__ import annotations

import json
from pathlib import Path
from xml.sax.saxutils import escape

from ingest_assets_tests.corpus.demo_mail import zipped
from ingest_assets_tests.corpus.pdf_writer import PdfWriter

W = 'xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"'
S = 'xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"'
TYPES = '<?xml version="1.0"?><Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>{}</Types>'
RELS = '<?xml version="1.0"?><Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">{}</Relationships>'
OFFICE = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"
MIME = "application/vnd.openxmlformats-officedocument"


def docx(title: str, paragraphs: list[str], rows: list[list[str]]) -> bytes:
    """A Word document with a heading, paragraphs and a table."""
    heading = f'<w:p><w:pPr><w:pStyle w:val="Heading1"/><w:outlineLvl w:val="0"/></w:pPr><w:r><w:t>{escape(title)}</w:t></w:r></w:p>'
    body = "".join(f"<w:p><w:r><w:t>{escape(text)}</w:t></w:r></w:p>" for text in paragraphs)
    cells = "".join(
        "<w:tr>" + "".join(f"<w:tc><w:p><w:r><w:t>{escape(cell)}</w:t></w:r></w:p></w:tc>" for cell in row) + "</w:tr>"
        for row in rows
    )
    document = f'<?xml version="1.0" encoding="UTF-8"?><w:document {W}><w:body>{heading}{body}<w:tbl>{cells}</w:tbl><w:p/></w:body></w:document>'
    return zipped(
        {
            "[Content_Types].xml": TYPES.format(
                f'<Override PartName="/word/document.xml" ContentType="{MIME}.wordprocessingml.document.main+xml"/>'
            ).encode(),
            "_rels/.rels": RELS.format(
                f'<Relationship Id="r1" Type="{OFFICE}/officeDocument" Target="word/document.xml"/>'
            ).encode(),
            "word/document.xml": document.encode(),
        }
    )


def xlsx(sheet: str, rows: list[list[str | float]]) -> bytes:
    """A workbook with one sheet of inline strings and numbers."""

    def cell(value: str | float) -> str:
        return (
            f"<c><v>{value}</v></c>"
            if isinstance(value, int | float)
            else f'<c t="inlineStr"><is><t>{escape(value)}</t></is></c>'
        )

    data = "".join(f"<row>{''.join(cell(value) for value in row)}</row>" for row in rows)
    return zipped(
        {
            "[Content_Types].xml": TYPES.format(
                f'<Override PartName="/xl/workbook.xml" ContentType="{MIME}.spreadsheetml.sheet.main+xml"/><Override PartName="/xl/worksheets/sheet1.xml" ContentType="{MIME}.spreadsheetml.worksheet+xml"/>'
            ).encode(),
            "_rels/.rels": RELS.format(
                f'<Relationship Id="r1" Type="{OFFICE}/officeDocument" Target="xl/workbook.xml"/>'
            ).encode(),
            "xl/workbook.xml": f'<?xml version="1.0"?><workbook {S} xmlns:r="{OFFICE}"><sheets><sheet name="{escape(sheet)}" sheetId="1" r:id="r1"/></sheets></workbook>'.encode(),
            "xl/_rels/workbook.xml.rels": RELS.format(
                f'<Relationship Id="r1" Type="{OFFICE}/worksheet" Target="worksheets/sheet1.xml"/>'
            ).encode(),
            "xl/worksheets/sheet1.xml": f'<?xml version="1.0"?><worksheet {S}><sheetData>{data}</sheetData></worksheet>'.encode(),
        }
    )


LEFT = [
    "We describe a small tide gauge that was built from a float, a spring and a paper drum. The instrument has run for two winters on the northern quay without a single repair.",
    "Its readings agree with those of the state station within three centimetres, which is better than we had hoped for and enough for the pilots of the harbour.",
    "The drum is changed every Sunday by the keeper of the lighthouse, who also writes down the weather, the wind and the number of ships at anchor.",
]
RIGHT = [
    "The second winter brought ice to the quay. The float was moved into a pipe filled with brine, and the readings went on although the basin was frozen for nine days.",
    "A comparison of both winters shows that storms from the west raise the water by half a metre, while storms from the east hardly change the level at all.",
    "We thank the keeper for his patience and the harbour office for the loan of the old pipe, the brine and a warm room with a good stove.",
]
PAGE = """<!DOCTYPE html><html lang="en"><head><meta charset="utf-8"><title>The old lighthouse</title></head><body><nav><a href="/">Home</a> <a href="/news">News</a></nav>
<article><h1>The old lighthouse</h1>{}</article><footer>All rights reserved</footer></body></html>"""
STORY = (
    "The old lighthouse on the western cape was lit again last night after a silence of eleven years.",
    "Its lens had been taken apart and cleaned by three students of the naval school, who found a letter of the builder behind the brass frame.",
    "The harbour office will open the tower to visitors in summer, and the keeper promises to tell the story of every storm that he has seen from the gallery.",
)
LOGIN = '<!DOCTYPE html><html><head><title>Sign in</title></head><body><form action="/login" method="post"><p>Please sign in to continue.</p><input name="user"><input type="password" name="password"><button>Sign in</button></form></body></html>'


def two_columns() -> PdfWriter:
    """A paper whose title stands across two columns."""
    writer = PdfWriter()
    writer.heading("A tide gauge for a small harbour", 18)
    writer.paragraph("Anna Berg and Oleg Marin, Harbour Office", size=11)
    writer.columns(LEFT, RIGHT)
    return writer


def write_office(folder: Path) -> None:
    """Two dozen files."""
    _write_documents(folder)
    _write_texts(folder)
    _write_liars(folder)
    two_columns().save(folder / "papers" / "tide-gauge.pdf")
    _write_picture(folder / "photo.png")


def _write_documents(folder: Path) -> None:
    meeting = [
        "На собрании присутствовали все члены правления.",
        "Обсуждали ремонт маяка и закупку канатов на следующий год, решение принято единогласно.",
    ]
    (folder / "protokol.docx").write_bytes(
        docx(
            "Протокол собрания",
            meeting,
            [["Вопрос", "Решение"], ["Ремонт маяка", "Утвердить"], ["Канаты", "Закупить 200 м"]],
        )
    )
    policy = [
        "Visitors report to the porter before they enter the quay.",
        "Helmets are worn wherever cranes are at work, and children stay behind the yellow line.",
    ]
    (folder / "safety.docx").write_bytes(
        docx("Safety rules", policy, [["Zone", "Helmet"], ["Quay", "yes"], ["Office", "no"]])
    )
    (folder / "prices.xlsx").write_bytes(
        xlsx(
            "Prices",
            [["Article", "Unit", "Price"], ["Rope", "m", 3.2], ["Lantern", "piece", 41.75], ["Chart", "piece", 18]],
        )
    )
    (folder / "vedomost.xlsx").write_bytes(
        xlsx("Ведомость", [["Причал", "Судов", "Тонн"], ["Северный", 12, 4810], ["Южный", 7, 2960]])
    )
    (folder / "bundle.zip").write_bytes(
        zipped(
            {
                "notes/readme.txt": b"The notes of the keeper are kept in this folder, one file for each month of the year.\n",
                "notes/march.md": b"# March\n\nThe ice broke on the ninth day and the first ship came in.\n",
            }
        )
    )


def _write_texts(folder: Path) -> None:
    (folder / "keeper.txt").write_text(
        "The keeper lights the lamp at dusk and writes the hour into the book.\n\nAt dawn he puts it out and sleeps until noon.\n",
        "utf-8",
    )
    (folder / "pamyatka.txt").write_bytes(
        "Памятка смотрителю. Проверять лампу каждый вечер, записывать погоду и число судов на рейде в журнал наблюдений.\n".encode(
            "cp1251"
        )
    )
    (folder / "zametki-koi8.txt").write_bytes(
        "Заметки о погоде. Весь день дул западный ветер, к вечеру вода поднялась на полметра и залила нижнюю ступень причала.\n".encode(
            "koi8-r"
        )
    )
    (folder / "journal.txt").write_bytes(
        "Журнал наблюдений за март: ветер слабый, видимость хорошая, судов на рейде девять.\n".encode("utf-16")
    )
    (folder / "guide.md").write_text(
        "# Guide\n\n## Arrival\n\nShips report by radio two miles before the mole.\n\n- anchor in the outer basin\n- wait for the pilot\n\n| Berth | Depth |\n|---|---|\n| North | 9 m |\n| South | 7 m |\n",
        "utf-8",
    )
    (folder / "lighthouse.html").write_text(PAGE.format("".join(f"<p>{text}</p>" for text in STORY)), "utf-8")
    (folder / "berths.csv").write_bytes(
        "Причал;Глубина;Длина\nСеверный;9,5;180\nЮжный;7,0;140\nВосточный;5,5;90\n".encode("cp1251")
    )
    (folder / "ships.tsv").write_text(
        "Ship\tFlag\tTons\nAurora\tFI\t4810\nDelfin\tEE\t2960\nMeduza\tLV\t1020\n", "utf-8"
    )
    (folder / "harbour.json").write_text(
        json.dumps(
            {"harbour": "Narva", "berths": [{"name": "North", "depth": 9.5}, {"name": "South", "depth": 7}]}, indent=1
        ),
        "utf-8",
    )
    (folder / "empty.txt").write_bytes(b"")


def _write_liars(folder: Path) -> None:
    (folder / "export.csv").write_text(LOGIN, "utf-8")
    (folder / "statement.xls").write_bytes(
        "Account\tDate\tSum\n4711\t2026-03-01\t12.50\n4712\t2026-03-02\t13.50\n4713\t2026-03-03\t19.00\n".encode(
            "utf-16"
        )
    )
    (folder / "letter.doc").write_bytes(
        rb"{\rtf1\ansi\ansicpg1251{\fonttbl{\f0\fcharset204 Times;}}\f0 \'cf\'f0\'e8\'ea\'e0\'e7 \'ee \'ed\'e0\'e7\'ed\'e0\'f7\'e5\'ed\'e8\'e8 \'f1\'ec\'ee\'f2\'f0\'e8\'f2\'e5\'eb\'ff \'ec\'e0\'ff\'ea\'e0.\par}"
    )
    (folder / "setup.pdf").write_bytes(
        b"MZ" + bytes(58) + (128).to_bytes(4, "little") + bytes(64) + b"PE\0\0" + bytes(200)
    )
    (folder / "drawing.vsd.one").write_bytes(bytes.fromhex("e4525c7b8cd8a74daeb15378d02996d3") + bytes(512))


def _write_picture(path: Path) -> None:
    import cv2
    import numpy as np

    height, width = 240, 320
    ramp = np.add.outer(np.linspace(0, 120, height), np.linspace(60, 130, width)).astype(np.uint8)
    cv2.circle(ramp, (220, 80), 40, 230, -1)
    path.write_bytes(bytes(cv2.imencode(".png", cv2.GaussianBlur(ramp, (0, 0), 6))[1]))

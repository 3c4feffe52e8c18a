"""``missing_part``: a part that the package's own index names is not there."""

from __future__ import annotations

from pathlib import Path

import pytest

from ingest_assets_tests.corpus.office import (
    EXCEL_TYPE,
    OFFICE,
    POWERPOINT_TYPE,
    WORD_TYPE,
    P,
    X,
    package,
    relationships,
)
from ingest_assets_tests.extract.office_reading import codes, judged

WORKBOOK = (
    f'<workbook xmlns="{X}" xmlns:r="{OFFICE}"><sheets><sheet name="S" sheetId="1" r:id="s"/></sheets></workbook>'
)
SLIDES = f'<p:presentation xmlns:p="{P}" xmlns:r="{OFFICE}"><p:sldIdLst><p:sldId id="256" r:id="s"/></p:sldIdLst></p:presentation>'


@pytest.mark.parametrize(
    ("name", "data"),
    [
        ("a.docx", package("word/document.xml", WORD_TYPE, {"word/styles.xml": "<a/>"})),
        (
            "a.xlsx",
            package(
                "xl/workbook.xml",
                EXCEL_TYPE,
                {
                    "xl/workbook.xml": WORKBOOK,
                    "xl/_rels/workbook.xml.rels": relationships(("s", "worksheet", "worksheets/sheet1.xml")),
                },
            ),
        ),
        ("a.pptx", package("ppt/presentation.xml", POWERPOINT_TYPE, {"ppt/presentation.xml": SLIDES})),
    ],
)
def test_missing_part(name: str, data: bytes, tmp_path: Path) -> None:
    document = judged(data, name, tmp_path)
    assert document.verdict.state == "quarantined"
    assert "missing_part" in codes(document)

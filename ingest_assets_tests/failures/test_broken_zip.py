"""``broken_zip``: a package that was cut on its way."""

from __future__ import annotations

from pathlib import Path

import pytest

from ingest_assets_tests.corpus.office import WORDS, docx, odf, par, pptx, rows, shape, slide_xml, xlsx
from ingest_assets_tests.extract.office_reading import codes, judged, parsed

WHOLE = {
    "docx": docx(par(WORDS)),
    "xlsx": xlsx(rows([WORDS])),
    "pptx": pptx(slide_xml(shape(WORDS))),
    "odt": odf("text", f"<text:p>{WORDS}</text:p>"),
}


@pytest.mark.parametrize("kind", sorted(WHOLE))
def test_broken_zip(kind: str, tmp_path: Path) -> None:
    cut = WHOLE[kind][: len(WHOLE[kind]) // 2]
    assert codes(parsed(cut, kind, tmp_path)) == {"broken_zip"}
    document = judged(cut, f"a.{kind}", tmp_path)
    assert document.verdict.state == "quarantined"
    assert document.findings

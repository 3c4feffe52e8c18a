"""``pptx_text_loss``: a shape in an element that the reader does not know is missed, and the count says so."""

from __future__ import annotations

from pathlib import Path

from ingest_assets_tests.corpus.office import WORDS, pptx, shape, slide_xml
from ingest_assets_tests.extract.office_reading import codes, judged


def test_pptx_text_loss(tmp_path: Path) -> None:
    shapes = shape(WORDS) + f"<p:unknownWrapper>{shape(WORDS)}</p:unknownWrapper>"
    document = judged(pptx(slide_xml(shapes)), "a.pptx", tmp_path)
    assert document.verdict.state == "quarantined"
    assert "pptx_text_loss" in codes(document)

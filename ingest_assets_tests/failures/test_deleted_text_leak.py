"""``deleted_text_leak``: a deletion in a place where none may stand gets into the text."""

from __future__ import annotations

from pathlib import Path

from ingest_assets_tests.corpus.office import WORDS, odf
from ingest_assets_tests.extract.office_reading import codes, judged, parsed


def test_deleted_text_leak(tmp_path: Path) -> None:
    body = f"<text:p>{WORDS}<text:deletion><text:p>The deleted sentence.</text:p></text:deletion></text:p>"
    document = judged(odf("text", body), "a.odt", tmp_path)
    assert document.verdict.state == "quarantined"
    assert "deleted_text_leak" in codes(document)


def test_moved_text_is_no_leak(tmp_path: Path) -> None:
    gone = (
        "<text:changed-region><text:deletion><text:p>The moved sentence.</text:p></text:deletion></text:changed-region>"
    )
    body = f"<text:tracked-changes>{gone}</text:tracked-changes><text:p>The moved sentence.</text:p>"
    assert not codes(parsed(odf("text", body), "odt", tmp_path))

"""``mixed_encoding``: a few bytes of another encoding in UTF-8 text; the text stays UTF-8 and the damage is counted."""

from __future__ import annotations

from ingest_assets.problems import Problem, Severity
from ingest_assets_tests.corpus.encodings import TEXTS
from ingest_assets_tests.corpus.texts import whole_way

STRAY = (TEXTS["ru"] * 3).encode() + b" caf\xe9 " + TEXTS["ru"].encode()


def test_mixed_encoding() -> None:
    document = whole_way(STRAY, "notes.txt")
    assert (document.sniffed.encoding, document.sniffed.encoding_source) == ("utf-8", "utf8_valid")
    (finding,) = document.sniffed.findings
    assert (finding.code, finding.severity) == (Problem.MIXED_ENCODING, Severity.NOTE)
    assert finding.detail.startswith("1 undecodable sequences beside ")


def test_a_declaration_is_kept_over_stray_bytes() -> None:
    document = whole_way(b"<html><meta charset=utf-8><p>" + STRAY + b"</p></html>", "page.html")
    assert (document.sniffed.encoding, document.sniffed.encoding_source) == ("utf-8", "meta")
    assert Problem.MIXED_ENCODING in {finding.code for finding in document.sniffed.findings}

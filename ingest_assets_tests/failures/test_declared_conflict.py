"""``declared_conflict``: the header lies about the encoding; the bytes win, and the conflict is noted."""

from __future__ import annotations

from pathlib import Path

from ingest_assets.problems import Problem, Severity
from ingest_assets_tests.corpus.encodings import TEXTS
from ingest_assets_tests.corpus.sniff import sniffed
from ingest_assets_tests.corpus.texts import whole_way

PAGE = f"<html><head><meta charset=windows-1251></head><body><p>{TEXTS['ru']}</p></body></html>"


def test_declared_conflict() -> None:
    document = whole_way(PAGE.encode(), "page.html")
    assert document.verdict.state == "indexed"
    (finding,) = document.sniffed.findings
    assert (finding.code, finding.severity) == (Problem.DECLARED_CONFLICT, Severity.NOTE)
    assert finding.detail == "declared windows-1251, the bytes are utf-8 (utf8_valid)"
    assert "Смотритель шлюза" in document.cleaned.blocks[0].text


def test_a_header_against_the_page_is_noted(tmp_path: Path) -> None:
    found = sniffed(PAGE.encode("cp1251"), "page.html", http="text/html; charset=utf-8", folder=tmp_path)
    assert [finding.detail for finding in found.findings] == ["http says utf-8, the bytes are windows-1251 (meta)"]

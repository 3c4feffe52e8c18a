"""``rtf_undecoded``: bytes that are none of their font's code page."""

from __future__ import annotations

from pathlib import Path

from ingest_assets_tests.extract.office_reading import codes, judged


def test_rtf_undecoded(tmp_path: Path) -> None:
    body = rb"\'82 word \'82 word " * 20
    document = judged(rb"{\rtf1\ansi{\fonttbl{\f0\fcharset128 G;}}\f0 " + body + rb"\par}", "a.rtf", tmp_path)
    assert document.verdict.state == "quarantined"
    assert "rtf_undecoded" in codes(document)

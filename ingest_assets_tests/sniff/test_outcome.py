"""Skip rules by name, and the caps."""

from __future__ import annotations

import subprocess
import sys
import time
from dataclasses import replace
from pathlib import Path

import pytest

from ingest_assets.problems import Problem, SkipRule
from ingest_assets.sniff.audit import format_of_answer, libmagic_answer
from ingest_assets_tests.corpus import sniff as made

SQLITE = b"SQLite format 3\0" + bytes(100)


@pytest.mark.parametrize(
    ("data", "name", "rule"),
    [
        (b"", "a.txt", SkipRule.EMPTY_FILE),
        (b" \r\n\t ", "a.txt", SkipRule.BLANK_TEXT),
        (b"\xef\xbb\xbf", "a.txt", SkipRule.BLANK_TEXT),
        (b"\xff\xfe \0", "a.txt", SkipRule.BLANK_TEXT),
        (SQLITE, "a.pdf", SkipRule.NOT_A_DOCUMENT),
        (b"MZ\x90\0" + bytes(80), "report.docx", SkipRule.NOT_A_DOCUMENT),
        (bytes(range(256)) * 9, "model.weights", SkipRule.BINARY),
        (b"x", "~$report.docx", SkipRule.SYSTEM_FILE),
        (b"x", "deep/folder/.DS_Store", SkipRule.SYSTEM_FILE),
        (b"x", ".~lock.a.odt#", SkipRule.SYSTEM_FILE),
        (made.zipped({"a": "x"}), "a.zip", None),
        (b"text", "a.txt", None),
    ],
)
def test_skip_rules(data: bytes, name: str, rule: SkipRule | None, tmp_path: Path) -> None:
    assert made.sniffed(data, name, folder=tmp_path).skip_rule == rule


def test_a_rule_taken_out_of_the_settings_does_not_skip(tmp_path: Path) -> None:
    settings = replace(made.SETTINGS, sniff=replace(made.SETTINGS.sniff, skip_rules=()))
    assert made.sniffed(SQLITE, "a.db", folder=tmp_path, settings=settings).skip_rule is None


def test_the_size_limit_is_asked_before_anything_is_read(tmp_path: Path) -> None:
    settings = replace(made.SETTINGS, limits=replace(made.SETTINGS.limits, file_bytes=10))
    found = made.sniffed(b"x" * 11, "a.txt", folder=tmp_path, settings=settings)
    assert (found.skip_rule, found.format_evidence) == (SkipRule.SIZE_LIMIT, "size")


def test_libmagic_is_an_audit_column(tmp_path: Path) -> None:
    found = made.sniffed(made.PDF, "a.pdf", folder=tmp_path)
    assert found.libmagic is not None
    assert found.libmagic.startswith("application/pdf (libmagic ")
    settings = replace(made.SETTINGS, sniff=replace(made.SETTINGS.sniff, libmagic_audit=False))
    assert made.sniffed(made.PDF, "a.pdf", folder=tmp_path, settings=settings).libmagic is None
    assert libmagic_answer(tmp_path / "not there") is None
    assert (
        format_of_answer("audio/x-thing (libmagic 544)"),
        format_of_answer("text/plain"),
        format_of_answer(None),
    ) == ("audio", None, None)


@pytest.mark.parametrize(
    "unit",
    [
        b"<script",
        b"<!--",
        b"<a ",
        b"<p>",
        b'{"a":',
        b"[",
        b'"\\',
        b"a@",
        b"1,",
        b"--- \n",
        b"---\n  \n",
        b"~{!!",
        b"From: a\n",
        b"<!DOCTYPE x [",
        b"\x93a",
        b"(",
        b"\xd0",
        b"`",
        b"https://",
    ],
)
def test_hostile_repetition_costs_linear_time(unit: bytes, tmp_path: Path) -> None:
    """Patterns that backtrack would need minutes here. The bound is CPU time, far above the 0.1 s that it takes."""
    data = unit * (400_000 // len(unit)) + "é".encode("cp1252")
    start = time.process_time()
    made.sniffed(data, "a", folder=tmp_path)
    made.sniffed(b"<html>" + data, "a.html", folder=tmp_path)
    assert time.process_time() - start < 8.0


def test_an_odd_file_has_a_named_problem(tmp_path: Path) -> None:
    found = made.sniffed(bytes(range(256)) * 20, "report.docx", folder=tmp_path)
    assert [finding.code for finding in found.findings] == [Problem.UNKNOWN_FORMAT]


def test_a_large_file_costs_no_memory_of_its_size(tmp_path: Path) -> None:
    """160 MB of text: the peak of a fresh process stays far below, pages of the map included."""
    path = tmp_path / "blob"
    with path.open("wb") as handle:
        for _ in range(160):
            handle.write(b"plain line of text..\n" * (2**20 // 21))
    code = (
        "import sys, resource; from pathlib import Path\n"
        "from ingest_assets_tests.corpus.sniff import SETTINGS, RawFile, sniff\n"
        "peak = lambda: resource.getrusage(resource.RUSAGE_SELF).ru_maxrss\n"
        "before = peak(); sniff(Path(sys.argv[1]), RawFile(raw_sha256='', size_bytes=0, name='a.txt'), SETTINGS)\n"
        "print((peak() - before) // 1024)"
    )
    grown = subprocess.run([sys.executable, "-c", code, str(path)], check=True, capture_output=True, text=True).stdout
    assert int(grown) < 100

"""The command line: a bad call is one clear line and exit status 2; the small commands say what they should."""

from __future__ import annotations

import json
import sys
from pathlib import Path

import pytest

from ingest_assets import cli
from ingest_assets_tests.corpus.demo_office import LOGIN


def call(monkeypatch: pytest.MonkeyPatch, *arguments: str) -> int:
    """Exit status of ``ingest ARGUMENTS``, in this process."""
    monkeypatch.setattr(sys, "argv", ["ingest", *arguments])
    with pytest.raises(SystemExit) as stopped:
        cli.main()
    return int(str(stopped.value.code))


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (("convert",), "paths"),
        (("convert", "/nowhere", "--out", "out"), "/nowhere does not exist"),
        (("convert", ".", "--out", "../data"), "--out ../data is the folder to convert"),
        (("convert", ".", "--out", "out", "--html-profile", "best"), "main, full, fast"),
        (("nonsense",), "nonsense"),
        (("explain", "."), "is no file"),
        (("problems", "no_such_code"), "no_such_code is no problem code"),
        (("sql", "select nothing from nowhere"), "--describe"),
        (("sql",), "--describe"),
        (("quarantine", "--problem", "no_such_code"), "no_such_code is no problem code"),
        (("rerun", "--where", "true", "--route", "magic"), "native, ocr, vision"),
        (("rerun", "--where", "true", "--route", "vision"), "INGEST_VISION_BASE_URL"),
        (("redecode", "--where", "true", "--encoding", "no-such-set"), "WHATWG"),
        (("run", "nobody"), "no sources"),
        (("triage", "."), None),
    ],
)
def test_a_bad_call_is_one_line(
    arguments: tuple[str, ...],
    words: str | None,
    monkeypatch: pytest.MonkeyPatch,
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.setenv("INGEST_DATA", str(tmp_path / "data"))
    monkeypatch.delenv("INGEST_VISION_BASE_URL", raising=False)
    (tmp_path / "data").mkdir()
    monkeypatch.chdir(tmp_path / "data")
    status = call(monkeypatch, *arguments)
    error = capsys.readouterr().err
    if words is None:
        assert status == 0
        return
    assert status == 2
    assert error.count("\n") == 1
    assert error.startswith("ingest: ")
    assert words in error
    assert "Traceback" not in error


def test_explain_tells_every_decision(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "export.csv").write_text(LOGIN, "utf-8")
    assert call(monkeypatch, "explain", str(tmp_path / "export.csv")) == 0
    told = capsys.readouterr().out
    assert "format: html" in told
    assert "the name says .csv" in told
    assert "problem: login_wall (hold)" in told
    assert "state: quarantined" in told


def test_explain_draws_the_words_of_a_page(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    page = Path("data/sources/contracts/dogovor-17.pdf").absolute()
    assert call(monkeypatch, "explain", str(page), "--image", str(tmp_path / "page.png")) == 0
    assert (tmp_path / "page.png").read_bytes().startswith(b"\x89PNG")


def test_triage_keeps_a_baseline_and_compares(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("INGEST_DATA", str(tmp_path / "data"))
    corpus = tmp_path / "corpus"
    corpus.mkdir()
    for number in range(4):
        (corpus / f"{number}.txt").write_text(f"The keeper lights the lamp at dusk, {number} times.", "utf-8")
    assert call(monkeypatch, "triage", str(corpus), "--sample", "3", "--seed", "1", "--json") == 0
    first = json.loads(capsys.readouterr().out)
    assert first == {"files": 3, "counts": [{"format": "txt", "outcome": "ok", "files": 3}], "changes": []}
    for path in corpus.iterdir():
        path.write_bytes(b"")
    assert call(monkeypatch, "triage", str(corpus), "--sample", "3", "--seed", "1", "--json") == 0
    second = json.loads(capsys.readouterr().out)
    assert [change[1:] for change in second["changes"]] == [["txt ok", "empty empty_file"]] * 3


def test_parsers_lists_versions(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    assert call(monkeypatch, "parsers", "--json") == 0
    versions = {row["parser"]: row["version"] for row in json.loads(capsys.readouterr().out)}
    assert versions["pdf_words"].startswith("pdf_words-")
    assert "+pymupdf-" in versions["pdf_words"]

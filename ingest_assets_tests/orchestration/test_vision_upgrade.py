"""Another vision model, or another question to it, reads again exactly the documents that it has read; a machine without one lets them stand."""

from __future__ import annotations

from pathlib import Path

import pytest

from ingest_assets.advance import Advance
from ingest_assets.preview import plan, upgrades
from ingest_assets.store.store import Store
from ingest_assets.workspace import Workspace
from ingest_assets_tests.corpus.vision_pages import NOTICE, ONE_PAGE, configured
from ingest_assets_tests.corpus.vision_server import chat
from ingest_assets_tests.workspaces import inline


def night(home: Workspace) -> int:
    """How many documents were read."""
    run = Advance(store=Store(home.lake), source="papers", settings=home.settings("papers"))
    run.look(home.place("papers"))
    run.documents()
    run.stage("sniffed"), run.stage("triaged")
    done = run.extracted()
    run.stage("cleaned"), run.stage("gated")
    run.outcomes()
    return sum(one.read for one in done if one.stage == "extracted")


def asked(home: Workspace) -> list[tuple[int, str]]:
    return [(one.documents, one.reason) for one in plan(home) if one.stage == "extracted"]


def test_another_model_or_question_reads_what_it_has_read(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    folder = tmp_path / "data" / "sources" / "papers"
    folder.mkdir(parents=True)
    (folder / "weak.png").write_bytes(ONE_PAGE)
    (folder / "note.txt").write_text(f"{NOTICE}\n", "utf-8")
    home = Workspace(tmp_path / "data")
    monkeypatch.setattr("ingest_assets.advance.map_documents", inline)
    with configured(monkeypatch, [chat(NOTICE)]) as server:
        assert night(home) == 2
        assert (len(server.bodies), asked(home), upgrades(home)) == (1, [], {})
        monkeypatch.setenv("INGEST_VISION_MODEL", "other-model:7b")
        told = "vision: model test_model → other_model_7b"
        assert (asked(home), upgrades(home)) == ([(1, told)], {"papers": {"extracted": [told]}})
        assert night(home) == 1
        assert (len(server.bodies), asked(home)) == (2, [])
        with monkeypatch.context() as another:
            another.setattr("ingest_assets.extract.parsers.vision.PROMPT_HASH", "0" * 16)
            assert [documents for documents, _ in asked(home)] == [1]
        monkeypatch.delenv("INGEST_VISION_MODEL")
        assert (asked(home), upgrades(home), night(home)) == ([], {}, 0)

"""Four sources, three parsers, seven upgrades: each touches exactly the documents it must.

Here in one process, without Dagster's runs; test_live.py takes the same upgrades through code server, daemon and queue.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from ingest_assets.advance import Advance
from ingest_assets.affected import passed
from ingest_assets.comparison import compare_source
from ingest_assets.extract import registry
from ingest_assets.preview import upgrades
from ingest_assets.search.publish import publish
from ingest_assets.stages import BY_NAME
from ingest_assets.store.store import Store
from ingest_assets.workspace import Workspace
from ingest_assets_tests.corpus.four_sources import READERS, UPGRADES, Upgrade, write_four_sources
from ingest_assets_tests.workspaces import inline


@pytest.fixture
def changed(monkeypatch: pytest.MonkeyPatch) -> Iterator[Any]:
    """Apply an upgrade's code changes to the loaded code; undone afterwards."""
    revisions = {name: stage.revision for name, stage in BY_NAME.items()}
    versions = dict[str, str]()
    real = registry.version
    monkeypatch.setattr("ingest_assets.advance.map_documents", inline)
    monkeypatch.setattr("ingest_assets.comparison.map_documents", inline)
    monkeypatch.setattr(registry, "version", lambda engine: versions.get(engine) or real(engine))

    def apply(upgrade: Upgrade) -> None:
        for name, change in upgrade.parsers.items():
            parser = registry.parser_named(name)
            monkeypatch.setattr(parser, "revision", parser.revision + change, raising=False)
        for name, change in upgrade.stages.items():
            object.__setattr__(BY_NAME[name], "revision", BY_NAME[name].revision + change)
        versions.update(upgrade.engines)
        if upgrade.louder:
            monkeypatch.setattr(type(registry.parser_named(upgrade.louder)), "read", louder(upgrade.louder))
        registry._code_version.cache_clear()

    yield apply
    for name, revision in revisions.items():
        object.__setattr__(BY_NAME[name], "revision", revision)
    monkeypatch.undo()
    registry._code_version.cache_clear()


def louder(name: str) -> Any:
    """The parser's read with one line more."""
    from dataclasses import replace

    from ingest_assets.model import Block

    read = type(registry.parser_named(name)).read

    def more(parser: Any, request: Any) -> Any:
        found = read(parser, request)
        return replace(found, blocks=(*found.blocks, Block(kind="paragraph", text="Read more than before.", page=1)))

    return more


def night(home: Workspace, source: str, read: Counter[tuple[str, str]]) -> None:
    """What a run of the source does, in the order of the assets."""
    store = Store(home.lake)
    with store.lock(source):
        store.begin(source)
        run = Advance(
            store=store,
            source=source,
            settings=home.settings(source),
            on_document=lambda stage: read.update([(source, stage)]),
        )
        run.look(home.source_folders()[source])
        run.documents()
        run.stage("sniffed")
        run.stage("triaged")
        assert not compare_source(run).exceeds(run.settings.reports) or source == "letters"
        passed(run)
        run.extracted()
        run.stage("cleaned")
        run.stage("gated")
        run.outcomes()
        run.stage("indexed")


def published(home: Workspace) -> dict[str, int]:
    """What the search index has to take in."""
    done = publish(Store(home.lake), home.settings().search)
    counts = {"added": done.added, "changed": done.changed, "removed": done.removed}
    return {name: count for name, count in counts.items() if count}


def chunks(home: Workspace) -> dict[str, str]:
    """Chunk id → text."""
    with Store(home.lake).connect() as lake:
        return dict(lake.execute("select chunk_id, text from chunks").fetchall())


def test_each_upgrade_touches_exactly_what_it_must(tmp_path: Path, changed: Any) -> None:
    write_four_sources(tmp_path / "sources")
    for source in READERS:
        night(Workspace(tmp_path), source, Counter())
    assert published(Workspace(tmp_path)) == {"added": 11}
    assert upgrades(Workspace(tmp_path)) == {}
    for upgrade in UPGRADES:
        before = chunks(Workspace(tmp_path))
        changed(upgrade)
        (tmp_path / "sources.toml").write_text(upgrade.settings or settings_so_far(upgrade), "utf-8")
        home = Workspace(tmp_path)
        asked = {
            source: "; ".join(one for some in why.values() for one in some) for source, why in upgrades(home).items()
        }
        assert asked.keys() == upgrade.work.keys(), upgrade.name
        assert all(re.fullmatch(upgrade.reason, reason) for reason in asked.values()), asked
        read: Counter[tuple[str, str]] = Counter()
        for source in asked:
            night(home, source, read)
        assert read == {(source, stage): n for source, found in upgrade.work.items() for stage, n in found.items()}
        assert published(home) == upgrade.found, upgrade.name
        after = chunks(home)
        assert {key for key, text in before.items() if after.get(key, text) != text} == set(), "an id is its text's"
        if not upgrade.found:
            assert after == before, "unchanged chunks keep their ids"
        assert upgrades(home) == {}, upgrade.name


def settings_so_far(upgrade: Upgrade) -> str:
    """The sources.toml of the upgrades before."""
    earlier = UPGRADES[: UPGRADES.index(upgrade)]
    return next((one.settings for one in reversed(earlier) if one.settings), "")

"""The corpus of questions, read and published once."""

from __future__ import annotations

import pytest

from ingest_assets.advance import Advance
from ingest_assets.search.publish import publish
from ingest_assets.settings import Settings
from ingest_assets.store.store import Store
from ingest_assets.workspace import Workspace
from ingest_assets_tests.corpus.questions import write_questions


@pytest.fixture(scope="session")
def asked(tmp_path_factory: pytest.TempPathFactory) -> Workspace:
    """The workspace after every stage and the publication."""
    home = Workspace(tmp_path_factory.mktemp("asked"))
    write_questions(home.sources)
    store = Store(home.lake)
    for source, folder in home.source_folders().items():
        run = Advance(store=store, source=source, settings=Settings(), workers=1)
        run.look(folder)
        run.documents()
        for stage in ("sniffed", "triaged"):
            run.stage(stage)
        run.extracted()
        for stage in ("cleaned", "gated", "indexed"):
            run.stage(stage)
        run.outcomes()
    publish(store, Settings().search)
    return home

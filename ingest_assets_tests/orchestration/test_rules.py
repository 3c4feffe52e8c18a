"""A changed threshold, revision or password asks for exactly its stage: gated again, not read again."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace

import dagster as dg
import pytest

from ingest_assets.orchestration.resources import Ingest
from ingest_assets.orchestration.sensors import parser_upgrades
from ingest_assets.preview import plan, upgrades
from ingest_assets.settings import Settings
from ingest_assets.signatures import Signature, changes, signature
from ingest_assets.stages import BY_NAME, STAGES
from ingest_assets.workspace import Workspace
from ingest_assets_tests.workspaces import run, states

STRICT = "[sources.beta.settings.gate]\ndictionary_words = 1\ndictionary_hit = 1.01\ndictionary_hit_form = 1.01\n"


def asked(home: Workspace) -> dict[str, tuple[str | None, str]]:
    """What the sensor asks for: partition → (job, reason)."""
    with dg.DagsterInstance.get() as instance:
        context = dg.build_sensor_context(instance=instance, resources={"ingest": Ingest(data=str(home.data))})
        found = list(parser_upgrades(context))  # type: ignore[call-overload]
    return {
        str(one.partition_key): (one.job_name, one.tags["ingest/reason"])
        for one in found
        if isinstance(one, dg.RunRequest)
    }


def test_a_changed_threshold_gates_again_without_reading_again(home: Workspace) -> None:
    (home.data / "sources.toml").write_text(STRICT, "utf-8")
    home = Workspace(home.data)
    assert asked(home) == {"beta": ("reparse", "gated: gate settings changed")}
    assert [(one.stage, one.documents, one.reason) for one in plan(home)] == [
        ("gated", 3, "gated: gate settings changed")
    ]
    read: Counter[tuple[str, str]] = Counter()
    run(home.data, read=read)
    assert {stage for _, stage in read} <= {"gated", "indexed"}
    assert read["beta", "gated"] == 3
    assert states(home)["beta"]["quarantined"] > 0, "the threshold counts"
    assert asked(home) == {}


def test_other_passwords_ask_for_the_whole_way(home: Workspace) -> None:
    (home.data / "sources.toml").write_text('[sources.gamma]\npasswords = ["winter"]\n', "utf-8")
    found = asked(Workspace(home.data))
    assert found == {
        "gamma": ("source_run", "triaged: passwords settings changed; extracted: passwords settings changed")
    }


def test_a_source_that_was_never_ingested_asks_for_nothing(tmp_path_factory: pytest.TempPathFactory) -> None:
    folder = tmp_path_factory.mktemp("new")
    (folder / "sources" / "a").mkdir(parents=True)
    assert upgrades(Workspace(folder)) == {}


def test_each_kind_of_change_has_its_reason() -> None:
    settings = Settings()
    today = {stage.name: signature(stage, settings) for stage in STAGES}
    today["extracted"] = signature(BY_NAME["extracted"], settings, {"pdf_words", "html"})
    assert changes(settings, today) == {}
    sniffed = today["sniffed"]
    older = Signature(revision=0, settings=sniffed.settings, engines={**sniffed.engines, "olefile": "0.1", "gone": "3"})
    assert changes(settings, {**today, "sniffed": older})["sniffed"] == [
        f"sniffed 0 → {sniffed.revision}",
        "sniffed: gone 3 → none",
        f"sniffed: olefile 0.1 → {sniffed.engines['olefile']}",
    ]
    other = replace(settings, web=replace(settings.web, **{first_number(settings.web): 7}))
    assert changes(other, today) == {"extracted": ["extracted: web settings changed"]}
    without_web = signature(BY_NAME["extracted"], settings)
    assert changes(other, {**today, "extracted": without_web}) == {}, "no document of the source is read by it"


def first_number(group: object) -> str:
    """The name of some number in a group of settings."""
    return next(name for name in group.__slots__ if isinstance(getattr(group, name), int))  # type: ignore[attr-defined]

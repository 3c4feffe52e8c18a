"""A changed threshold, revision or password asks for exactly its stage: gated again, not read again."""

from __future__ import annotations

import ast
from collections import Counter
from dataclasses import replace

import dagster as dg
import pytest

from ingest_assets.extract.registry import installed, settings_of
from ingest_assets.orchestration.resources import Ingest
from ingest_assets.orchestration.sensors import parser_upgrades
from ingest_assets.preview import plan, upgrades
from ingest_assets.settings import Settings
from ingest_assets.signatures import Signature, changes, reasons, signature
from ingest_assets.stages import BY_NAME, STAGES
from ingest_assets.workspace import Workspace
from ingest_assets_tests.workspaces import ROOT, run, states

STRICT = "[sources.beta.settings.gate]\ndictionary_words = 1\nmean_token_length = 3.0\n"


def asked(home: Workspace) -> dict[str, tuple[str | None, str]]:
    """What the sensor asks for: partition → (job, reason)."""
    with dg.DagsterInstance.get() as instance:
        context = dg.build_sensor_context(instance=instance, resources={"ingest": Ingest(data=str(home.data))})
        found = list(parser_upgrades(context))  # type: ignore[call-overload]  # called as Dagster calls it
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
    assert set(run(home.data, read=read).values()) == {None}
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
    today["extracted"] = signature(BY_NAME["extracted"], settings, {"pdf", "html"})
    assert changes(settings, today) == {}
    sniffed = today["sniffed"]
    older = Signature(revision=0, settings=sniffed.settings, engines={**sniffed.engines, "olefile": "0.1", "gone": "3"})
    found = changes(settings, {**today, "sniffed": older})["sniffed"]
    assert [one.reason for one in found] == [
        f"sniffed 0 → {sniffed.revision}",
        "sniffed: gone 3 → none",
        f"sniffed: olefile 0.1 → {sniffed.engines['olefile']}",
    ]
    assert [one.token for one in found] == [
        f"sniffed-{sniffed.revision}",
        "sniffed+gone-none",
        f"sniffed+olefile-{sniffed.engines['olefile']}",
    ]
    other = replace(settings, web=replace(settings.web, **{first_number(settings.web): 7}))
    assert reasons(changes(other, today)) == {"extracted": ["extracted: web settings changed"]}
    assert {one.token for one in changes(other, today)["extracted"]} == {""}, "somebody's decision, no code"
    without_web = signature(BY_NAME["extracted"], settings, {"docx"})
    assert changes(other, {**today, "extracted": without_web}) == {}, "no document of the source is read by it"
    moved = replace(today["extracted"], readers={**today["extracted"].readers, "html": "lynx"})
    assert reasons(changes(settings, {**today, "extracted": moved})) == {
        "extracted": ["extracted: html is read by html, not lynx"]
    }


@pytest.mark.parametrize("name", [parser.name for parser in installed()])
def test_a_parser_names_every_group_of_settings_that_it_reads(name: str) -> None:
    """Else a changed setting would leave its documents as they are. Read from the code: a parser and what it imports."""
    named = {*settings_of((name,)), *BY_NAME["extracted"].settings}
    assert groups_of(f"ingest_assets.extract.parsers.{name}", ("extract", "pdf", "images")) <= named


@pytest.mark.parametrize(("stage", "module"), [
    ("sniffed", "sniff.sniff"), ("triaged", "triage.triage"), ("cleaned", "clean.clean"), ("gated", "gate.gate"),
    ("gated", "extract.assertions"), ("indexed", "index.index"),
])  # fmt: skip
def test_a_stage_names_every_group_of_settings_that_it_reads(stage: str, module: str) -> None:
    packages = () if module == "extract.assertions" else (module.partition(".")[0],)  # its neighbours are parsers
    assert groups_of(f"ingest_assets.{module}", packages) <= set(BY_NAME[stage].settings)


def groups_of(module: str, packages: tuple[str, ...]) -> set[str]:
    """The groups in ``settings.GROUP`` of a module and of what it imports from these packages."""
    waiting, seen, found = [module], set[str](), set[str]()
    while waiting:
        name = waiting.pop()
        path = ROOT / f"{name.replace('.', '/')}.py"
        if name in seen or not path.exists():
            continue
        seen.add(name)
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            if isinstance(node, ast.ImportFrom) and (node.module or "").split(".")[1:2] and node.module:
                inside = node.module.startswith("ingest_assets.") and node.module.split(".")[1] in packages
                waiting += [node.module, *(f"{node.module}.{alias.name}" for alias in node.names)] if inside else []
            if isinstance(node, ast.Attribute) and node.attr in Settings.__slots__:
                owner = node.value
                holder = owner.id if isinstance(owner, ast.Name) else getattr(owner, "attr", "")
                found |= {node.attr} if holder == "settings" else set()
    return found


def first_number(group: object) -> str:
    """The name of some number in a group of settings."""
    return next(name for name in group.__slots__ if isinstance(getattr(group, name), int))  # type: ignore[attr-defined]  # a dataclass with slots

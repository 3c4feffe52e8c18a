"""Runs of dead processes are ended, runs of living ones and of other machines are left; a held source is told, not entered."""

from __future__ import annotations

import itertools
import os
import subprocess
import sys
import threading
import time
from pathlib import Path

import dagster as dg
import pytest

from ingest_assets.orchestration.reaper import (
    CLAIMED,
    CLAIMS,
    HOST,
    PROCESS,
    UNCLAIMED_SECONDS,
    claim,
    identity,
    reap,
    stuck_runs,
)
from ingest_assets.store.store import Store
from ingest_assets.workspace import Workspace
from ingest_assets_tests.workspaces import run

STATUSES = dg.DagsterRunStatus


def started(instance: dg.DagsterInstance, tags: dict[str, str]) -> str:
    """A run that says it is at work; with tags, that it was claimed so."""
    made = instance.create_run_for_job(nothing, status=STATUSES.STARTED, tags=tags)
    if tags:
        instance.add_run_tags(made.run_id, {CLAIMED: tags.get(CLAIMED, made.run_id)})
    return made.run_id


@dg.job
def nothing() -> None:
    """A job of no steps."""


def dead_process() -> str:
    """The identity of a process that has ended."""
    with subprocess.Popen([sys.executable, "-c", "input()"], stdin=subprocess.PIPE, stderr=subprocess.DEVNULL) as child:
        return identity(child.pid)


def test_only_runs_of_this_machine_without_a_process_are_ended() -> None:
    with dg.instance_for_test() as instance:
        living, unknown = started(instance, {}), started(instance, {})
        claim(instance, living)
        here = instance.get_run_by_id(living)
        assert here is not None
        recycled = f"{os.getpid()}.1.{here.tags[PROCESS].rpartition('.')[2]}"
        dead = started(instance, {HOST: here.tags[HOST], PROCESS: dead_process()})
        reused = started(instance, {HOST: here.tags[HOST], PROCESS: recycled})
        retry = started(
            instance, {HOST: here.tags[HOST], PROCESS: dead_process(), CLAIMED: dead}
        )  # inherits, works elsewhere
        elsewhere = started(instance, {HOST: "another-machine", PROCESS: dead_process()})
        told = stuck_runs(dg.build_sensor_context(instance=instance))
        assert isinstance(told, dg.SkipReason)
        assert str(told.skip_message).startswith("ended 2 runs")
        ended = {
            record.dagster_run.run_id for record in instance.get_run_records(dg.RunsFilter(statuses=[STATUSES.FAILURE]))
        }
        assert ended == {dead, reused}
        assert reap(instance) == []
        assert set(reap(instance, every=True)) == {living, unknown, retry, elsewhere}


def test_a_run_that_was_killed_before_it_could_note_its_process_is_ended_when_that_is_overdue(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """It stayed STARTED for four hours, and its source waited."""
    with dg.instance_for_test() as instance:
        cut_off = started(instance, {**CLAIMS, CLAIMED: "the run before"})
        claimed, foreign = started(instance, {**CLAIMS, CLAIMED: ""}), started(instance, {})
        claim(instance, claimed)
        for run_id in (cut_off, claimed, foreign):
            begun = dg.DagsterEvent(event_type_value="PIPELINE_START", job_name="nothing")
            instance.report_dagster_event(begun, run_id=run_id)
        assert reap(instance) == [], "a moment ago"
        later = time.time() + UNCLAIMED_SECONDS + 1
        monkeypatch.setattr("ingest_assets.orchestration.reaper.time.time", lambda: later)
        assert reap(instance) == [cut_off]


def test_every_run_notes_its_process(home: Workspace) -> None:
    run(home.data, "gamma")
    with dg.DagsterInstance.get() as instance:
        newest = instance.get_runs(dg.RunsFilter(job_name="source_run"), limit=1)[0]
    assert newest.tags[PROCESS] == identity(os.getpid())
    assert CLAIMS.items() <= newest.tags.items()


def test_a_second_run_of_a_held_source_fails_with_one_clear_line(home: Workspace) -> None:
    with Store(home.lake).lock("gamma"):
        ended = run(home.data, "gamma")
    assert str(ended["gamma"]).endswith(
        f"another run (process {os.getpid()}) holds the source 'gamma': let it end, then run the source again; nothing was changed"
    )
    assert run(home.data, "gamma")["gamma"] is None


class Watch:
    """Looks every few milliseconds, in the kernel's own list, whether a file is locked; never takes the lock itself."""

    def __init__(self, file: Path) -> None:
        self.file, self.seen, self.over = file, list[bool](), threading.Event()
        self.thread = threading.Thread(target=self._look)

    def __enter__(self) -> Watch:
        self.thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        self.over.set()
        self.thread.join()

    def _look(self) -> None:
        mark = f":{self.file.stat().st_ino} "
        while not self.over.wait(0.002):
            self.seen.append(mark in Path("/proc/locks").read_text("ascii", "replace"))


def test_the_source_is_held_from_the_first_asset_to_the_end_of_the_run(home: Workspace) -> None:
    with Watch(home.lake / "_locks" / "gamma.run") as watch:
        assert run(home.data, "gamma") == {"gamma": None}
    edges = [one for one, _ in itertools.groupby(watch.seen)]
    assert edges == [False, True, False], "taken once, given back once"
    assert sum(watch.seen) > 20


@pytest.mark.endurance
def test_dagster_job_execute_does_not_get_past_the_lock(home: Workspace) -> None:
    command = [str(Path(sys.executable).parent / "dagster"), "job", "execute", "-m", "ingest_assets.definitions"]
    environment = {**os.environ, "INGEST_DATA": str(home.data)}
    with Store(home.lake).lock("gamma"):
        done = subprocess.run(
            [*command, "-j", "source_run", "--tags", '{"dagster/partition": "gamma"}'],
            env=environment,
            check=False,
            capture_output=True,
            text=True,
        )
    assert done.returncode != 0
    assert f"another run (process {os.getpid()}) holds the source 'gamma'" in done.stdout + done.stderr


@pytest.mark.parametrize("config", [{"problem": "login_wall"}, {"where": "name = 'export.csv'"}])
def test_the_quarantine_job_reads_just_its_selection(home: Workspace, config: dict[str, str]) -> None:
    from ingest_assets.orchestration.deployment import deployment
    from ingest_assets.orchestration.resources import Ingest

    with dg.DagsterInstance.get() as instance:
        job = deployment(Ingest(data=str(home.data))).resolve_job_def("quarantine_rerun")
        ops = {"ops": {"extracted_text": {"config": config}}}
        result = job.execute_in_process(run_config=ops, partition_key="alpha", instance=instance)
    found = {
        one.asset_key.to_user_string(): one.metadata for one in result.asset_materializations_for_node("extracted_text")
    }
    assert found["extracted_text"]["docs_read"].value == 1


def test_a_moved_share_of_ocr_pages_is_told(home: Workspace) -> None:
    from ingest_assets.orchestration.assets import _ocr_check
    from ingest_assets.orchestration.resources import Ingest

    ingest = Ingest(data=str(home.data))
    assert _ocr_check(0.2, None, ingest).passed
    assert _ocr_check(0.2, 0.39, ingest).passed
    moved = _ocr_check(0.5, 0.2, ingest)
    assert (moved.passed, moved.severity) == (False, dg.AssetCheckSeverity.WARN)

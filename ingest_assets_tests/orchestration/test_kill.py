"""kill -9 in any stage, at any moment: the next run ends in the same state as an undisturbed one."""

from __future__ import annotations

import os
import random
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from ingest_assets.stages import STAGES
from ingest_assets.store.store import Store
from ingest_assets.workspace import Workspace
from ingest_assets_tests.corpus.small_sources import write_sources
from ingest_assets_tests.workspaces import dagster_home, run

KILLED_AT = """
import os, signal, sys
from pathlib import Path
from ingest_assets.advance import Advance
from ingest_assets.settings import Settings
from ingest_assets.store.store import Store
from ingest_assets.workspace import workspace
stage, home = sys.argv[1], workspace()

def die(current):
    if current == stage:
        os.kill(os.getpid(), signal.SIGKILL)

def main():
    store = Store(home.lake)
    with store.lock("gamma"):
        store.begin("gamma")
        run = Advance(store=store, source="gamma", settings=Settings(), workers=2, on_document=die)
        run.look(home.sources / "gamma"), run.documents(), run.stage("sniffed"), run.stage("triaged"), run.extracted()
        run.stage("cleaned"), run.stage("gated"), run.outcomes(), run.stage("indexed")

if __name__ == "__main__":
    main()
"""
FINAL = """
select source, 'outcome', raw_sha256, concat_ws(' ', state, skip_rule, primary_problem, locations, problems) from outcomes
union all select source, 'chunk', raw_sha256, concat_ws(' ', chunk_id, text) from chunks
union all select source, 'table', raw_sha256, concat_ws(' ', ordinal, cells) from tables
order by all
"""


def final_state(data: Path) -> list[tuple[object, ...]]:
    """Everything that a reader of the lake can see, without times and run ids."""
    with Store(data / "lake").connect() as connection:
        return connection.execute(FINAL).fetchall()


@pytest.mark.parametrize("stage", [stage.name for stage in STAGES])
def test_killed_in_a_stage_the_next_run_ends_as_an_undisturbed_one(stage: str, ingested: Path, tmp_path: Path) -> None:
    write_sources(tmp_path / "sources")
    script = tmp_path / "killed.py"
    script.write_text(KILLED_AT, "utf-8")
    environment = {**os.environ, "INGEST_DATA": str(tmp_path)}
    killed = subprocess.run([sys.executable, str(script), stage], env=environment, check=False, capture_output=True)
    assert killed.returncode == -signal.SIGKILL, killed.stderr.decode()
    finished = subprocess.run([sys.executable, str(script), "none"], env=environment, check=False, capture_output=True)
    assert finished.returncode == 0, finished.stderr.decode()
    assert final_state(tmp_path) == [row for row in final_state(ingested) if row[0] == "gamma"]


@pytest.mark.endurance
def test_killed_twelve_times_at_random_moments(ingested: Path, tmp_path: Path) -> None:
    write_sources(tmp_path / "sources")
    seeded = random.Random(12)
    environment = {**os.environ, "INGEST_DATA": str(tmp_path), "DAGSTER_HOME": str(tmp_path / "dagster")}
    (tmp_path / "dagster").mkdir()
    killed = 0
    for _ in range(12):
        process = subprocess.Popen(
            [str(Path(sys.executable).parent / "ingest"), "run"],
            env=environment,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        )
        time.sleep(seeded.uniform(2.0, 9.0))
        killed += process.poll() is None
        process.kill()
        process.wait()
    with dagster_home(tmp_path):
        assert set(run(tmp_path).values()) == {None}
    assert killed > 0
    assert final_state(tmp_path) == final_state(ingested)
    assert Workspace(tmp_path).lake.is_dir()

"""Real processes over a workspace of a test: a copy of the code whose sensors are on and tick every few seconds, code server and daemon."""

from __future__ import annotations

import os
import shutil
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Callable, Mapping
from contextlib import suppress
from pathlib import Path

import dagster as dg

from ingest_assets.orchestration.partitions import RUNNING
from ingest_assets.search.publish import is_behind
from ingest_assets.store.store import Store
from ingest_assets_tests.workspaces import ROOT

BIN = Path(sys.executable).parent
PATIENCE = 900.0  # wall s on a machine that others use; a quiet one needs about 60
QUICK = "minimum_interval_seconds=5,\n    default_status=dg.DefaultSensorStatus.RUNNING,"
QUIET = 15.0  # wall s: three ticks of each sensor


def copied(target: Path) -> Path:
    """The code with quick sensors, and what a deployment reads beside it."""
    shutil.copytree(ROOT / "ingest_assets", target / "ingest_assets", ignore=shutil.ignore_patterns("__pycache__"))
    shutil.copytree(ROOT / "deploy", target / "deploy")
    shutil.copy(ROOT / "dagster.yaml", target)
    for name in ("sensors", "search", "reaper"):
        file = target / "ingest_assets" / "orchestration" / f"{name}.py"
        text = file.read_text("utf-8").replace("    default_status=dg.DefaultSensorStatus.RUNNING,\n", "")
        assert "minimum_interval_seconds=60," in text
        file.write_text(text.replace("minimum_interval_seconds=60,", QUICK), "utf-8")
    return target


class Live:
    """Code server and daemon, started and stopped by the test. ``url`` is PostgreSQL's, None for SQLite."""

    def __init__(self, folder: Path, url: str | None) -> None:
        self.data, self.home, self.code = folder / "data", folder / "home", copied(folder / "code")
        self.home.mkdir(parents=True)
        shutil.copy(ROOT / "dagster.yaml", self.home)
        self.url, self.port = url, free_port()
        self.processes: list[subprocess.Popen[bytes]] = []

    def environment(self) -> dict[str, str]:
        """What its processes see."""
        inherited = {name: value for name, value in os.environ.items() if name != "DAGSTER_PG_URL"}
        own = {"DAGSTER_HOME": str(self.home), "INGEST_DATA": str(self.data), "PYTHONPATH": str(self.code)}
        served = {"INGEST_CODE_HOST": "127.0.0.1", "INGEST_CODE_PORT": str(self.port)}
        return {**inherited, **own, **served, **({"DAGSTER_PG_URL": self.url} if self.url else {})}

    def start(self) -> None:
        """Code server first: the daemon asks it for the definitions."""
        server = ["dagster", "code-server", "start", "-m", "ingest_assets.definitions"]
        self._start(*server, "-h", "127.0.0.1", "-p", str(self.port))
        wait_for(lambda: answers(self.port))
        self._start("dagster-daemon", "run", "-w", "deploy/workspace.yaml")

    def stop(self) -> None:
        """As before a new version is deployed: everything ends before anything starts."""
        for process in reversed(self.processes):
            process.terminate()
            with suppress(subprocess.TimeoutExpired):
                process.wait(30)
            with suppress(ProcessLookupError):
                os.killpg(process.pid, signal.SIGKILL)
            process.wait()
        self.processes = []

    def _start(self, program: str, *arguments: str) -> None:
        log = (self.home / f"{program}.log").open("ab")
        command = [str(BIN / program), *arguments]
        environment = self.environment()
        self.processes.append(
            subprocess.Popen(command, cwd=self.code, env=environment, stdout=log, stderr=log, start_new_session=True)
        )


def is_quiet(instance: dg.DagsterInstance, lake: Path, expected: Mapping[str, int], since: float) -> bool:
    """Has each of these sources had its runs since then, is nothing at work, and does the search index hold what the lake holds?"""
    if instance.get_run_records(dg.RunsFilter(statuses=RUNNING), limit=1) or is_behind(Store(lake)):
        return False
    done = successes(instance, since)
    return all(done.get(source, 0) >= count for source, count in expected.items())


def successes(instance: dg.DagsterInstance, since: float) -> dict[str, int]:
    """Source → runs since then that ended well."""
    found: dict[str, int] = {}
    for record in instance.get_run_records(dg.RunsFilter(statuses=[dg.DagsterRunStatus.SUCCESS])):
        key = record.dagster_run.tags.get("dagster/partition")
        if key is not None and record.create_timestamp.timestamp() >= since:
            found[key] = found.get(key, 0) + 1
    return found


def free_port() -> int:
    """A port that nobody uses now."""
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        return int(free.getsockname()[1])


def answers(port: int) -> bool:
    """Does somebody listen there?"""
    with socket.socket() as probe:
        return probe.connect_ex(("127.0.0.1", port)) == 0


def wait_for(ready: Callable[[], bool], what: str = "the deployment") -> None:
    """Poll; fails after PATIENCE."""
    due = time.monotonic() + PATIENCE
    while not ready():
        assert time.monotonic() < due, f"{what} did not get there"
        time.sleep(1)

"""The live deployment: `ingest up` reads new files through sensor, queue, daemon and PostgreSQL. Whatever of it is killed, it ends in the same state."""

from __future__ import annotations

import json
import os
import shutil
import signal
import subprocess
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import suppress
from pathlib import Path

import dagster as dg
import pytest

from ingest_assets.commands import services
from ingest_assets.commands.services import supervise
from ingest_assets.orchestration.partitions import RUNNING
from ingest_assets.orchestration.reaper import PROCESS
from ingest_assets.orchestration.storage import URL
from ingest_assets.search.publish import is_behind
from ingest_assets.store.pointer import folder_of, read_pointer
from ingest_assets.store.query import counts
from ingest_assets.store.store import Store
from ingest_assets.workspace import Workspace
from ingest_assets_tests.corpus.small_sources import NOTE, STATES, write_sources
from ingest_assets_tests.orchestration.live import BIN, answers, copied, free_port, wait_for
from ingest_assets_tests.orchestration.test_kill import final_state
from ingest_assets_tests.workspaces import dagster_home, run, states

NIGHT = 40  # new files of each night: enough that a kill after the first commit comes in the middle


class Deployment:
    """`ingest up` over a workspace of its own, on free ports, with quick sensors."""

    def __init__(self, folder: Path) -> None:
        self.data, self.home, self.code = folder / "data", folder / "home", copied(folder / "code")
        self.home.mkdir(parents=True)
        shutil.copy(self.code / "dagster.yaml", self.home)
        self.ports = [free_port(), free_port()]
        self.process: subprocess.Popen[bytes] | None = None

    def start(self) -> None:
        """Start it and wait until its code server answers."""
        inherited = {name: value for name, value in os.environ.items() if name != URL}
        own = {"DAGSTER_HOME": str(self.home), "INGEST_DATA": str(self.data), "PYTHONPATH": str(self.code)}
        ports = ["--port", str(self.ports[0]), "--code-port", str(self.ports[1])]
        log, command = (self.home / "up.log").open("ab"), [str(BIN / "ingest"), "up", *ports]
        self.process = subprocess.Popen(command, cwd=self.code, env={**inherited, **own}, stdout=log, stderr=log)
        wait_for(lambda: answers(self.ports[1]))

    @property
    def url(self) -> str:
        """Its own database."""
        return f"postgresql+psycopg2://postgres:@/postgres?host={self.data / 'postgres'}"

    def members(self) -> dict[int, str]:
        """Every process that carries this workspace in its environment (servers, daemon, runs, their workers) with its command."""
        mark, found = f"INGEST_DATA={self.data}".encode(), {}
        for entry in Path("/proc").iterdir():
            with suppress(OSError):
                if entry.name.isdigit() and mark in (entry / "environ").read_bytes().split(b"\0"):
                    command = (entry / "cmdline").read_bytes().replace(b"\0", b" ").decode("utf-8", "replace")
                    found[int(entry.name)] = command
        return {pid: command for pid, command in found.items() if pid != os.getpid()}

    def named(self, words: str) -> list[int]:
        """Its processes whose command has these words."""
        return [pid for pid, command in self.members().items() if words in command]

    def kill(self) -> None:
        """As a power cut ends it; PostgreSQL stays, as on another machine."""
        for pid in self.members():
            with suppress(ProcessLookupError):
                os.kill(pid, signal.SIGKILL)
        if self.process is not None:
            self.process.wait()

    def stop(self) -> int:
        """As a person ends it."""
        assert self.process is not None
        self.process.terminate()
        return self.process.wait(120)


@pytest.fixture
def live() -> Iterator[Deployment]:
    """Pytest's own folder is closed to the database's user."""
    folder = Path(tempfile.mkdtemp(prefix="ingest-up-"))
    deployment = Deployment(folder)
    write_sources(deployment.data / "sources")
    yield deployment
    deployment.kill()
    with suppress(OSError, IndexError):
        os.kill(postmaster(deployment), signal.SIGTERM)
    shutil.rmtree(folder, ignore_errors=True)


@pytest.mark.endurance
def test_a_killed_deployment_ends_as_an_undisturbed_one(live: Deployment) -> None:
    home = Workspace(live.data)
    live.start()
    wait_for(lambda: any((home.lake / "sniffed").glob("source=*/_current.json")))
    live.kill()
    assert states(home) != STATES, "it was killed in the middle"
    live.start()
    wait_for(lambda: states(home) == STATES)
    assert live.stop() == 0
    assert not live.named("dagster")


def the_run(live: Deployment, instance: dg.DagsterInstance) -> list[int]:
    """The process of the run that works on ``many``."""
    filters = dg.RunsFilter(statuses=[dg.DagsterRunStatus.STARTED], tags={"dagster/partition": "many"})
    noted = [record.dagster_run.tags.get(PROCESS, "") for record in instance.get_run_records(filters)]
    return [int(one.partition(".")[0]) for one in noted if one]


def postmaster(live: Deployment) -> int:
    """PostgreSQL's own process."""
    return int((live.data / "postgres" / "postmaster.pid").read_text("utf-8").split("\n")[0])


TARGETS: dict[str, Callable[[Deployment, dg.DagsterInstance], list[int]]] = {
    "run": the_run,
    "daemon": lambda live, _: live.named("dagster-daemon run"),
    "code server": lambda live, _: live.named("code-server start"),
    "postgresql": lambda live, _: [postmaster(live)],
}


@pytest.mark.endurance
@pytest.mark.parametrize("target", TARGETS)
def test_what_is_killed_in_the_night_changes_nothing(
    target: str, live: Deployment, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """kill -9 of one part in the middle of a run, nobody touches anything, and the night ends as an undisturbed one."""
    write_night(live.data / "sources" / "many", 0)
    live.start()
    monkeypatch.setenv("DAGSTER_HOME", str(live.home))
    monkeypatch.setenv(URL, live.url)
    lake = live.data / "lake"
    with dg.DagsterInstance.get() as instance:
        wait_for(lambda: ended_whole(instance, lake, NIGHT), "the first night")
        before = read_pointer(folder_of(lake, "sniffed", "many")).sequence
        write_night(live.data / "sources" / "many", 1)
        wait_for(lambda: read_pointer(folder_of(lake, "sniffed", "many")).sequence > before, "the second night")
        victims, start = TARGETS[target](live, instance), time.monotonic()
        assert victims
        for pid in victims:
            os.kill(pid, signal.SIGKILL)
        in_the_middle = read_pointer(folder_of(lake, "outcomes", "many")).sequence
        wait_for(lambda: ended_whole(instance, lake, 2 * NIGHT), "the killed night")
        wall = round(time.monotonic() - start)
    assert live.stop() == 0
    shutil.copytree(live.data / "sources", tmp_path / "sources", copy_function=shutil.copy2)
    monkeypatch.delenv(URL)
    with dagster_home(tmp_path):
        assert set(run(tmp_path).values()) == {None}
    assert final_state(live.data) == final_state(tmp_path)
    print(json.dumps({"killed": target, "pids": len(victims), "outcomes_commit": in_the_middle, "wall_s": wall}))


def write_night(folder: Path, number: int) -> None:
    """New files of a night."""
    folder.mkdir(exist_ok=True)
    for one in range(NIGHT):
        (folder / f"{number}-{one}.txt").write_text(f"{NOTE} Night {number}, file {one}.", "utf-8")


def ended_whole(instance: dg.DagsterInstance, lake: Path, files: int) -> bool:
    """Every document of every source has its ending, the index holds them, and nothing is at work. False while the database is away."""
    try:
        busy = bool(instance.get_run_records(dg.RunsFilter(statuses=RUNNING), limit=1))
    except Exception:  # noqa: BLE001 - the database was killed: whatever its driver raises
        return False
    store = Store(lake)
    if busy or set(store.sources()) != {*STATES, "many"}:
        return False
    with store.connect() as connection:
        found = counts(connection)
    whole = all(row["open"] == 0 for row in found.values()) and found["many"]["found"] == files
    return whole and not is_behind(store)


class Fragile:
    """A service that dies as often as it is told to."""

    def __init__(self, name: str, deaths: int) -> None:
        self.name, self.deaths, self.starts, self.ended = name, deaths, 0, False

    def start(self) -> None:
        self.starts += 1

    def is_alive(self) -> bool:
        return self.starts > self.deaths

    def end(self) -> None:
        self.ended = True


def test_what_dies_is_started_again_and_what_dies_for_ever_ends_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(services, "TICK", 0.001)
    once, always = Fragile("once", 2), Fragile("always", 10**9)
    with free_listener() as port:
        assert supervise([once, always], ready=port, address="here") == 1
    assert once.starts == 3, "started, and again after each death"
    assert always.starts == services.RESTARTS + 1
    assert (once.ended, always.ended) == (True, True)


class free_listener:  # noqa: N801 - used as a function
    """Somebody listens on a port."""

    def __enter__(self) -> int:
        import socket

        self.socket = socket.create_server(("127.0.0.1", 0))
        return int(self.socket.getsockname()[1])

    def __exit__(self, *_: object) -> None:
        self.socket.close()

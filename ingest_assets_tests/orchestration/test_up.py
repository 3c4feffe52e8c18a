"""The live deployment: `ingest up` reads a new source through sensor, queue, daemon and PostgreSQL; killed whole, it ends in the same state."""

from __future__ import annotations

import os
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path

import pytest

from ingest_assets.workspace import Workspace
from ingest_assets_tests.corpus.small_sources import STATES, write_sources
from ingest_assets_tests.workspaces import ROOT, states

BIN = Path(sys.executable).parent
PATIENCE = 420.0  # wall s on a loaded machine; a quiet one needs about 60


class Deployment:
    """`ingest up` over a workspace of its own, on free ports."""

    def __init__(self, folder: Path) -> None:
        self.data, self.home = folder / "data", folder / "home"
        self.home.mkdir(parents=True)
        shutil.copy(ROOT / "dagster.yaml", self.home)
        self.ports = [free_port(), free_port()]
        self.process: subprocess.Popen[bytes] | None = None

    def environment(self) -> dict[str, str]:
        """What its processes see."""
        inherited = {name: value for name, value in os.environ.items() if name != "DAGSTER_PG_URL"}
        return {**inherited, "DAGSTER_HOME": str(self.home), "INGEST_DATA": str(self.data)}

    def start(self) -> None:
        """Start it and wait until its code server answers; switch the file sensor on."""
        ports = ["--port", str(self.ports[0]), "--code-port", str(self.ports[1])]
        log = (self.home / "up.log").open("ab")
        self.process = subprocess.Popen(
            [str(BIN / "ingest"), "up", *ports], cwd=ROOT, env=self.environment(), stdout=log, stderr=log
        )
        wait_for(lambda: answers(self.ports[1]))
        code = {"INGEST_CODE_HOST": "127.0.0.1", "INGEST_CODE_PORT": str(self.ports[1]), "DAGSTER_PG_URL": self.url()}
        command = [str(BIN / "dagster"), "sensor", "start", "source_files", "-w", "deploy/workspace.yaml"]
        subprocess.run(command, cwd=ROOT, env={**self.environment(), **code}, check=True, capture_output=True)

    def url(self) -> str:
        """Its own database."""
        return f"postgresql+psycopg2://postgres:@/postgres?host={self.data / 'postgres'}"

    def members(self) -> list[int]:
        """Every process that carries this workspace in its environment: servers, daemon, runs and their workers."""
        mark, found = f"INGEST_DATA={self.data}".encode(), []
        for entry in Path("/proc").iterdir():
            with suppress(OSError):
                if entry.name.isdigit() and mark in (entry / "environ").read_bytes().split(b"\0"):
                    found.append(int(entry.name))
        return [pid for pid in found if pid != os.getpid()]

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


def free_port() -> int:
    """A port that nobody uses now."""
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        return int(free.getsockname()[1])


def answers(port: int) -> bool:
    """Does somebody listen there?"""
    with socket.socket() as probe:
        return probe.connect_ex(("127.0.0.1", port)) == 0


def wait_for(ready: Callable[[], bool]) -> None:
    """Poll; fails after PATIENCE."""
    due = time.monotonic() + PATIENCE
    while not ready():
        assert time.monotonic() < due, "the deployment did not get there"
        time.sleep(1)


@pytest.mark.endurance
def test_a_killed_deployment_ends_as_an_undisturbed_one() -> None:
    folder = Path(tempfile.mkdtemp(prefix="ingest-up-"))  # pytest's own folder is closed to the database's user
    live = Deployment(folder)
    write_sources(live.data / "sources")
    home = Workspace(live.data)
    try:
        live.start()
        wait_for(lambda: any((home.lake / "sniffed").glob("source=*/_current.json")))
        live.kill()
        assert states(home) != STATES, "it was killed in the middle"
        live.start()
        wait_for(lambda: states(home) == STATES)
        assert live.stop() == 0
        assert not [pid for pid in live.members() if Path(f"/proc/{pid}/comm").read_text("utf-8").startswith("dagster")]
    finally:
        live.kill()
        shutil.rmtree(folder, ignore_errors=True)

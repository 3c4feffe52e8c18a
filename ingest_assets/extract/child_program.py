"""Foreign programs in a child process: bounded CPU, output and time, a bare environment, nothing but the document as input."""

from __future__ import annotations

import contextlib
import resource
import shutil
import subprocess
from collections.abc import Sequence
from functools import cache
from pathlib import Path

from ingest_assets.extract.containers import ContainerFault, corrupt, too_large
from ingest_assets.extract.programs import missing_program
from ingest_assets.model import Extraction
from ingest_assets.thresholds.web import Web

WALL_FACTOR = 10  # wall seconds per CPU second, as limits.wall_factor
MESSAGE = 300  # characters of a program's own message that are kept


class MissingProgramError(Exception):
    """A program is not installed; the message names the Debian package."""


def missing(error: MissingProgramError) -> Extraction:
    """An extraction that says only which program is missing."""
    return Extraction(findings=(missing_program(str(error)),))


@cache
def path_of(program: str, package: str) -> str:
    """Where the program is. Raises MissingProgramError."""
    found = shutil.which(program)
    if found is None:
        raise MissingProgramError(f"{program} (Debian package {package})")
    return found


@cache
def version_line(command: tuple[str, ...]) -> str:
    """First line of what a program says of its version; "" when it is not there."""
    try:
        printed = subprocess.run(command, capture_output=True, text=True, check=False, timeout=60)
    except OSError:
        return ""
    return (printed.stdout or printed.stderr).partition("\n")[0].strip()


def run_program(command: Sequence[str], scratch: Path, web: Web, *, data: bytes | None = None) -> bytes:
    """Standard output. Raises corrupt when the program fails, too_large when it passes a limit."""
    with (scratch / "program.out").open("w+b") as out, (scratch / "program.err").open("w+b") as err:
        status = _status(command, scratch, web, data, (out.fileno(), err.fileno()))
        out.seek(0)
        printed = out.read(web.program_output_bytes + 1)
        err.seek(0)
        message = err.read(MESSAGE).decode("utf-8", "replace").strip()
    if status != 0:
        raise _fault(command[0].rpartition("/")[2], status, message)
    return printed


def _status(command: Sequence[str], scratch: Path, web: Web, data: bytes | None, files: tuple[int, int]) -> int:
    environment = {"PATH": "/usr/bin:/bin", "LANG": "C.UTF-8", "HOME": str(scratch), "TMPDIR": str(scratch)}
    source = subprocess.DEVNULL if data is None else subprocess.PIPE
    with subprocess.Popen(
        command, stdin=source, stdout=files[0], stderr=files[1], cwd=scratch, env=environment, start_new_session=True
    ) as child:
        with contextlib.suppress(ProcessLookupError):  # a child that has already ended needs no limit
            _limit(child.pid, web)
        try:
            child.communicate(data, timeout=WALL_FACTOR * web.program_cpu_seconds)
        except subprocess.TimeoutExpired:
            child.kill()
        return child.wait()


def _limit(pid: int, web: Web) -> None:
    resource.prlimit(pid, resource.RLIMIT_CPU, (web.program_cpu_seconds, web.program_cpu_seconds))
    resource.prlimit(pid, resource.RLIMIT_FSIZE, (web.program_output_bytes, web.program_output_bytes))
    resource.prlimit(pid, resource.RLIMIT_CORE, (0, 0))


def _fault(program: str, status: int, message: str) -> ContainerFault:
    if status < 0:
        return too_large(f"{program} was ended by signal {-status} at its limit of time or output")
    return corrupt(f"{program} failed with status {status}: {message}")

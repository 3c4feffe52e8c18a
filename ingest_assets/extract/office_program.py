"""LibreOffice as a converter: an isolated child (own profile, no macros, no network, CPU and wall limit) for one document or a batch of them."""

from __future__ import annotations

import contextlib
import os
import re
import resource
import signal
import subprocess
from collections.abc import Sequence
from functools import cache
from pathlib import Path

from ingest_assets.extract.child_program import MissingProgramError, path_of
from ingest_assets.extract.containers import corrupt, too_large
from ingest_assets.thresholds.formats import Formats

PACKAGE = "libreoffice-writer-nogui, libreoffice-calc-nogui, libreoffice-impress-nogui"
SETTINGS = {
    "/org.openoffice.Office.Common/Security/Scripting": {
        "MacroSecurityLevel": "3",
        "DisableMacrosExecution": "true",
        "BlockUntrustedRefererLinks": "true",
        "DisableActiveContent": "true",
    },
    "/org.openoffice.Office.Common/Misc": {"FirstRun": "false"},
}
"""No macro runs and nothing remote is fetched, whatever the document asks for."""

TARGETS = {
    "doc": "odt", "doc-preole": "odt", "wps": "odt", "wpd": "odt", "hwp3": "odt", "ppt": "odp", "pub": "odg", "vsd": "odg", "vsdx": "odg",
    "emf": "odg", "wmf": "odg",
}  # fmt: skip
"""Format to the OpenDocument kind that it is converted to."""

EXTENSIONS = {"doc-preole": "doc", "hwp3": "hwp"}
VERSION = re.compile(rb'"ooSetupVersionAboutBox"[^>]*>\s*<value>([^<]{1,40})<')
OUTPUT_BYTES = 1 << 30
"""Largest file the child may write."""


def converted(source: Path, *, extension: str, target: str, scratch: Path, formats: Formats) -> Path:
    """The document in ``target`` format ("odt", "odp", "odg", "ods", "png") inside ``scratch``.

    Raises MissingProgramError, corrupt when nothing comes out, too_large when the child passes a limit.
    """
    found, status = _convert([(source, f"document.{extension}")], target, scratch, formats)
    if found[0] is not None:
        return found[0]
    if status < 0 or status in {128 + signal.SIGXCPU, 128 + signal.SIGKILL}:
        raise too_large(
            f"LibreOffice was ended at its limit of {formats.office_cpu_seconds:g} CPU s or {formats.office_wall_seconds:g} s"
        )
    raise corrupt(f"LibreOffice cannot open it (status {status})")


def converted_batch(
    sources: Sequence[tuple[Path, str]], *, target: str, scratch: Path, formats: Formats
) -> list[Path | None]:
    """Several documents, each with its extension, in one child; None where nothing came out.

    A document that ends the child costs those behind it: they are converted alone, and so is it, where the fault gets its name.
    Raises MissingProgramError.
    """
    named = [(source, f"document-{number}.{extension}") for number, (source, extension) in enumerate(sources)]
    return _convert(named, target, scratch, formats)[0]


def _convert(
    named: Sequence[tuple[Path, str]], target: str, scratch: Path, formats: Formats
) -> tuple[list[Path | None], int]:
    """What came out for each (source, name), and the child's exit status."""
    program = path_of("soffice", PACKAGE)
    profile, folder, out = (scratch / name for name in ("profile", "in", f"out-{target}"))
    if not profile.is_dir():
        _write_settings(profile)
    folder.mkdir(exist_ok=True)
    for source, name in named:
        (folder / name).unlink(missing_ok=True)
        (folder / name).symlink_to(source.resolve())
    options = [
        "--headless",
        "--norestore",
        "--nolockcheck",
        "--nodefault",
        "--convert-to",
        target,
        "--outdir",
        str(out),
    ]
    command = [*isolation(), program, f"-env:UserInstallation={profile.resolve().as_uri()}", *options]
    status = _run([*command, *(str(folder / name) for _, name in named)], scratch, formats)
    wanted = (out / f"{Path(name).stem}.{target}" for _, name in named)
    return [path if path.is_file() else None for path in wanted], status


@cache
def isolation() -> tuple[str, ...]:
    """``unshare`` with no network where the system allows it, else nothing."""
    for command in (("unshare", "--net"), ("unshare", "--map-root-user", "--net")):
        try:
            tried = subprocess.run([*command, "true"], capture_output=True, check=False, timeout=20)
        except (OSError, subprocess.TimeoutExpired):
            return ()
        if tried.returncode == 0:
            return command
    return ()


@cache
def office_version() -> str:
    """The installed version out of the program's own registry; "" when there is none (asking the program itself starts it)."""
    try:
        program = Path(path_of("soffice", PACKAGE)).resolve()
        registry = (program.parent.parent / "share" / "registry" / "main.xcd").read_bytes()
    except (OSError, MissingProgramError):
        return ""
    found = VERSION.search(registry)
    return found.group(1).decode("ascii", "replace") if found else ""


def _write_settings(profile: Path) -> None:
    items = "".join(
        f'<item oor:path="{path}"><prop oor:name="{name}" oor:op="fuse"><value>{value}</value></prop></item>'
        for path, values in SETTINGS.items()
        for name, value in values.items()
    )
    folder = profile / "user"
    folder.mkdir(parents=True)
    (folder / "registrymodifications.xcu").write_text(
        f'<?xml version="1.0" encoding="UTF-8"?><oor:items xmlns:oor="http://openoffice.org/2001/registry">{items}</oor:items>',
        "utf-8",
    )


def _run(command: list[str], scratch: Path, formats: Formats) -> int:
    environment = {
        "PATH": "/usr/sbin:/usr/bin:/sbin:/bin",
        "LANG": "C.UTF-8",
        "HOME": str(scratch),
        "TMPDIR": str(scratch),
        "SAL_USE_VCLPLUGIN": "svp",
    }
    with (scratch / "office.log").open("wb") as log:
        child = subprocess.Popen(
            command,
            stdin=subprocess.DEVNULL,
            stdout=log,
            stderr=log,
            cwd=scratch,
            env=environment,
            start_new_session=True,
        )
        with contextlib.suppress(ProcessLookupError):  # a child that has already ended needs no limit
            seconds = int(formats.office_cpu_seconds)
            resource.prlimit(child.pid, resource.RLIMIT_CPU, (seconds, seconds))
            resource.prlimit(child.pid, resource.RLIMIT_FSIZE, (OUTPUT_BYTES, OUTPUT_BYTES))
            resource.prlimit(child.pid, resource.RLIMIT_CORE, (0, 0))
        try:
            return child.wait(formats.office_wall_seconds)
        except subprocess.TimeoutExpired:
            return -signal.SIGKILL
        finally:
            with contextlib.suppress(
                ProcessLookupError
            ):  # the whole family: soffice is a script that starts the real program
                os.killpg(child.pid, signal.SIGKILL)
            child.wait()

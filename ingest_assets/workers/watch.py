"""What a worker uses, with every program it started: read from /proc (Linux)."""

from __future__ import annotations

import os
import signal
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

_TICKS = os.sysconf("SC_CLK_TCK")
_PAGE = os.sysconf("SC_PAGE_SIZE")


@dataclass(frozen=True, slots=True)
class Usage:
    """``cpu_s``: user and system seconds since the processes began, with ended children. ``rss``: bytes now."""

    cpu_s: float = 0.0
    rss: int = 0


def usage(pid: int) -> Usage:
    """The sum over a process and all its living descendants; zeros for a process that is gone."""
    cpu_s, rss = 0.0, 0
    for each in tree(pid):
        one = _process(each)
        cpu_s += one.cpu_s
        rss += one.rss
    return Usage(cpu_s, rss)


def tree(pid: int) -> list[int]:
    """The process and its descendants, parents first."""
    found = [pid]
    for each in found:
        found.extend(_children(each))
    return found


def kill_tree(pid: int) -> None:
    """SIGKILL to a session's leader, to its process group and to descendants that left the group."""
    family = tree(pid)
    with suppress(ProcessLookupError, PermissionError):
        os.killpg(pid, signal.SIGKILL)
    for each in family:
        with suppress(ProcessLookupError, PermissionError):
            os.kill(each, signal.SIGKILL)


def _process(pid: int) -> Usage:
    try:
        fields = Path(f"/proc/{pid}/stat").read_bytes().rpartition(b")")[2].split()
    except OSError:
        return Usage()
    ticks = sum(int(field) for field in fields[11:15])  # utime, stime, cutime, cstime: fields 14-17 of proc(5)
    return Usage(ticks / _TICKS, int(fields[21]) * _PAGE)  # rss: field 24 of proc(5)


def _children(pid: int) -> list[int]:
    """Direct children. Empty where the kernel lacks CONFIG_PROC_CHILDREN: then only the worker itself is watched."""
    found: list[int] = []
    with suppress(OSError):
        for task in os.scandir(f"/proc/{pid}/task"):
            with suppress(OSError):
                found.extend(int(child) for child in Path(task.path, "children").read_bytes().split())
    return found

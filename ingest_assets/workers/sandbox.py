"""What a worker process gives up before it sees its first document."""

from __future__ import annotations

import ctypes
import os
import resource
import signal
import sys
from contextlib import suppress
from multiprocessing.forkserver import _forkserver  # its lifeline has no public name
from pathlib import Path

from ingest_assets.thresholds.workers import Workers

_PR_SET_PDEATHSIG = 1
_CLONE_NEWNET = 0x40000000


def confine(settings: Workers, *, network: bool) -> None:
    """Own session (one signal reaches all its programs), no core files, few descriptors, the OOM killer's first victim.

    Its stdout and stderr are closed: programs may read the one, and foreign libraries print warnings on the other (a dying
    interpreter leaves its stack in a file of its own). The kernel kills the worker when the forkserver goes, which goes when
    the supervisor goes, so nothing is left after kill -9.
    """
    os.setsid()
    _let_the_forkserver_go()
    ctypes.CDLL(None).prctl(_PR_SET_PDEATHSIG, signal.SIGKILL)
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    _limit(resource.RLIMIT_CORE, 0)
    _limit(resource.RLIMIT_FSIZE, settings.file_bytes)
    _limit(resource.RLIMIT_NOFILE, settings.open_files)
    with suppress(OSError):
        Path("/proc/self/oom_score_adj").write_text(str(settings.oom_score))
    if not network:
        ctypes.CDLL(None).unshare(_CLONE_NEWNET)  # works with CAP_SYS_ADMIN; elsewhere it fails and changes nothing
    sys.stdout.flush()
    sys.stderr.flush()
    nowhere = os.open(os.devnull, os.O_WRONLY)
    os.dup2(nowhere, 1)
    os.dup2(nowhere, 2)
    os.close(nowhere)


def _let_the_forkserver_go() -> None:
    """Close the worker's copy of the forkserver's lifeline: with it both would live on after kill -9."""
    lifeline = getattr(_forkserver, "_forkserver_alive_fd", None)
    if lifeline is not None:
        _forkserver._forkserver_alive_fd = None  # type: ignore[attr-defined]  # private, and the only handle there is
        os.close(lifeline)


def limit_address_space(extra_bytes: int) -> None:
    """Allow ``extra_bytes`` of address space beyond what is mapped at the first call.

    The preloaded engines map a lot and use little of it.
    """
    _limit(resource.RLIMIT_AS, _mapped_at_start() + extra_bytes)


_mapped: list[int] = []


def _mapped_at_start() -> int:
    if not _mapped:
        pages = int(Path("/proc/self/statm").read_bytes().split()[0])
        _mapped.append(pages * os.sysconf("SC_PAGE_SIZE"))
    return _mapped[0]


def _limit(kind: int, soft: int) -> None:
    """Set the soft limit only: it holds the foreign library, and the retry may raise it."""
    hard = resource.getrlimit(kind)[1]
    wanted = soft if hard == resource.RLIM_INFINITY else min(soft, hard)
    resource.setrlimit(kind, (wanted, hard))

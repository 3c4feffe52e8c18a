"""A worker process as its supervisor sees it."""

from __future__ import annotations

import multiprocessing
import pickle
import re
import shutil
import signal
import sys
import time
from collections import deque
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from multiprocessing.connection import Connection, wait
from multiprocessing.context import ForkServerProcess
from pathlib import Path

from ingest_assets.model import Finding
from ingest_assets.problems import Problem
from ingest_assets.thresholds.limits import Limits
from ingest_assets.thresholds.workers import Workers
from ingest_assets.workers.job import Job
from ingest_assets.workers.messages import Message, Orders, Started, Task
from ingest_assets.workers.watch import kill_tree, usage
from ingest_assets.workers.worker import TRACE, hold, serve


@dataclass(slots=True)
class Attempt:
    """A job on its way, with what it has cost so far. ``payload`` is its pickled argument."""

    number: int
    job: Job
    payload: bytes
    tries: int = 1
    cpu_s: float = 0.0
    wall_s: float = 0.0
    extra_cpu_s: float = 0.0

    def factor(self, settings: Workers) -> float:
        """The first try has the limits as they are, the second one twice of them."""
        return 1.0 if self.tries == 1 else settings.retry_factor


@dataclass(frozen=True, slots=True)
class Spent:
    """Seconds of one attempt."""

    cpu_s: float
    wall_s: float


@dataclass(slots=True)
class Worker:
    """A process, what was sent to it (the first may have started, the second waits), and what is known of its end."""

    process: ForkServerProcess
    connection: Connection
    orders: Orders
    sent: deque[Attempt] = field(default_factory=deque)
    started: Started | None = None
    cause: Finding | None = None
    ended: bool = False
    seen_cpu_s: float = 0.0

    def begin(self, message: Started) -> None:
        """From now on the death of the process is the fault of the first document sent."""
        self.started = message
        self.seen_cpu_s = 0.0
        if self.sent:
            self.sent[0].extra_cpu_s = 0.0

    def send(self, attempt: Attempt) -> None:
        """Hand an attempt over. Never blocks: what is too large for the socket's buffer travels as a file."""
        payload, path = attempt.payload, ""
        if len(payload) > self.orders.settings.argument_bytes:
            path = str(Path(self.orders.home, f"argument-{attempt.number}"))
            Path(path).write_bytes(payload)
            payload = b""
        self.sent.append(attempt)
        task = Task(attempt.number, attempt.factor(self.orders.settings), payload, path)
        with suppress(OSError):  # a worker that just died is found out, and its work given to another, by the next look
            self.connection.send_bytes(pickle.dumps(task))

    def receive(self) -> Iterator[Message]:
        """All messages that lie ready; sets ``ended`` when the process is gone or has closed its pipe."""
        dead = bool(wait([self.process.sentinel], timeout=0))
        try:
            while self.connection.poll(0):
                message: Message = pickle.loads(self.connection.recv_bytes())
                yield message
        except (EOFError, OSError):
            dead = True
        self.ended = self.ended or dead

    def check(self) -> None:
        """Kill a worker that is over a limit; ``cause`` says which."""
        if self.started is None or not self.sent or self.cause is not None:
            return
        used = usage(self._pid)
        self.seen_cpu_s = max(self.seen_cpu_s, used.cpu_s - self.started.cpu_s)
        wall_s = time.monotonic() - self.started.wall
        self.cause = _breach(self.sent[0], self.orders, rss=used.rss, cpu_s=self.seen_cpu_s, wall_s=wall_s)
        if self.cause is not None:
            kill_tree(self._pid)

    def spent(self) -> Spent:
        """What the started document has used as far as the supervisor has seen: a lower bound within one tick."""
        wall_s = time.monotonic() - self.started.wall if self.started is not None else 0.0
        return Spent(self.seen_cpu_s, wall_s)

    def end(self) -> Finding:
        """Make sure that the process and its programs are gone; the finding says how it ended."""
        trace = Path(self.orders.home, TRACE)
        died_alone = self.cause is None and bool(wait([self.process.sentinel], timeout=self._grace))
        kill_tree(self._pid)
        self.process.join(self.orders.settings.join_seconds)
        self.connection.close()
        code = self.process.exitcode if died_alone else None
        finding = self.cause or _crash(code, trace)
        shutil.rmtree(self.orders.home, ignore_errors=True)
        return finding

    def discard(self) -> None:
        """End a worker whose fate interests nobody (any more)."""
        if self.connection.closed:
            return
        self.cause = self.cause or hold(Problem.WORKER_CRASHED, "discarded")
        self.end()

    @property
    def _pid(self) -> int:
        return self.process.pid or 0

    @property
    def _grace(self) -> float:
        return self.orders.settings.tick_seconds * 10  # the pipe ends a moment before the exit status is known


def cpu_limit(pages: int, limits: Limits, settings: Workers) -> float:
    """CPU seconds of a document: a fixed sum, and more for each page above the free ones."""
    return limits.cpu_seconds + limits.cpu_seconds_per_page * max(0, pages - settings.free_pages)


def start(orders: Orders, preload: tuple[str, ...]) -> Worker:
    """A new worker, forked from the server that imported ``preload`` (its first caller in this process decides)."""
    context = multiprocessing.get_context("forkserver")
    module = orders.function.partition(":")[0]
    context.set_forkserver_preload([serve.__module__, *preload, module])
    Path(orders.home).mkdir()
    ours, theirs = context.Pipe(duplex=True)
    process = context.Process(target=serve, args=(theirs, orders), daemon=False)
    with _main_module_hidden():
        process.start()
    theirs.close()
    return Worker(process, ours, orders)


@contextmanager
def _main_module_hidden() -> Iterator[None]:
    """Keep ``multiprocessing`` from importing the caller's ``__main__`` into each worker (dagster's: 0.7 CPU s)."""
    main = sys.modules["__main__"]
    spec, file = getattr(main, "__spec__", None), getattr(main, "__file__", None)
    main.__spec__ = None
    main.__file__ = None
    try:
        yield
    finally:
        main.__spec__ = spec
        main.__file__ = file


def _breach(attempt: Attempt, orders: Orders, *, rss: int, cpu_s: float, wall_s: float) -> Finding | None:
    limits, factor = orders.limits, attempt.factor(orders.settings)
    cpu_allowed = (cpu_limit(attempt.job.pages_hint, limits, orders.settings) + attempt.extra_cpu_s) * factor
    wall_allowed = cpu_allowed * limits.wall_factor
    if rss > limits.memory_bytes * factor:
        return hold(Problem.MEMORY_LIMIT, f"{rss} bytes of RSS, limit {limits.memory_bytes * factor:.0f}")
    if cpu_s > cpu_allowed:
        return hold(Problem.TIMEOUT, f"{cpu_s:.1f} CPU s, limit {cpu_allowed:g}")
    if wall_s > wall_allowed:
        return hold(Problem.TIMEOUT, f"{wall_s:.1f} wall s ({cpu_s:.1f} CPU s), limit {wall_allowed:g}")
    return None


def _crash(code: int | None, trace: Path) -> Finding:
    """How a process ended that nobody here killed. SIGKILL from outside is the kernel's out-of-memory killer."""
    if code == -signal.SIGKILL:
        return hold(Problem.MEMORY_LIMIT, "killed by SIGKILL from outside: the machine ran out of memory")
    return hold(Problem.WORKER_CRASHED, _manner(code) + _place(trace))


def _manner(code: int | None) -> str:
    if code is None:
        return "closed its pipe"
    return f"signal {signal.Signals(-code).name}" if code < 0 else f"exit status {code}"


def _place(trace: Path) -> str:
    """The innermost Python frame of faulthandler's dump, if the process left one."""
    try:
        text = trace.read_text(errors="replace")
    except OSError:
        return ""
    frame = re.search(r'File "(?:.*/)?([^"/]+)", line (\d+) in (\S+)', text)
    return f" in {frame[3]} ({frame[1]}:{frame[2]})" if frame else ""

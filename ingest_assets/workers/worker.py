"""The inside of a worker process: the one place with a broad ``except``, around foreign parsers.

``BaseException`` because a Rust panic (pyo3 ``PanicException``) and ``SystemExit`` are no ``Exception``.
"""

from __future__ import annotations

import faulthandler
import importlib
import os
import pickle
import resource
import shutil
import signal
import tempfile
import time
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, field
from multiprocessing.connection import Connection
from pathlib import Path

from ingest_assets.model import Finding
from ingest_assets.problems import Problem
from ingest_assets.workers.allowance import listen
from ingest_assets.workers.messages import Allowed, Broken, Done, Orders, Started, Task
from ingest_assets.workers.sandbox import confine, limit_address_space
from ingest_assets.workers.slots import Slots, join
from ingest_assets.workers.tally import Tally, count_in
from ingest_assets.workers.watch import tree, usage

DETAIL_CHARACTERS = 300
"""An exception's message is cut here: some carry the document."""
TRACE = "trace"
"""Where a dying interpreter leaves its stack, in the worker's folder."""
_Function = Callable[[object], object]


def serve(connection: Connection, orders: Orders) -> None:
    """Do tasks until the pipe ends or the worker is due for renewal."""
    confine(orders.settings, network=orders.settings.network)
    with Path(orders.home, TRACE).open("w") as trace, suppress(EOFError, ConnectionError):
        faulthandler.enable(trace)
        try:
            function = resolve(orders.function)
        except BaseException as error:  # noqa: BLE001 - a foreign module may fail in any way on import
            connection.send_bytes(pickle.dumps(Broken(_described(error))))
            return
        desk = _Desk(function, orders)
        listen(lambda cpu_s: connection.send_bytes(pickle.dumps(Allowed(cpu_s))))
        slots = Slots(Path(orders.home).parent, orders.slots)
        join(slots)
        count_in(Tally(Path(orders.tally)))
        leaving = False
        while not leaving:
            task: Task = pickle.loads(connection.recv_bytes())
            slot = slots.occupy()
            connection.send_bytes(pickle.dumps(Started(task.number, _cpu_seconds(), time.monotonic())))
            done = desk.work(task)
            slot.release()
            leaving = done.leaving
            connection.send_bytes(pickle.dumps(done))


def resolve(function: str) -> _Function:
    """The callable behind ``module:name``."""
    module, _, name = function.partition(":")
    found: _Function = getattr(importlib.import_module(module), name)
    return found


def packed(argument: object) -> bytes | Finding:
    """An argument for the pipe, or the reason why it cannot travel."""
    try:
        return pickle.dumps(argument)
    except BaseException as error:  # noqa: BLE001 - __reduce__ of a foreign object may raise anything
        return _exception(error)


def unpacked(done: Done) -> tuple[object, Finding | None]:
    """The value of a finished task, or why it cannot be told."""
    if done.finding is not None:
        return None, done.finding
    try:
        return _load(done.payload, done.path), None
    except BaseException as error:  # noqa: BLE001 - __setstate__ of a foreign object may raise anything
        return None, _exception(error)


@dataclass(slots=True)
class _Desk:
    """One worker's state between documents."""

    function: _Function
    orders: Orders
    count: int = 0
    rss_at_start: int = field(default_factory=lambda: usage(os.getpid()).rss)

    def work(self, task: Task) -> Done:
        cpu_s, wall = _cpu_seconds(), time.monotonic()
        limit_address_space(
            int(self.orders.limits.memory_bytes * self.orders.settings.address_space_factor * task.factor)
        )
        folder = self._empty_folder()
        payload, finding = self._result(task)
        self.count += 1
        path = ""
        if len(payload) > self.orders.settings.pipe_bytes:
            payload, path = b"", self._spilled(payload, task.number)
        _end_leftover_programs()
        _sweep(folder)
        leaving = self._is_due() or (finding is not None and finding.code is Problem.MEMORY_LIMIT)
        return Done(task.number, payload, path, finding, _cpu_seconds() - cpu_s, time.monotonic() - wall, leaving)

    def _result(self, task: Task) -> tuple[bytes, Finding | None]:
        try:
            return pickle.dumps(self.function(_load(task.payload, task.path)), protocol=5), None
        except MemoryError:
            pass  # the finding is made below, when the frames that hold the memory are gone
        except BaseException as error:  # noqa: BLE001 - see the module's docstring
            return b"", _exception(error)
        limit = self.orders.limits.memory_bytes * self.orders.settings.address_space_factor * task.factor
        peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * 1024
        return b"", hold(Problem.MEMORY_LIMIT, f"MemoryError at {limit:.0f} bytes of address space, peak RSS {peak}")

    def _empty_folder(self) -> Path:
        """The document's own temp folder, where ``tempfile`` and started programs write."""
        folder = Path(self.orders.home, "tmp")
        folder.mkdir(exist_ok=True)
        os.environ["TMPDIR"] = tempfile.tempdir = str(folder)
        return folder

    def _spilled(self, payload: bytes, number: int) -> str:
        path = Path(self.orders.home, f"result-{number}")
        path.write_bytes(payload)
        return str(path)

    def _is_due(self) -> bool:
        grown = usage(os.getpid()).rss - self.rss_at_start
        return self.count >= self.orders.limits.recycle_after or grown > self.orders.settings.growth_bytes


def hold(code: Problem, detail: str) -> Finding:
    """A finding of this layer: each of its problems holds the document."""
    return Finding(code=code, severity=code.about.severity, detail=detail)


def _exception(error: BaseException) -> Finding:
    return hold(Problem.PARSER_EXCEPTION, _described(error))


def _described(error: BaseException) -> str:
    kind = type(error)
    name = kind.__qualname__ if kind.__module__ == "builtins" else f"{kind.__module__}.{kind.__qualname__}"
    try:
        text = str(error)
    except BaseException:  # noqa: BLE001 - __str__ of a foreign exception may raise as well
        text = ""
    return f"{name}: {text}"[:DETAIL_CHARACTERS].rstrip(": ")


def _load(payload: bytes, path: str) -> object:
    data = Path(path).read_bytes() if path else payload
    return pickle.loads(data)


def _cpu_seconds() -> float:
    children = resource.getrusage(resource.RUSAGE_CHILDREN)
    return time.process_time() + children.ru_utime + children.ru_stime


def _end_leftover_programs() -> None:
    """A program that outlives its document would be counted, and blamed, on the next one."""
    for pid in tree(os.getpid())[1:]:
        with suppress(OSError):
            os.kill(pid, signal.SIGKILL)
            os.waitpid(pid, 0)


def _sweep(folder: Path) -> None:
    with suppress(OSError), os.scandir(folder) as entries:
        if any(True for _ in entries):
            shutil.rmtree(folder, ignore_errors=True)

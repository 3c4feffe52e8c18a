"""Functions for the pool that misbehave in a real way, each named after its fault. All take one argument."""

from __future__ import annotations

import ctypes
import os
import signal
import subprocess
import sys
import tempfile
import time
from pathlib import Path


def double(number: int) -> int:
    return 2 * number


def large(size: int) -> bytes:
    return b"x" * size


def length(data: bytes) -> int:
    return len(data)


def segfault(_: object) -> None:
    ctypes.string_at(0)


def abort(_: object) -> None:
    os.abort()


def exit_at_once(_: object) -> None:
    os._exit(3)


def system_exit(_: object) -> None:
    sys.exit(4)


def keyboard_interrupt(_: object) -> None:
    raise KeyboardInterrupt


def hang(_: object) -> None:
    while True:
        pass


def sleep(seconds: float) -> str:
    time.sleep(seconds)
    return "awake"


def burn(cpu_seconds: float) -> tuple[float, float]:
    """Use CPU time; tells from when to when (monotonic clock)."""
    begin, end = time.monotonic(), time.process_time() + cpu_seconds
    while time.process_time() < end:
        pass
    return begin, time.monotonic()


def memory_bomb(size: int) -> int:
    """Touch ``size`` bytes page by page, and keep them."""
    held = bytearray(size)
    for at in range(0, size, 4096):
        held[at] = 1
    time.sleep(0.5)
    return len(held)


def memory_error(_: object) -> int:
    return len(bytearray(1 << 45))


def deep_recursion(_: object) -> int:
    return deep_recursion(_) + 1


def stack_overflow(_: object) -> None:
    """Overflow the C stack, as a recursive parser in C does: no RecursionError, a signal."""
    sys.setrecursionlimit(10**9)
    nested: object = []
    for _level in range(3_000_000):
        nested = [nested]
    repr_c = ctypes.pythonapi.PyObject_Repr
    repr_c.argtypes, repr_c.restype = [ctypes.py_object], ctypes.py_object
    repr_c(nested)


class Panic(BaseException):
    """Like pyo3's PanicException: no Exception."""


def panic(_: object) -> None:
    raise Panic("index out of bounds")


class MuteError(Exception):
    """An exception that cannot even be printed."""

    def __str__(self) -> str:
        raise ValueError("no words")


def mute(_: object) -> None:
    raise MuteError


def unpicklable(_: object) -> object:
    return lambda: None


class Poison:
    """A result that arrives and cannot be opened."""

    def __reduce__(self) -> tuple[object, tuple[str]]:
        return int, ("no number",)


def poison(_: object) -> Poison:
    return Poison()


def killed_by_the_kernel(_: object) -> None:
    os.kill(os.getpid(), signal.SIGKILL)


def close_every_descriptor(_: object) -> None:
    os.closerange(3, 1024)
    time.sleep(30)


def program_that_burns(_: object) -> int:
    """A foreign program takes the CPU time; the worker itself sleeps."""
    return subprocess.run([sys.executable, "-S", "-c", "while True: pass"], check=False).returncode


def leave_a_program(marker: str) -> str:
    """Start a program and forget it."""
    child = subprocess.Popen([sys.executable, "-S", "-c", "import time; time.sleep(60)"])
    Path(marker).write_text(str(child.pid))
    return "left"


def crash_with_a_program(marker: str) -> None:
    leave_a_program(marker)
    os.abort()


def litter(_: object) -> str:
    """Leave files in the document's folder; report the folder and what it held before."""
    folder = tempfile.gettempdir()
    before = sum(1 for _ in Path(folder).iterdir())
    Path(folder, "rubbish").write_text("x")
    return f"{before} {folder}"


def print_a_lot(_: object) -> str:
    os.write(1, b"noise of a foreign library\n")
    return "printed"


def pid(_: object) -> int:
    return os.getpid()


def once(marker: str) -> str:
    """Crash at the first call, work at the second: what a bad neighbour causes."""
    if not Path(marker).exists():
        Path(marker).write_text("seen")
        os.abort()
    return "second"


def mixed(order: tuple[str, object]) -> object:
    """Call another function of this module by name: many faults in one run."""
    name, argument = order
    return globals()[name](argument)


def warn_on_stderr(_: object) -> str:
    os.write(2, b"TIFFReadDirectory: Warning, unknown field\n")
    print("a warning of a Python library", file=sys.stderr, flush=True)
    return "warned"

"""What a whole run has used up, counted over all its worker processes and sources: named numbers in a small file under a lock.

A run is what stands inside ``one_run``: a call of ``ingest convert`` or ``ingest run``, or one source's run of the daemon.
"""

from __future__ import annotations

import fcntl
import json
import os
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path

from ingest_assets.workers.scratch import scratch_folder

NAME = "tally"
MOST_BYTES = 1024**2
_RUN: list[Path] = []


@contextmanager
def one_run() -> Iterator[None]:
    """The pools inside count together; inside another run they count with that."""
    if _RUN:
        yield
        return
    with scratch_folder() as folder:
        _RUN.append(folder / NAME)
        try:
            yield
        finally:
            _RUN.pop()


def tally_file(scratch: Path) -> Path:
    """The run's file; a pool outside any run counts alone, in its own folder."""
    return _RUN[0] if _RUN else scratch / NAME


@dataclass(slots=True)
class Tally:
    """Numbers by name, all zero at first. Without a ``path`` they live in this process only."""

    path: Path | None = None
    numbers: dict[str, int] = field(default_factory=dict)

    def add(self, amounts: Mapping[str, int], refusal: Callable[[Mapping[str, int]], str | None]) -> str | None:
        """Add the amounts, unless ``refusal`` finds a reason in the numbers so far; that reason. Nobody comes in between."""
        if self.path is None:
            return _added(self.numbers, amounts, refusal)
        descriptor = os.open(self.path, os.O_CREAT | os.O_RDWR | os.O_CLOEXEC, 0o600)
        try:
            fcntl.flock(descriptor, fcntl.LOCK_EX)
            numbers: dict[str, int] = json.loads(os.pread(descriptor, MOST_BYTES, 0) or b"{}")
            reason = _added(numbers, amounts, refusal)
            if reason is None:  # numbers only grow, so the new text covers the old one: no moment without one
                os.pwrite(descriptor, json.dumps(numbers).encode(), 0)
        finally:
            os.close(descriptor)
        return reason


def _added(
    numbers: dict[str, int], amounts: Mapping[str, int], refusal: Callable[[Mapping[str, int]], str | None]
) -> str | None:
    reason = refusal(numbers)
    if reason is None:
        for name, amount in amounts.items():
            numbers[name] = numbers.get(name, 0) + amount
    return reason


_TALLY: list[Tally] = [Tally()]


def count_in(tally: Tally) -> None:
    """The worker's own end: called once, with the tally of its run."""
    _TALLY[:] = [tally]


def tally() -> Tally:
    """The run's tally; outside a worker the process's own."""
    return _TALLY[0]

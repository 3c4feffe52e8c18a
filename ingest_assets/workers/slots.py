"""How many may compute at once: one slot a worker, each a file whose lock the kernel drops when its holder dies.

A worker holds a slot while it has a document. What idle workers leave free the pages of one large document may borrow, so that a long scan uses every
core and workers times pages never exceed them (docs/decisions/0005). A worker that waits for its slot goes before all borrowers.
"""

from __future__ import annotations

import fcntl
import os
import time
from dataclasses import dataclass
from pathlib import Path

LOOK_SECONDS = 0.01
"""Between two looks of a worker that waits for its slot: a borrowed one comes back with its page."""


@dataclass(slots=True)
class Slot:
    """A slot that is held until ``release``, from whatever thread."""

    descriptor: int

    def release(self) -> None:
        """Give it back."""
        os.close(self.descriptor)


@dataclass(frozen=True, slots=True)
class Slots:
    """The slots of one pool; ``folder`` is the pool's own, ``count`` its number of workers."""

    folder: Path
    count: int

    def occupy(self) -> Slot:
        """A worker's slot for its next document; waits until a borrower has finished its page."""
        waiting = _open(self.folder / "slot-wanted")
        try:
            fcntl.flock(waiting, fcntl.LOCK_SH)
            while (slot := self._free()) is None:
                time.sleep(LOOK_SECONDS)
            return slot
        finally:
            os.close(waiting)

    def borrow(self) -> Slot | None:
        """A slot for one page; None while all are in use or a worker waits for one."""
        wanted = _locked(self.folder / "slot-wanted")
        if wanted is None:
            return None
        wanted.release()
        return self._free()

    def _free(self) -> Slot | None:
        found = (_locked(self.folder / f"slot-{number}") for number in range(self.count))
        return next((slot for slot in found if slot is not None), None)


def _open(path: Path) -> int:
    return os.open(path, os.O_CREAT | os.O_RDWR | os.O_CLOEXEC, 0o600)


def _locked(path: Path) -> Slot | None:
    descriptor = _open(path)
    try:
        fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        os.close(descriptor)
        return None
    return Slot(descriptor)


_POOL: list[Slots] = []


def join(slots: Slots) -> None:
    """The worker's own end: called once, with the slots of its pool."""
    _POOL[:] = [slots]


def borrowed() -> Slot | None:
    """A slot beside the document's own; None when there is none to spare, and always outside a worker."""
    return _POOL[0].borrow() if _POOL else None

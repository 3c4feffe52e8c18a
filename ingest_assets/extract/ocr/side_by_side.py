"""Pages of one document read at the same time, their results in the order of the pages (docs/decisions/0005).

One page is read on the slot that the document's worker holds anyway, others on slots that the pool has to spare (``workers/slots.py``). Pages are
prepared by the caller's thread, since MuPDF takes one thread only; reading waits for Tesseract's processes, so threads use all cores.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import FIRST_COMPLETED, Future, ThreadPoolExecutor, wait
from dataclasses import dataclass, field
from functools import partial
from typing import Generic, TypeVar

from ingest_assets.workers.slots import Slot, borrowed

LOOK_SECONDS = 0.05  # between two looks for a slot to spare: a page takes a second and more
MOST_AT_ONCE = (
    8  # pages of one document: each Tesseract holds about 100 MB, all together stay within the document's memory limit
)
R = TypeVar("R")


@dataclass(frozen=True, slots=True, kw_only=True)
class Task(Generic[R]):
    """One page. ``pixels`` is what it holds in memory; ``run`` reads it in a thread.

    ``again`` looks at the result in the caller's thread and may ask for another reading in its place.
    """

    pixels: int
    run: Callable[[], R]
    again: Callable[[R], Task[R] | None] = field(default=lambda result: None)


def read_side_by_side(tasks: Iterable[Task[R]], *, pixels: int) -> Iterator[R]:
    """The results in the order of the tasks, which are taken one by one; the pages in memory hold at most ``pixels`` (a single one may hold more)."""
    crew = _Crew[R](pixels)
    try:
        for task in tasks:
            yield from crew.until(partial(crew.takes, task))
            crew.start(task)
        yield from crew.until(lambda: not crew.places)
    finally:
        crew.threads.shutdown(cancel_futures=True)


@dataclass(slots=True)
class _Crew(Generic[R]):
    """The pages under way, in their order. ``own_is_free`` tells of the document's own slot."""

    pixels: int
    threads: ThreadPoolExecutor = field(default_factory=lambda: ThreadPoolExecutor(MOST_AT_ONCE, "page"))
    places: deque[tuple[Task[R], Future[R]]] = field(default_factory=deque)
    own: Future[R] | None = None
    lent: Slot | None = None

    def takes(self, task: Task[R]) -> bool:
        """True when there are a slot and the memory for one more page."""
        held = sum(other.pixels for other, _ in self.places) + task.pixels
        if self.places and (held > self.pixels or len(self.places) >= MOST_AT_ONCE):
            return False
        return self._has_slot()

    def start(self, task: Task[R], *, first: bool = False) -> None:
        """Read a page on the slot that was found; ``first``: in front of all others."""
        slot, self.lent = self.lent, None
        future = self.threads.submit(task.run)
        if slot is None:
            self.own = future
        else:
            future.add_done_callback(partial(_released, slot))
        place = (task, future)
        if first:
            self.places.appendleft(place)
        else:
            self.places.append(place)

    def until(self, ready: Callable[[], bool]) -> Iterator[R]:
        """The results that are due, until ``ready``."""
        while True:
            yield from self._finished()
            if ready():
                return
            running = [future for _, future in self.places if not future.done()]
            if running:
                wait(running, timeout=LOOK_SECONDS, return_when=FIRST_COMPLETED)

    def _finished(self) -> Iterator[R]:
        while self.places and self.places[0][1].done():
            task, future = self.places.popleft()
            result = future.result()
            second = task.again(result)
            if second is None:
                yield result
                continue
            while not self._has_slot():
                wait([other for _, other in self.places], timeout=LOOK_SECONDS, return_when=FIRST_COMPLETED)
            self.start(second, first=True)

    def _has_slot(self) -> bool:
        if self.own is None or self.own.done():
            return True
        self.lent = borrowed()
        return self.lent is not None


def _released(slot: Slot, _: Future[R]) -> None:
    """The slot goes back when its page is read, whatever came of it."""
    slot.release()

"""Runs a function over documents in processes of their own: a crash, a hang or a memory bomb costs one document.

Method: design note execution.md section 2. Each worker has one document in flight and one prefetched; it says "started"
first, so blame is exact. Deadlines are CPU seconds (a busy host stretches wall time and kills good documents), with a
far larger wall deadline for what sleeps.
"""

from __future__ import annotations

import time
from collections import deque
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from multiprocessing.connection import wait
from pathlib import Path

from ingest_assets.model import Finding
from ingest_assets.problems import Problem
from ingest_assets.thresholds.limits import Limits
from ingest_assets.thresholds.workers import Workers
from ingest_assets.workers.job import Job, Outcome, WorkersBrokenError
from ingest_assets.workers.messages import Allowed, Broken, Done, Message, Orders, Started
from ingest_assets.workers.process import Attempt, Worker, start
from ingest_assets.workers.scratch import scratch_folder
from ingest_assets.workers.tally import tally_file
from ingest_assets.workers.worker import packed, unpacked

IN_FLIGHT = 2
"""One document that is worked on, one prefetched."""


def map_documents(
    function: str,
    jobs: Iterable[Job],
    *,
    limits: Limits,
    workers: int,
    preload: tuple[str, ...] = (),
    settings: Workers | None = None,
) -> Iterator[Outcome]:
    """One outcome per job, in the order of completion; ``jobs`` is read lazily and memory stays bounded.

    ``function`` is ``module:name``, called with a job's argument in a worker; its ``tempfile`` folder is empty at each
    call and removed after it. ``preload`` names modules that the forkserver imports once. A failure is a finding:
    worker_crashed, timeout, memory_limit (each after a second try alone with twice the limits) or parser_exception.
    Raises WorkersBrokenError when no document is to blame.
    """
    with scratch_folder() as scratch:
        pool = _Pool(
            function,
            iter(jobs),
            limits,
            settings or Workers(),
            workers=max(1, workers),
            preload=preload,
            scratch=scratch,
        )
        try:
            yield from pool.run()
        finally:
            pool.close()


@dataclass(slots=True)
class _Pool:
    function: str
    jobs: Iterator[Job]
    limits: Limits
    settings: Workers
    workers: int = field(kw_only=True)
    preload: tuple[str, ...] = field(kw_only=True)
    scratch: Path = field(kw_only=True)
    hands: list[Worker] = field(default_factory=list)
    requeued: deque[Attempt] = field(default_factory=deque)
    retries: deque[Attempt] = field(default_factory=deque)
    ready: deque[Outcome] = field(default_factory=deque)
    isolating: bool = False
    exhausted: bool = False
    count: int = 0
    hired: int = 0
    idle_deaths: int = 0
    looked: float = 0.0

    def run(self) -> Iterator[Outcome]:
        while True:
            self._feed()
            while self.ready:
                yield self.ready.popleft()
            if any(worker.sent for worker in self.hands):
                self._listen()
                self._look()
            elif self.exhausted and not self.requeued and not self.retries:
                return

    def close(self) -> None:
        """Kill what is left: idle workers at the end, busy ones after Ctrl-C."""
        while self.hands:
            self.hands.pop().discard()

    def _feed(self) -> None:
        """Fill idle workers first, then prefetch. Retries run alone: the feed stops until the others are done."""
        self.isolating = self._must_isolate()
        if self.isolating:
            if self.retries and not any(worker.sent for worker in self.hands):
                self._idle_worker().send(self.retries.popleft())
            return
        for room in range(1, IN_FLIGHT + 1):
            while self._has_room(room):
                attempt = self._next()
                if attempt is None:
                    return
                self._worker_with_room(room).send(attempt)

    def _must_isolate(self) -> bool:
        if any(attempt.tries > 1 for worker in self.hands for attempt in worker.sent):
            return True
        if not self.retries:
            return False
        last = self.exhausted and not self.requeued
        return self.isolating or last or len(self.retries) >= self.settings.retries_waiting

    def _has_room(self, room: int) -> bool:
        may_hire = room == 1 and len(self.hands) < self.workers
        return may_hire or any(len(worker.sent) < room for worker in self.hands)

    def _worker_with_room(self, room: int) -> Worker:
        return next((worker for worker in self.hands if len(worker.sent) < room), None) or self._hire()

    def _idle_worker(self) -> Worker:
        return self._worker_with_room(1)

    def _hire(self) -> Worker:
        self.hired += 1
        home = self.scratch / str(self.hired)
        orders = Orders(
            self.function, self.limits, self.settings, str(home), self.workers, str(tally_file(self.scratch))
        )
        worker = start(orders, self.preload)
        self.hands.append(worker)
        return worker

    def _next(self) -> Attempt | None:
        if self.requeued:
            return self.requeued.popleft()
        for job in self.jobs:
            payload = packed(job.argument)
            if isinstance(payload, bytes):
                self.count += 1
                return Attempt(self.count, job, payload)
            self.ready.append(Outcome(key=job.key, failure=payload))
            if len(self.ready) >= self.settings.retries_waiting:
                return None
        self.exhausted = True
        return None

    def _listen(self) -> None:
        """Wait for a message, the end of a process or the next look at /proc; take in all that lies ready."""
        watched = [end for worker in self.hands for end in (worker.connection, worker.process.sentinel)]
        wait(watched, timeout=self.settings.tick_seconds)
        for worker in list(self.hands):
            for message in worker.receive():
                self._hear(worker, message)
            if worker.ended and worker in self.hands:
                self._bury(worker)

    def _hear(self, worker: Worker, message: Message) -> None:
        match message:
            case Broken(reason):
                raise WorkersBrokenError(f"{self.function} cannot be imported in a worker: {reason}")
            case Started():
                worker.begin(message)
            case Allowed(cpu_s):
                worker.sent[0].extra_cpu_s += cpu_s
            case Done():
                self._finish(worker, message)

    def _finish(self, worker: Worker, done: Done) -> None:
        attempt = worker.sent.popleft()
        worker.started = None
        self.idle_deaths = 0
        value, finding = unpacked(done)
        if done.path:
            Path(done.path).unlink(missing_ok=True)
        self._settle(attempt, value, finding, cpu_s=done.cpu_s, wall_s=done.wall_s)
        if done.leaving:
            self._dismiss(worker)

    def _settle(self, attempt: Attempt, value: object, finding: Finding | None, *, cpu_s: float, wall_s: float) -> None:
        """An outcome, or a second try where a neighbour may have been the cause."""
        attempt.cpu_s += cpu_s
        attempt.wall_s += wall_s
        if finding is not None and finding.code is not Problem.PARSER_EXCEPTION and attempt.tries == 1:
            attempt.tries += 1
            self.retries.append(attempt)
            return
        costs = {"cpu_s": attempt.cpu_s, "wall_s": attempt.wall_s}
        self.ready.append(Outcome(key=attempt.job.key, value=value, failure=finding, attempts=attempt.tries, **costs))

    def _look(self) -> None:
        """Hold every worker against its limits, once a tick."""
        now = time.monotonic()
        if now - self.looked < self.settings.tick_seconds:
            return
        self.looked = now
        for worker in self.hands:
            worker.check()

    def _bury(self, worker: Worker) -> None:
        """A worker died: its started document is to blame, the prefetched one is not."""
        spent = worker.spent()
        finding = worker.end()
        guilty = worker.sent.popleft() if worker.started is not None else None
        self._dismiss(worker)
        if guilty is not None:
            self._settle(guilty, None, finding, cpu_s=spent.cpu_s, wall_s=spent.wall_s)
            return
        self.idle_deaths += 1
        if self.idle_deaths >= self.settings.idle_deaths:
            raise WorkersBrokenError(f"workers die without a document: {finding.detail}")

    def _dismiss(self, worker: Worker) -> None:
        self.hands.remove(worker)
        self.requeued.extendleft(reversed(worker.sent))
        worker.sent.clear()
        worker.discard()

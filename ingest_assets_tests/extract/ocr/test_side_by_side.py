"""Pages of one document at the same time: order kept, memory and cores bounded, faults where they belong."""

from __future__ import annotations

import itertools
import os
import signal
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from ingest_assets.conversion import Request, convert
from ingest_assets.extract.ocr.side_by_side import MOST_AT_ONCE, Task, read_side_by_side
from ingest_assets.problems import Problem
from ingest_assets.settings import Settings
from ingest_assets.thresholds.limits import Limits
from ingest_assets.workers import slots
from ingest_assets.workers.job import Job, Outcome
from ingest_assets.workers.pool import map_documents
from ingest_assets.workers.slots import Slots
from ingest_assets_tests.corpus.scans import ENGLISH, RUSSIAN, noisy, rendered, scan_pdf

PLENTY = 10**9
Span = tuple[float, float]


@pytest.fixture
def lending(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Slots:
    """The slots of a pool of twelve workers, as its only busy worker sees them."""
    pool = Slots(tmp_path, 12)
    monkeypatch.setattr(slots, "_POOL", [pool])
    pool.occupy()
    return pool


def most_at_once(spans: list[Span]) -> int:
    """The greatest number of spans that overlap."""
    moments = sorted([(start, 1) for start, _ in spans] + [(end, -1) for _, end in spans])
    return max(itertools.accumulate(step for _, step in moments))


def slept(seconds: float) -> Span:
    start = time.monotonic()
    time.sleep(seconds)
    return (start, time.monotonic())


def sleeping(seconds: list[float], *, pixels: int = 1) -> Iterator[Task[Span]]:
    for one in seconds:
        yield Task(pixels=pixels, run=lambda one=one: slept(one))  # type: ignore[misc]  # a lambda with a default has no type


@pytest.mark.usefixtures("lending")
def test_results_come_in_the_order_of_the_pages() -> None:
    tasks = [Task(pixels=1, run=lambda n=n: (time.sleep(0.03 * (n % 3)), n)[1]) for n in range(12)]  # type: ignore[misc]  # a lambda with a default has no type
    assert list(read_side_by_side(tasks, pixels=PLENTY)) == list(range(12))


@pytest.mark.usefixtures("lending")
def test_no_more_pages_than_memory_allows_and_a_huge_one_alone() -> None:
    assert most_at_once(list(read_side_by_side(sleeping([0.05] * 9, pixels=30), pixels=100))) == 3
    assert most_at_once(list(read_side_by_side(sleeping([0.05] * 3, pixels=500), pixels=100))) == 1
    assert most_at_once(list(read_side_by_side(sleeping([0.1] * 20), pixels=PLENTY))) == MOST_AT_ONCE


def test_outside_a_pool_one_page_at_a_time() -> None:
    assert most_at_once(list(read_side_by_side(sleeping([0.02] * 4), pixels=PLENTY))) == 1


def test_borrowed_slots_come_back_also_when_a_page_fails(lending: Slots) -> None:
    def fail() -> Span:
        raise ValueError("page 2")

    tasks = [*sleeping([0.05]), Task(pixels=1, run=fail), *sleeping([0.05] * 5)]
    with pytest.raises(ValueError, match="page 2"):
        list(read_side_by_side(tasks, pixels=PLENTY))
    free = [lending.borrow() for _ in range(12)]
    assert sum(slot is not None for slot in free) == 11


@pytest.mark.usefixtures("lending")
def test_a_second_reading_takes_the_place_of_the_first() -> None:
    second = Task(pixels=1, run=lambda: "larger")
    first = Task(pixels=1, run=lambda: "small", again=lambda result: second if result == "small" else None)
    other = Task(pixels=1, run=lambda: "other")
    assert list(read_side_by_side([other, first, other], pixels=PLENTY)) == ["other", "larger", "other"]


def read_pages(pages: object) -> list[Span]:
    """A document whose pages take a tenth of a second each; page 0 of a negative number kills the worker."""
    assert isinstance(pages, int)
    tasks = list(sleeping([0.1] * abs(pages)))
    if pages < 0:
        tasks[0] = Task(pixels=1, run=lambda: os.kill(os.getpid(), signal.SIGSEGV) or (0.0, 0.0))
    return list(read_side_by_side(tasks, pixels=PLENTY))


def pooled(documents: list[int], workers: int) -> list[Outcome]:
    jobs = (Job(key=str(number), argument=pages) for number, pages in enumerate(documents))
    return sorted(
        map_documents(f"{__name__}:read_pages", jobs, limits=Limits(), workers=workers), key=lambda one: int(one.key)
    )


def test_one_long_document_uses_all_workers_cores() -> None:
    (outcome,) = pooled([8], 3)
    assert most_at_once(outcome.value) == 3  # type: ignore[arg-type]  # an outcome holds any object


def test_workers_times_pages_never_exceed_the_workers() -> None:
    spans = [span for outcome in pooled([9, 1, 1, 5, 1, 1, 4], 2) for span in outcome.value]  # type: ignore[attr-defined]  # an outcome holds any object
    assert len(spans) == 22
    assert most_at_once(spans) == 2


def test_a_page_that_kills_the_worker_costs_its_own_document() -> None:
    failures = [outcome.failure for outcome in pooled([6, -4, 6], 2)]
    assert failures[0] is failures[2] is None
    assert failures[1] is not None
    assert failures[1].code is Problem.WORKER_CRASHED


def test_the_same_text_whatever_the_number_of_workers(tmp_path: Path) -> None:
    pages = [rendered(text) for text in (ENGLISH, RUSSIAN)]
    (tmp_path / "scan.pdf").write_bytes(scan_pdf([*pages, noisy(pages[0], 30), *pages]))
    written = []
    for workers in (1, 2):
        out = tmp_path / f"out{workers}"
        convert(Request(paths=[tmp_path / "scan.pdf"], out=out, settings=Settings(), workers=workers))
        written.append([(out / f"scan.pdf.{kind}").read_bytes() for kind in ("md", "json")])
    assert b"thirty days" in written[0][0]
    assert written[0] == written[1]

"""Each budget ends: the document's, its source's, and the run's over all its worker processes."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from pathlib import Path

import pytest

from ingest_assets.extract.vision.budget import Budget
from ingest_assets.thresholds.limits import Limits
from ingest_assets.thresholds.vision import Vision
from ingest_assets.workers import tally
from ingest_assets.workers.job import Job
from ingest_assets.workers.pool import map_documents
from ingest_assets.workers.tally import Tally, one_run

AMPLE = Vision()


@pytest.fixture(autouse=True)
def nothing_used(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tally, "_TALLY", [Tally()])


def test_the_documents_budget_ends() -> None:
    one = Budget()
    assert one.take_page(replace(AMPLE, pages_per_document=1)) is None
    assert one.take_page(replace(AMPLE, pages_per_document=1)) == "1 pages of the document used, limit 1"
    one.spend(50)
    assert one.take_page(replace(AMPLE, tokens_per_document=50)) == "50 tokens of the document used, limit 50"


def test_the_budget_of_a_source_leaves_other_sources_alone() -> None:
    limits = replace(AMPLE, pages_per_source=1)
    assert Budget(source="contracts").take_page(limits) is None
    assert Budget(source="contracts").take_page(limits) == "1 pages of the source used, limit 1"
    assert Budget(source="invoices").take_page(limits) is None
    assert (
        Budget(source="letters").take_page(replace(AMPLE, pages_per_source=0)) == "0 pages of the source used, limit 0"
    )


def test_the_runs_budget_counts_all_documents() -> None:
    assert [Budget().take_page(replace(AMPLE, pages_per_run=2)) for _ in range(3)] == [
        None,
        None,
        "2 pages of the run used, limit 2",
    ]
    Budget().spend(100)
    assert Budget().take_page(replace(AMPLE, tokens_per_run=100)) == "100 tokens of the run used, limit 100"


def take_one(source: object) -> str:
    """What a worker does with one document of three weak pages."""
    budget, limits = Budget(source=str(source)), replace(AMPLE, pages_per_run=7, pages_per_source=5)
    return ",".join("sent" if budget.take_page(limits) is None else "over" for _ in range(3))


def sent(sources: list[str]) -> Counter[str]:
    jobs = (Job(key=str(number), argument=source) for number, source in enumerate(sources))
    outcomes = map_documents(f"{__name__}:take_one", jobs, limits=Limits(), workers=2)
    return Counter(word for outcome in outcomes for word in str(outcome.value).split(","))


def test_worker_processes_and_pools_of_one_run_share_its_budget() -> None:
    with one_run():
        first = sent(["contracts"] * 3)
        second = sent(["invoices"] * 3)
    assert first == {"sent": 5, "over": 4}
    assert second == {"sent": 2, "over": 7}
    assert sent(["contracts"])["sent"] == 3


def test_a_killed_worker_leaves_a_tally_that_can_be_read(tmp_path: Path) -> None:
    shared = Tally(tmp_path / "tally")
    assert shared.add({"a": 9}, lambda used: None) is None
    assert shared.add({"a": 1, "b": 7}, lambda used: None) is None
    assert shared.add({"a": 1}, lambda used: f"{used['a']}") == "10"
    assert (tmp_path / "tally").read_text() == '{"a": 10, "b": 7}'

"""The pool with real faults: one bad document harms only itself."""

from __future__ import annotations

import itertools
import os
import signal
import subprocess
import sys
import tempfile
import time
from pathlib import Path

import pytest

from ingest_assets.problems import Problem
from ingest_assets.thresholds.limits import Limits
from ingest_assets.thresholds.workers import Workers
from ingest_assets.workers.job import Job, Outcome, WorkersBrokenError
from ingest_assets.workers.pool import map_documents
from ingest_assets.workers.process import cpu_limit
from ingest_assets.workers.scratch import PREFIX, remove_leftovers, scratch_folder

FAULTS = "ingest_assets_tests.faults.functions"
LIMITS = Limits(cpu_seconds=0.3, wall_factor=60.0, memory_bytes=200 * 1024**2)


def outcomes(name: str, arguments: list[object], *, workers: int = 2, limits: Limits = LIMITS) -> list[Outcome]:
    jobs = (Job(key=str(number), argument=argument) for number, argument in enumerate(arguments))
    found = list(map_documents(f"{FAULTS}:{name}", jobs, limits=limits, workers=workers))
    assert sorted(int(outcome.key) for outcome in found) == list(range(len(arguments)))
    return sorted(found, key=lambda outcome: int(outcome.key))


def is_gone(pid: int) -> bool:
    """Gone or a zombie that its new parent has not reaped yet."""
    for _ in range(100):
        try:
            state = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0]
        except OSError:
            return True
        if state == "Z":
            return True
        time.sleep(0.05)
    return False


@pytest.mark.parametrize("workers", [1, 2])
def test_every_job_has_its_own_value(workers: int) -> None:
    assert [outcome.value for outcome in outcomes("double", list(range(50)), workers=workers)] == list(range(0, 100, 2))


def test_no_jobs_no_outcomes() -> None:
    assert outcomes("double", []) == []


@pytest.mark.parametrize("workers", [1, 2])
def test_faults_among_good_documents_cost_only_themselves(workers: int) -> None:
    faults = [
        "segfault",
        "exit_at_once",
        "system_exit",
        "panic",
        "mute",
        "unpicklable",
        "poison",
        "deep_recursion",
        "hang",
    ]
    orders: list[object] = [order for fault in faults for order in (("double", 1), (fault, None), ("double", 2))]
    found = outcomes("mixed", orders, workers=workers)
    assert [outcome.value for outcome in found if outcome.failure is None] == [2, 4] * len(faults)
    codes = [outcome.failure.code for outcome in found if outcome.failure is not None]
    assert codes == [Problem.WORKER_CRASHED] * 2 + [Problem.PARSER_EXCEPTION] * 6 + [Problem.TIMEOUT]
    assert {
        outcome.attempts
        for outcome in found
        if outcome.failure and outcome.failure.code is not Problem.PARSER_EXCEPTION
    } == {2}


def test_a_neighbours_victim_succeeds_at_its_second_try(tmp_path: Path) -> None:
    (found,) = outcomes("once", [str(tmp_path / "marker")])
    assert (found.value, found.failure, found.attempts) == ("second", None, 2)


def test_the_second_try_has_twice_the_limits() -> None:
    (found,) = outcomes("burn", [0.45])
    assert (found.failure, found.attempts) == (None, 2)
    assert found.cpu_s > 0.7  # both attempts are counted


@pytest.mark.parametrize("waiting", [1, 8])
def test_a_second_try_runs_alone(waiting: int) -> None:
    jobs = [Job(key=str(number), argument=0.45 if number == 1 else 0.05) for number in range(8)]
    settings = Workers(retries_waiting=waiting)
    found = {
        outcome.key: outcome
        for outcome in map_documents(f"{FAULTS}:burn", jobs, limits=LIMITS, workers=2, settings=settings)
    }
    assert len(found) == 8
    retried = found.pop("1")
    assert retried.attempts == 2
    begin, end = retried.value  # type: ignore[misc]  # an outcome holds any object
    assert all(other.value[1] < begin or other.value[0] > end for other in found.values())  # type: ignore[index]  # an outcome holds any object


def test_large_arguments_and_large_results_pass() -> None:
    size = 3 * 1024**2
    assert [len(outcome.value) for outcome in outcomes("large", [size, 10, size])] == [size, 10, size]  # type: ignore[arg-type]  # an outcome holds any object
    assert [outcome.value for outcome in outcomes("length", [b"x" * size] * 4)] == [size] * 4


def test_an_argument_that_cannot_travel_is_a_finding() -> None:
    found = outcomes("double", [1, lambda: None, 3])
    assert [outcome.value for outcome in found] == [2, None, 6]
    assert found[1].failure is not None
    assert found[1].failure.code is Problem.PARSER_EXCEPTION


def test_input_is_read_lazily() -> None:
    taken = itertools.count()
    jobs = (Job(key=str(number), argument=number) for number in taken)
    running = map_documents(f"{FAULTS}:double", jobs, limits=LIMITS, workers=2)
    for _ in range(20):
        next(running)
    running.close()
    assert next(taken) < 40


def test_pages_buy_time() -> None:
    limits, settings = Limits(cpu_seconds=30.0, cpu_seconds_per_page=2.0), Workers(free_pages=20)
    assert [cpu_limit(pages, limits, settings) for pages in (1, 20, 21, 120)] == [30.0, 30.0, 32.0, 230.0]


def test_workers_are_renewed_after_so_many_documents() -> None:
    pids = [outcome.value for outcome in outcomes("pid", [None] * 9, workers=1, limits=Limits(recycle_after=3))]
    assert [len(list(group)) for _, group in itertools.groupby(pids)] == [3, 3, 3]


def test_each_document_has_an_empty_folder_that_is_gone_afterwards() -> None:
    found = [str(outcome.value).split(" ", 1) for outcome in outcomes("litter", [None] * 3, workers=1)]
    assert [before for before, _ in found] == ["0", "0", "0"]
    assert not any(Path(folder).exists() for _, folder in found)


@pytest.mark.parametrize("fault", ["leave_a_program", "crash_with_a_program"])
def test_programs_do_not_outlive_their_document(fault: str, tmp_path: Path) -> None:
    outcomes(fault, [str(tmp_path / "pid")])
    assert is_gone(int((tmp_path / "pid").read_text()))


def test_a_programs_cpu_time_counts_against_its_document() -> None:
    (found,) = outcomes("program_that_burns", [None])
    assert found.failure is not None
    assert found.failure.code is Problem.TIMEOUT
    assert found.cpu_s > 0.6


def test_what_sleeps_meets_the_wall_deadline() -> None:
    (found,) = outcomes("sleep", [60], limits=Limits(cpu_seconds=0.1, wall_factor=4.0))
    assert found.failure is not None
    assert found.failure.code is Problem.TIMEOUT
    assert "wall s" in found.failure.detail


def test_closed_descriptors_do_not_hang_the_supervisor() -> None:
    found = outcomes("mixed", [("double", 1), ("close_every_descriptor", None), ("double", 2)])
    assert [outcome.failure and outcome.failure.code for outcome in found] == [None, Problem.WORKER_CRASHED, None]


def test_stdout_stays_clean(capfd: pytest.CaptureFixture[str]) -> None:
    assert outcomes("print_a_lot", [None])[0].value == "printed"
    assert capfd.readouterr().out == ""


@pytest.mark.parametrize("function", [f"{FAULTS}:no_such_name", "no_such_module:run"])
def test_a_function_that_cannot_be_imported_is_nobodys_document(function: str) -> None:
    with pytest.raises(WorkersBrokenError, match="cannot be imported"):
        list(map_documents(function, [Job(key="a", argument=1)], limits=LIMITS, workers=1))


def test_a_pause_of_the_consumer_blames_nobody() -> None:
    """The answer lies ready while the consumer sleeps beyond the wall deadline: it is read before the clock."""
    limits = Limits(cpu_seconds=0.1, wall_factor=10.0)
    jobs = [Job(key=str(number), argument=number) for number in range(6)]
    found = []
    for outcome in map_documents(f"{FAULTS}:double", jobs, limits=limits, workers=1):
        found.append(outcome)
        time.sleep(1.2 if len(found) == 1 else 0)
    assert [outcome.attempts for outcome in found] == [1] * 6


SUPERVISOR = """
import os, sys
from ingest_assets.thresholds.limits import Limits
from ingest_assets.workers.job import Job
from ingest_assets.workers.pool import map_documents
if __name__ == "__main__":
    jobs = [Job(key="pid", argument=("pid", None)), Job(key="hang", argument=("sleep", 60))]
    for outcome in map_documents("ingest_assets_tests.faults.functions:mixed", jobs, limits=Limits(), workers=1):
        print(outcome.value, flush=True)
"""


@pytest.mark.parametrize("how", [signal.SIGINT, signal.SIGKILL, signal.SIGTERM])
def test_workers_die_with_their_supervisor(how: signal.Signals, tmp_path: Path) -> None:
    script = tmp_path / "supervisor.py"
    script.write_text(SUPERVISOR)
    folders = os.pathsep.join(path for path in sys.path if path)
    environment = {**os.environ, "PYTHONPATH": folders, "TMPDIR": str(tmp_path)}
    with subprocess.Popen(
        [sys.executable, script], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, env=environment
    ) as supervisor:
        assert supervisor.stdout is not None
        worker = int(supervisor.stdout.readline())
        supervisor.send_signal(how)
        supervisor.wait(10)
    assert is_gone(worker)
    remove_leftovers(tmp_path)
    assert list(tmp_path.glob(f"{PREFIX}*")) == []


def test_leftovers_are_removed_and_folders_in_use_are_not(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path))
    with scratch_folder() as used:
        dead = tmp_path / f"{PREFIX}dead"
        dead.mkdir()
        (dead / "lock").touch()
        with scratch_folder():
            assert used.is_dir()
            assert not dead.exists()
    assert list(tmp_path.iterdir()) == []

"""Slots: as many holders as workers, waiting workers before borrowers, nothing lost with a process."""

from __future__ import annotations

import signal
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from ingest_assets.workers.slots import Slots, borrowed

HOLD = """
import sys
from pathlib import Path
from ingest_assets.workers.slots import Slots
Slots(Path(sys.argv[1]), 1).occupy()
print(flush=True)
sys.stdin.read()
"""


def test_there_are_as_many_as_workers(tmp_path: Path) -> None:
    slots = Slots(tmp_path, 3)
    held = [slots.occupy(), slots.borrow(), slots.borrow()]
    assert all(held)
    assert slots.borrow() is None
    held[1].release()  # type: ignore[union-attr]  # it was just taken
    assert slots.borrow() is not None


def test_a_worker_that_waits_goes_before_borrowers(tmp_path: Path) -> None:
    slots = Slots(tmp_path, 1)
    page = slots.borrow()
    assert page is not None
    with ThreadPoolExecutor() as threads:
        worker = threads.submit(slots.occupy)
        while not (tmp_path / "slot-wanted").exists() or slots.borrow() is not None:
            pass
        page.release()
        worker.result(timeout=10)
    assert slots.borrow() is None


def test_a_killed_holder_leaves_its_slot(tmp_path: Path) -> None:
    holder = subprocess.Popen(
        [sys.executable, "-c", HOLD, str(tmp_path)], stdin=subprocess.PIPE, stdout=subprocess.PIPE
    )
    assert holder.stdout is not None
    holder.stdout.readline()
    assert Slots(tmp_path, 1).borrow() is None
    holder.send_signal(signal.SIGKILL)
    holder.wait()
    assert Slots(tmp_path, 1).borrow() is not None
    holder.communicate()


def test_outside_a_worker_nothing_is_lent() -> None:
    assert borrowed() is None

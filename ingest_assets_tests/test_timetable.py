"""When a source is due."""

from __future__ import annotations

import datetime

import pytest

from ingest_assets.timetable import check_schedule, is_cron, last_due


def test_names_are_no_cron_expressions() -> None:
    assert [is_cron(name) for name in ("nightly", "weekly", "manual", "0 2 * * *")] == [False, False, False, True]


@pytest.mark.parametrize("schedule", ["nightly", "manual", "0 2 * * *", "*/15 8-18 * * 1-5", "0 0 29 2 *"])
def test_what_can_come_is_accepted(schedule: str) -> None:
    check_schedule(schedule)


@pytest.mark.parametrize("schedule", ["", "daily", "* * * *", "0 25 * * *", "0 0 31 4 *", "0 0 2 * * *", "@daily"])
def test_what_cannot_come_is_not(schedule: str) -> None:
    with pytest.raises(ValueError, match="nor a cron expression"):
        check_schedule(schedule)


@pytest.mark.parametrize(
    ("now", "due"),
    [
        ("2026-11-30T04:30:00", "2026-11-30T04:30:00"),
        ("2026-11-30T04:29:59", "2026-11-27T04:30:00"),
        ("2026-11-30T04:30:59", "2026-11-30T04:30:00"),
        ("2026-11-29T12:00:00", "2026-11-27T04:30:00"),
    ],
)
def test_the_last_moment_at_or_before_now(now: str, due: str) -> None:
    found = last_due("30 4 * * 1-5", datetime.datetime.fromisoformat(now))
    assert found == datetime.datetime.fromisoformat(due)

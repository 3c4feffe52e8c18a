"""When a source is due: every night, on Mondays, by hand only, or at the times of a cron expression. All times are UTC."""

from __future__ import annotations

import datetime

NAMED = ("nightly", "weekly", "manual")


def is_cron(schedule: str) -> bool:
    """Has the source times of its own?"""
    return schedule not in NAMED


def check_schedule(schedule: str) -> None:
    """Raise ValueError for what is neither a name nor a cron expression of five fields."""
    if not is_cron(schedule):
        return
    from cronsim import CronSim, CronSimError

    told = f"{schedule!r} is none of {', '.join(NAMED)}, nor a cron expression such as '30 4 * * 1-5'"
    if len(schedule.split()) != 5:
        raise ValueError(f"{told} (it has five fields)")
    try:
        next(CronSim(schedule, datetime.datetime(2024, 1, 1)))
    except (CronSimError, StopIteration) as error:
        raise ValueError(f"{told} ({str(error) or 'it never comes'})") from error


def last_due(schedule: str, now: datetime.datetime) -> datetime.datetime:
    """The last moment, at or before ``now``, that a cron expression names."""
    from cronsim import CronSim

    moment = now.replace(second=0, microsecond=0) + datetime.timedelta(minutes=1)
    return next(CronSim(schedule, moment, reverse=True))

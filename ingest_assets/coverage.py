"""The weekly number: how documents end, by source, format and problem; what is new; what somebody should look at. From the lake alone."""

from __future__ import annotations

import datetime
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass

import duckdb

from ingest_assets.thresholds.reports import Reports

STATES = ("indexed", "quarantined", "skipped")
DAYS = 7  # a week: the trend, and what counts as new
AT = """
select source, state, count(*) from (
    select source, raw_sha256, arg_max(state, written_at) as state from document_history where written_at <= ? group by all
) where state <> 'gone' group by all
"""
PROBLEMS = """
select source, format, primary_problem, count(*) from outcomes where state = 'quarantined' group by all order by 4 desc, 1, 2, 3
"""
FORMATS = """
select format, count(*), list(distinct source order by source) from outcomes where format <> 'unread' group by format
having min(first_seen) > ? and (select min(first_seen) from outcomes) <= ? order by format
"""
LOOKED_AT = "select source, max(last_seen) from outcomes group by source order by source"

NEVER_SEEN = "select source from _seen"
UNFETCHED = """
select source, count(*) filter (where problem in ('fetch_failed', 'fetch_refused')) as missed, count(*) from raw_files where depth = 0
group by source having missed > 0 order by source
"""

Counts = Mapping[str, Mapping[str, int]]


@dataclass(frozen=True, slots=True, kw_only=True)
class Alert:
    """A sentence for people. ``kind`` and ``subject`` (a source, a format) stay the same while its numbers move."""

    kind: str
    subject: str
    text: str

    @property
    def key(self) -> str:
        """What it is about, so that it is told once."""
        return f"{self.kind}:{self.subject}"

    def __str__(self) -> str:
        return self.text


@dataclass(frozen=True, slots=True, kw_only=True)
class Coverage:
    """One look. ``trend`` holds the counts of the last eight days, the oldest first, ``before`` the sources of a week ago."""

    now: datetime.datetime
    sources: Counts
    before: Counts
    trend: Sequence[Mapping[str, int]]
    problems: Sequence[tuple[str, str, str, int]]
    new_formats: Sequence[tuple[str, int, Sequence[str]]]
    alerts: Sequence[Alert]

    @property
    def totals(self) -> Mapping[str, int]:
        """State → documents, over all sources."""
        return self.trend[-1]


def coverage(
    lake: duckdb.DuckDBPyConnection, now: datetime.datetime, limits: Reports, expected: Collection[str] = ()
) -> Coverage:
    """Count. ``now`` is UTC without zone, ``expected`` the sources that should have been looked at by now."""
    days = [_at(lake, now - datetime.timedelta(days=back)) for back in range(DAYS, -1, -1)]
    week_ago = now - datetime.timedelta(days=DAYS)
    formats = [
        (str(name), int(count), list(where))
        for name, count, where in lake.execute(FORMATS, [week_ago, week_ago]).fetchall()
    ]
    alerts = [
        *_jumps(days[0], days[-1], limits),
        *(_new_format(name, count, where) for name, count, where in formats),
        *_silent(lake, now, limits),
        *_never_seen(lake, expected),
        *_unfetched(lake, limits),
    ]
    return Coverage(
        now=now,
        sources=days[-1],
        before=days[0],
        trend=[_summed(day) for day in days],
        problems=[(str(a), str(b), str(c), int(d)) for a, b, c, d in lake.execute(PROBLEMS).fetchall()],
        new_formats=formats,
        alerts=alerts,
    )


def _at(lake: duckdb.DuckDBPyConnection, moment: datetime.datetime) -> dict[str, dict[str, int]]:
    found: dict[str, dict[str, int]] = {}
    for source, state, count in lake.execute(AT, [moment]).fetchall():
        found.setdefault(str(source), dict.fromkeys(STATES, 0))[str(state)] = int(count)
    return dict(sorted(found.items()))


def _summed(counts: Counts) -> dict[str, int]:
    return {state: sum(one[state] for one in counts.values()) for state in STATES}


def _new_format(name: str, count: int, where: Sequence[str]) -> Alert:
    return Alert(kind="format", subject=name, text=f"new format {name}: {documents(count)} in {', '.join(where)}")


def _jumps(before: Counts, now: Counts, limits: Reports) -> list[Alert]:
    """Sources whose share of quarantined documents rose over the week."""
    told = []
    for source in before.keys() & now.keys():
        old, new = _share(before[source]), _share(now[source])
        if new - old > limits.quarantine_rise:
            text = f"quarantine of {source} rose from {old:.0%} to {new:.0%} in a week"
            told.append(Alert(kind="quarantine", subject=source, text=text))
    return sorted(told, key=lambda alert: alert.subject)


def _share(counts: Mapping[str, int]) -> float:
    return counts["quarantined"] / max(sum(counts.values()), 1)


def _silent(lake: duckdb.DuckDBPyConnection, now: datetime.datetime, limits: Reports) -> list[Alert]:
    """Sources that no run has looked at: a schedule that is off, a folder that is gone, a disk that is not there."""
    limit = now - datetime.timedelta(days=limits.silent_days)
    rows = lake.execute(LOOKED_AT).fetchall()
    return [
        Alert(kind="silent", subject=str(source), text=f"source {source} is silent: last looked at on {seen:%Y-%m-%d}")
        for source, seen in rows
        if seen and seen < limit
    ]


def _never_seen(lake: duckdb.DuckDBPyConnection, expected: Collection[str]) -> list[Alert]:
    """Sources that no run has ever listed: missing credentials, a wrong address, a folder that is not there."""
    seen = {str(source) for (source,) in lake.execute(NEVER_SEEN).fetchall()}
    return [
        Alert(kind="silent", subject=source, text=f"source {source} is silent: no run has been able to list it yet")
        for source in sorted(set(expected) - seen)
    ]


def _unfetched(lake: duckdb.DuckDBPyConnection, limits: Reports) -> list[Alert]:
    """Sources whose last run could not fetch a good part of their items; what was fetched before stays, so no other number shows it."""
    return [
        Alert(kind="unfetched", subject=str(source), text=f"{missed} of {total} items of {source} could not be fetched")
        for source, missed, total in lake.execute(UNFETCHED).fetchall()
        if missed / total > limits.unfetched_share
    ]


def documents(count: int) -> str:
    """One document, two documents."""
    return f"{count} document" if count == 1 else f"{count} documents"

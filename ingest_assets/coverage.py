"""The weekly number: how documents end, by source, format and problem; what is new; what somebody should look at. From the lake alone."""

from __future__ import annotations

import datetime
import html
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import duckdb

from ingest_assets.pipe_tables import pipe_table
from ingest_assets.thresholds.reports import Reports

STATES = ("indexed", "quarantined", "skipped")
BARS = "▁▂▃▄▅▆▇█"
DAYS = 7
AT = """
select source, state, count(*) from (
    select source, raw_sha256, arg_max(state, written_at) as state from document_history where written_at <= ? group by all
) where state <> 'gone' group by all
"""
PROBLEMS = """
select source, format, primary_problem, count(*) from outcomes where state = 'quarantined' group by all order by 4 desc, 1, 2, 3
"""
FORMATS = """
select format, count(*), list(distinct source order by source) from outcomes group by format
having min(first_seen) > ? and (select min(first_seen) from outcomes) <= ? order by format
"""
LOOKED_AT = "select source, max(last_seen) from outcomes group by source order by source"

Counts = Mapping[str, Mapping[str, int]]


@dataclass(frozen=True, slots=True, kw_only=True)
class Coverage:
    """One look. ``trend`` holds the counts of the last eight days, the oldest first; ``alerts`` are sentences for people."""

    now: datetime.datetime
    sources: Counts
    trend: Sequence[Mapping[str, int]]
    problems: Sequence[tuple[str, str, str, int]]
    new_formats: Sequence[tuple[str, int, Sequence[str]]]
    alerts: Sequence[str]

    @property
    def totals(self) -> Mapping[str, int]:
        """State → documents, over all sources."""
        return self.trend[-1]


def coverage(lake: duckdb.DuckDBPyConnection, now: datetime.datetime, limits: Reports) -> Coverage:
    """Count. ``now`` is UTC without zone."""
    days = [_at(lake, now - datetime.timedelta(days=back)) for back in range(DAYS, -1, -1)]
    week_ago = now - datetime.timedelta(days=DAYS)
    formats = [
        (str(name), int(count), list(where))
        for name, count, where in lake.execute(FORMATS, [week_ago, week_ago]).fetchall()
    ]
    alerts = [
        *_jumps(days[0], days[-1], limits),
        *(f"new format {name}: {count} documents in {', '.join(where)}" for name, count, where in formats),
        *_silent(lake, now, limits),
    ]
    return Coverage(
        now=now,
        sources=days[-1],
        trend=[_summed(day) for day in days],
        problems=[(str(a), str(b), str(c), int(d)) for a, b, c, d in lake.execute(PROBLEMS).fetchall()],
        new_formats=formats,
        alerts=alerts,
    )


def as_markdown(found: Coverage) -> str:
    """The report for people who read text."""
    parts = [f"# Coverage on {found.now:%Y-%m-%d}", _sentence(found), "## Worth a look", _listed(found.alerts)]
    parts += [
        "## This week",
        trend_table(found),
        "## By source",
        source_table(found),
        "## Quarantine",
        problem_table(found),
    ]
    return "\n\n".join(parts) + "\n"


def as_html(found: Coverage) -> str:
    """The same as one page without scripts, styles from elsewhere or pictures."""
    items = "".join(f"<li>{html.escape(alert)}</li>" for alert in found.alerts) or "<li>nothing</li>"
    return (
        "<!doctype html><html lang='en'><meta charset='utf-8'><title>Coverage</title>"
        "<style>body{font:16px sans-serif;max-width:60em;margin:2em auto}td,th{padding:.2em .8em;text-align:left}"
        "svg{border:1px solid #ccc}</style>"
        f"<h1>Coverage on {found.now:%Y-%m-%d}</h1><p>{html.escape(_sentence(found))}</p><h2>Worth a look</h2><ul>{items}</ul>"
        f"<h2>Quarantined, day by day</h2>{_curve([day['quarantined'] for day in found.trend])}"
        f"<h2>By source</h2>{_html_table(('source', *STATES), _source_rows(found))}"
        f"<h2>Quarantine</h2>{_html_table(('source', 'format', 'problem', 'documents'), found.problems)}</html>\n"
    )


def trend_table(found: Coverage) -> str:
    """Each state's last eight days, as bars and as numbers."""
    rows = []
    for state in STATES:
        counts = [day[state] for day in found.trend]
        rows.append((state, spark(counts), counts[0], counts[-1], f"{counts[-1] - counts[0]:+d}"))
    return pipe_table(("state", "eight days", "a week ago", "now", "change"), rows)


def source_table(found: Coverage) -> str:
    """Documents by source and state."""
    return pipe_table(("source", *STATES), _source_rows(found))


def problem_table(found: Coverage) -> str:
    """Quarantined documents by source, format and primary problem."""
    head = ("source", "format", "problem", "documents")
    return pipe_table(head, found.problems) if found.problems else "Nothing is in quarantine."


def spark(counts: Sequence[int]) -> str:
    """A row of bars, from nothing to the largest count."""
    most = max(counts, default=0)
    return "".join(BARS[round(count / most * (len(BARS) - 1))] if most else BARS[0] for count in counts)


def _at(lake: duckdb.DuckDBPyConnection, moment: datetime.datetime) -> dict[str, dict[str, int]]:
    found: dict[str, dict[str, int]] = {}
    for source, state, count in lake.execute(AT, [moment]).fetchall():
        found.setdefault(str(source), dict.fromkeys(STATES, 0))[str(state)] = int(count)
    return dict(sorted(found.items()))


def _summed(counts: Counts) -> dict[str, int]:
    return {state: sum(one[state] for one in counts.values()) for state in STATES}


def _jumps(before: Counts, now: Counts, limits: Reports) -> list[str]:
    """Sources whose share of quarantined documents rose over the week."""
    told = []
    for source in before.keys() & now.keys():
        old, new = _share(before[source]), _share(now[source])
        if new - old > limits.quarantine_rise:
            told.append(f"quarantine of {source} rose from {old:.0%} to {new:.0%} in a week")
    return sorted(told)


def _share(counts: Mapping[str, int]) -> float:
    return counts["quarantined"] / max(sum(counts.values()), 1)


def _silent(lake: duckdb.DuckDBPyConnection, now: datetime.datetime, limits: Reports) -> list[str]:
    """Sources that no run has looked at: a schedule that is off, a folder that is gone, a disk that is not there."""
    limit = now - datetime.timedelta(days=limits.silent_days)
    rows = lake.execute(LOOKED_AT).fetchall()
    return [
        f"source {source} is silent: last looked at on {seen:%Y-%m-%d}"
        for source, seen in rows
        if seen and seen < limit
    ]


def _sentence(found: Coverage) -> str:
    parts = ", ".join(f"{count} {state}" for state, count in found.totals.items())
    return f"{sum(found.totals.values())} documents in {len(found.sources)} sources: {parts}."


def _listed(lines: Sequence[str]) -> str:
    return "\n".join(f"- {line}" for line in lines) or "Nothing."


def _source_rows(found: Coverage) -> list[tuple[object, ...]]:
    return [(source, *(counts[state] for state in STATES)) for source, counts in found.sources.items()]


def _html_table(head: Sequence[str], rows: Sequence[Sequence[object]]) -> str:
    cells = "".join(f"<th>{html.escape(name)}</th>" for name in head)
    lines = "".join("<tr>" + "".join(f"<td>{html.escape(str(cell))}</td>" for cell in row) + "</tr>" for row in rows)
    return f"<table><tr>{cells}</tr>{lines}</table>"


def _curve(counts: Sequence[int]) -> str:
    """A line of 400 × 80 pixels, from zero to the largest count."""
    most = max([*counts, 1])
    points = " ".join(
        f"{20 + 360 * day / max(len(counts) - 1, 1):.0f},{70 - 60 * count / most:.0f}"
        for day, count in enumerate(counts)
    )
    line = f"<polyline fill='none' stroke='#b00' stroke-width='2' points='{points}'/>"
    return f"<svg width='400' height='80'>{line}<text x='4' y='14' font-size='11'>{most}</text></svg>"

"""The coverage report as people read it: markdown, and one HTML page without scripts, styles from elsewhere or pictures."""

from __future__ import annotations

import html
from collections.abc import Sequence

from ingest_assets.coverage import STATES, Alert, Coverage, documents
from ingest_assets.pipe_tables import pipe_table
from ingest_assets.problems import Problem

BARS = "▁▂▃▄▅▆▇█"
STYLE = (
    "body{font:16px/1.4 sans-serif;max-width:64em;margin:2em auto;padding:0 1em;color:#222}table{border-collapse:collapse}"
    "td,th{padding:.25em .8em;text-align:left;border-bottom:1px solid #ddd;vertical-align:top}td.n{text-align:right}"
    "h2{margin-top:1.6em}.alert{border-left:4px solid #b00;padding-left:.8em}polyline{fill:none;stroke:#06c;stroke-width:2}"
)
TREND = ("state", "eight days", "a week ago", "now", "change")
SOURCES = ("source", *STATES, "in quarantine", "change in a week")
QUARANTINE = ("source", "format", "problem", "documents")


def as_markdown(found: Coverage) -> str:
    """The report for people who read text."""
    parts = [
        f"# Coverage on {found.now:%Y-%m-%d}",
        sentence(found),
        "## Worth a look",
        listed(found.alerts),
        "## This week",
        trend_table(found),
        "## New formats",
        "\n".join(f"- {line}" for line in _formats(found)) or "None.",
        "## By source",
        source_table(found),
        "## Quarantine",
        problem_table(found),
    ]
    meanings = [f"- `{code}`: {about}" for code, about in _meanings(found)]
    return "\n\n".join([*parts, *(["What they mean, and what to do:", "\n".join(meanings)] if meanings else [])]) + "\n"


def as_html(found: Coverage) -> str:
    """The same as a page."""
    alerts = "".join(f"<p class='alert'>{html.escape(str(alert))}</p>" for alert in found.alerts) or "<p>Nothing.</p>"
    formats = "".join(f"<li>{html.escape(line)}</li>" for line in _formats(found))
    meanings = "".join(
        f"<dt><code>{html.escape(code)}</code></dt><dd>{html.escape(about)}</dd>" for code, about in _meanings(found)
    )
    return (
        "<!doctype html><html lang='en'><meta charset='utf-8'><title>Coverage</title>"
        f"<style>{STYLE}</style><h1>Coverage on {found.now:%Y-%m-%d}</h1><p>{html.escape(sentence(found))}</p>"
        f"<h2>Worth a look</h2>{alerts}<h2>This week</h2>{_trend_html(found)}"
        f"<h2>New formats</h2>{f'<ul>{formats}</ul>' if formats else '<p>None.</p>'}"
        f"<h2>By source</h2>{_html_table(SOURCES, _source_rows(found))}"
        f"<h2>Quarantine</h2>{_html_table(QUARANTINE, found.problems) if found.problems else '<p>Nothing is in quarantine.</p>'}"
        f"{f'<h3>What they mean, and what to do</h3><dl>{meanings}</dl>' if meanings else ''}</html>\n"
    )


def sentence(found: Coverage) -> str:
    """The totals in words."""
    parts = ", ".join(f"{count} {state}" for state, count in found.totals.items())
    sources = "1 source" if len(found.sources) == 1 else f"{len(found.sources)} sources"
    grown = sum(found.totals.values()) - sum(found.trend[0].values())
    change = f" {documents(abs(grown))} {'more' if grown > 0 else 'fewer'} than a week ago." if grown else ""
    return f"{documents(sum(found.totals.values()))} in {sources}: {parts}.{change}"


def listed(alerts: Sequence[Alert]) -> str:
    """Alerts as a markdown list."""
    return "\n".join(f"- {alert}" for alert in alerts) or "Nothing."


def trend_table(found: Coverage) -> str:
    """Each state's last eight days, as bars and as numbers."""
    return pipe_table(TREND, [(state, spark(counts), *_ends(counts)) for state, counts in _series(found)])


def source_table(found: Coverage) -> str:
    """Documents by source and state, with the share in quarantine and the week's change."""
    return pipe_table(SOURCES, _source_rows(found))


def problem_table(found: Coverage) -> str:
    """Quarantined documents by source, format and primary problem."""
    return pipe_table(QUARANTINE, found.problems) if found.problems else "Nothing is in quarantine."


def spark(counts: Sequence[int]) -> str:
    """A row of bars, from nothing to the largest count."""
    most = max(counts, default=0)
    return "".join(BARS[round(count / most * (len(BARS) - 1))] if most else BARS[0] for count in counts)


def _series(found: Coverage) -> list[tuple[str, list[int]]]:
    return [(state, [day[state] for day in found.trend]) for state in STATES]


def _ends(counts: Sequence[int]) -> tuple[int, int, str]:
    return counts[0], counts[-1], f"{counts[-1] - counts[0]:+d}"


def _formats(found: Coverage) -> list[str]:
    return [f"{name}: {documents(count)} in {', '.join(where)}" for name, count, where in found.new_formats]


def _meanings(found: Coverage) -> list[tuple[str, str]]:
    """Each code of the quarantine with its meaning and cure; a code of an older version has none."""
    codes = dict.fromkeys(code for _, _, code, _ in found.problems)
    known = {problem.value: problem.about for problem in Problem}
    return [(code, f"{known[code].meaning} {known[code].cure}") for code in codes if code in known]


def _source_rows(found: Coverage) -> list[tuple[object, ...]]:
    rows: list[tuple[object, ...]] = []
    for source, counts in found.sources.items():
        total = sum(counts.values())
        before = sum(found.before.get(source, {}).values())
        share = f"{counts['quarantined'] / total:.0%}" if total else ""
        rows.append((source, *(counts[state] for state in STATES), share, f"{total - before:+d}" if before else "new"))
    return rows


def _trend_html(found: Coverage) -> str:
    head = "".join(f"<th>{name}</th>" for name in TREND)
    rows = "".join(
        f"<tr><td>{state}</td><td>{_curve(counts)}</td>"
        + "".join(f"<td class='n'>{value}</td>" for value in _ends(counts))
        + "</tr>"
        for state, counts in _series(found)
    )
    return f"<table><tr>{head}</tr>{rows}</table>"


def _html_table(head: Sequence[str], rows: Sequence[Sequence[object]]) -> str:
    cells = "".join(f"<th>{html.escape(name)}</th>" for name in head)
    lines = "".join("<tr>" + "".join(_cell(cell) for cell in row) + "</tr>" for row in rows)
    return f"<table><tr>{cells}</tr>{lines}</table>"


def _cell(value: object) -> str:
    return f"<td class='n'>{value}</td>" if isinstance(value, int) else f"<td>{html.escape(str(value))}</td>"


def _curve(counts: Sequence[int]) -> str:
    """A line of 160 × 30 pixels, from zero to the largest count."""
    most = max([*counts, 1])
    last = max(len(counts) - 1, 1)
    points = " ".join(f"{2 + 156 * day / last:.0f},{28 - 26 * count / most:.0f}" for day, count in enumerate(counts))
    return f"<svg width='160' height='30'><polyline points='{points}'/></svg>"

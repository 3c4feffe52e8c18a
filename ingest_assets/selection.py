"""Documents chosen by a condition over the views: the work list of a re-run."""

from __future__ import annotations

import duckdb

SELECTION = """
select distinct source, raw_sha256, name from (
    select outcomes.*, locations[1] as name, sniffed.* exclude (source, raw_sha256, format, skip_rule, problems),
        pages.* exclude (source, raw_sha256)
    from outcomes
    left join sniffed_files sniffed using (source, raw_sha256)
    left join extracted_text pages using (source, raw_sha256)
) where {where} order by all
"""


def selected(lake: duckdb.DuckDBPyConnection, where: str) -> list[tuple[str, str, str]]:
    """(source, raw_sha256, name) of the documents that meet a condition over outcomes, sniffed_files and extracted_text.

    Raises duckdb.Error for a condition that DuckDB refuses.
    """
    return [
        (str(source), str(sha), str(name))
        for source, sha, name in lake.execute(SELECTION.format(where=where)).fetchall()
    ]


def in_quarantine(problem: str) -> str:
    """The condition of the quarantined documents that a problem holds or marks."""
    return f"state = 'quarantined' and list_contains(problems, '{problem}')"

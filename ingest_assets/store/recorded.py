"""Which parser versions stand in the rows of each source: one query, for the sensor and for ``ingest plan``."""

from __future__ import annotations

from pathlib import Path

from ingest_assets.store import query


def recorded_versions(root: Path) -> dict[str, dict[str, int]]:
    """Source → parser version → number of documents that it read."""
    found: dict[str, dict[str, int]] = {}
    with query.connect(root) as connection:
        rows = connection.execute(
            "select source, version, count(*) from (select source, unnest(parser_versions) as version from outcomes) group by all order by all"
        ).fetchall()
    for source, version, count in rows:
        found.setdefault(str(source), {})[str(version)] = int(count)
    return found

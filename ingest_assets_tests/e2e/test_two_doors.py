"""``ingest convert`` and the Dagster assets are two doors to one pipeline: same states, same problems, same chunks."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from ingest_assets.conversion import Request, convert
from ingest_assets.settings import Settings
from ingest_assets.store.store import Store


@pytest.mark.parametrize("source", ["alpha", "beta", "gamma"])
def test_both_doors_give_the_same_documents(source: str, ingested: Path, tmp_path: Path) -> None:
    request = Request(paths=[ingested / "sources" / source], out=tmp_path, settings=Settings(), source=source)
    report = convert(request)
    sidecars = [json.loads(path.read_text("utf-8")) for path in tmp_path.rglob("*.json") if path.name != "_report.json"]
    assert len(sidecars) == report.states.total()
    with Store(ingested / "lake").connect() as connection:
        query = "select raw_sha256, state, skip_rule, problems from outcomes where source = ?"
        outcomes = {row[0]: row[1:] for row in connection.execute(query, [source]).fetchall()}
        chunks = connection.execute(
            "select raw_sha256, chunk_id, text from chunks where source = ?", [source]
        ).fetchall()
    converted = {
        one["raw_sha256"]: (one["state"], one["skip_rule"], sorted({problem["code"] for problem in one["problems"]}))
        for one in sidecars
    }
    assert {sha: (state, rule, sorted(problems)) for sha, (state, rule, problems) in outcomes.items()} == converted
    assert sorted(chunks) == sorted(
        (one["raw_sha256"], chunk["chunk_id"], chunk["text"]) for one in sidecars for chunk in one["chunks"]
    )

"""The store against a dictionary: after any sequence of commits both hold the same."""

from __future__ import annotations

import tempfile
from pathlib import Path

from hypothesis import given, settings
from hypothesis import strategies as st

from ingest_assets.store.store import Store
from ingest_assets.store.tables import Row
from ingest_assets.thresholds.store import StoreSizes
from ingest_assets_tests.corpus.lake import sha

SIZES = StoreSizes(commit_rows=2, merge_parts=3, bucket_rows=4, row_group_rows=2)
DOCUMENTS = st.lists(st.integers(0, 9), min_size=1, max_size=4, unique=True)
STEPS = st.lists(
    st.tuples(st.sampled_from(["append", "append", "drop", "compact", "begin"]), DOCUMENTS, st.sampled_from("abc")),
    max_size=9,
)


@settings(max_examples=25, deadline=None)
@given(STEPS)
def test_the_store_is_a_dictionary(steps: list[tuple[str, list[int], str]]) -> None:
    model: dict[str, tuple[str, str]] = {}
    with tempfile.TemporaryDirectory() as folder:
        store = Store(Path(folder), sizes=SIZES)
        for step, numbers, mark in steps:
            keys = [sha(number) for number in numbers]
            if step == "append":
                rows = [Row(raw_sha256=key, fingerprint=mark, output_hash=mark, payload=mark.encode()) for key in keys]
                store.append("sniffed", "web", rows)
                model |= dict.fromkeys(keys, (mark, mark))
            elif step == "drop":
                store.drop("sniffed", "web", keys)
                model = {key: value for key, value in model.items() if key not in keys}
            elif step == "compact":
                store.compact("web", force=True)
            else:
                store = Store(Path(folder), sizes=SIZES)
                store.begin("web")
        assert store.present("sniffed", "web") == model
        loaded = list(store.load("sniffed", "web", [sha(number) for number in range(12)]))
        assert sorted(loaded) == sorted((key, mark.encode()) for key, (mark, _) in model.items())
        with store.connect() as lake:
            assert sorted(lake.sql("select raw_sha256, source from sniffed_files").fetchall()) == sorted(
                (key, "web") for key in model
            )

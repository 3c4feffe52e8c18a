"""The views: right columns without data, right rows with it, counts that add up."""

from __future__ import annotations

from pathlib import Path

import pytest

from ingest_assets.store.query import counts, describe, quarantine_counts, recorded_versions
from ingest_assets.store.rows import (
    Ending,
    StoredChild,
    cleaned_row,
    extracted_row,
    gated_row,
    indexed_row,
    outcome_row,
    primary_problem,
    sniffed_row,
    triaged_row,
)
from ingest_assets.store.schemas import DATASETS
from ingest_assets.store.store import Store
from ingest_assets.store.views import VIEWS
from ingest_assets_tests.corpus import lake

GOOD, BAD, MEMBER = lake.sha("good"), lake.sha("bad"), lake.sha("member")


@pytest.fixture(scope="module")
def store(tmp_path_factory: pytest.TempPathFactory) -> Store:
    """One good document under two names with one member, and one bad one."""
    store = Store(tmp_path_factory.mktemp("lake"), run="run-1")
    store.manifest("web").save(
        [lake.location("a.pdf", "good"), lake.location("b.pdf", "bad"), lake.location("copy/a.pdf", "good")],
        seen_at=lake.NOW,
    )
    child = StoredChild(member="in.txt", raw_sha256=MEMBER, size_bytes=5)
    store.append("sniffed", "web", [sniffed_row(GOOD, "f", lake.sniffed(findings=(lake.NOTE,)))])
    store.append("triaged", "web", [triaged_row(GOOD, "f", lake.triage())])
    store.append("extracted", "web", [extracted_row(GOOD, "f", lake.extraction(), [child])])
    store.append("cleaned", "web", [cleaned_row(GOOD, "f", lake.cleaned())])
    held = gated_row(
        BAD, "f", lake.verdict("quarantined"), file_format="pdf", findings=[lake.HELD, lake.NOTE], pages=lake.pages()
    )
    store.append("gated", "web", [gated_row(GOOD, "f", lake.verdict(), file_format="pdf"), held])
    store.append("indexed", "web", [indexed_row(GOOD, "f", lake.chunks())])
    bad = Ending(
        format="pdf", state="quarantined", findings=(lake.NOTE, lake.LATER, lake.HELD), parser_versions=(lake.VERSION,)
    )
    good = Ending(format="pdf", state="indexed", findings=(lake.NOTE,), cpu_s=1.5)
    store.append("outcomes", "web", [outcome_row(GOOD, "f", good), outcome_row(BAD, "f", bad)])
    return store


def test_every_view_has_its_columns_without_any_data(tmp_path: Path) -> None:
    with Store(tmp_path).connect() as empty:
        for name, view in VIEWS.items():
            relation = empty.sql(f"from {name}")
            assert set(relation.columns) == set(view.columns), name
            assert relation.fetchall() == []


def test_describe_names_every_column_with_type_and_meaning() -> None:
    described = describe()
    assert described.keys() == VIEWS.keys()
    assert all(kind and meaning for columns in described.values() for _, kind, meaning in columns)


def test_the_quarantine_has_a_row_for_each_holding_problem_and_no_more_columns(store: Store) -> None:
    with store.connect() as query:
        relation = query.sql("from quarantine order by problem")
        assert relation.columns == ["raw_sha256", "format", "problem", "parser", "parser_version", "source"]
        assert relation.fetchall() == [
            (BAD, "pdf", "empty_extraction", "pdf_words", lake.VERSION, "web"),
            (BAD, "pdf", "low_dictionary_hit", "ocr_pages", "ocr_pages-1+tesseract-5.3.0", "web"),
        ]


def test_a_quarantined_document_always_has_a_problem() -> None:
    with pytest.raises(ValueError, match="without a holding problem"):
        gated_row(BAD, "f", lake.verdict("skipped").__class__(state="quarantined"), file_format="pdf")


def test_names_sizes_and_members(store: Store) -> None:
    with store.connect() as query:
        names = query.sql("select name, raw_sha256, depth, parent_sha256 from raw_files order by name").fetchall()
    assert names == [
        ("a.pdf", GOOD, 0, None),
        ("a.pdf!/in.txt", MEMBER, 1, GOOD),
        ("b.pdf", BAD, 0, None),
        ("copy/a.pdf", GOOD, 0, None),
        ("copy/a.pdf!/in.txt", MEMBER, 1, GOOD),
    ]


@pytest.mark.parametrize(
    ("sql", "expected"),
    [
        ("select format, problems from sniffed_files", [("pdf", ["truncated"])]),
        ("select page, page_class, route, characters from page_triage order by page", [(1, "clean_digital", "native", 900), (2, "scan", "ocr", 0)]),
        ("select page, parser, confidence from extracted_text order by page", [(1, "pdf_words", None), (2, "ocr_pages", 91.5)]),
        ("select language, blocks, characters, tables from cleaned_documents", [("en", 3, 15, 1)]),
        ("select ordinal, title, row_count, column_count, cells from tables", [(0, "T", 2, 2, '[["a","b"],["1",""]]')]),
        ("select raw_sha256, name, value, breached from scorecards where state = 'indexed'", [(GOOD, "dictionary_hit", 0.91, False)]),
        ("select chunk_id, text, heading_path, regions[1].bbox[4], regions[2].bbox from chunks", [("c1", "Some text.", ["Title"], 3.0, None)]),
        ("select json_extract(signals, '$.fonts.F1')::double from page_triage where page = 1", [(0.5,)]),
    ],
)  # fmt: skip
def test_views(sql: str, expected: list[tuple[object, ...]], store: Store) -> None:
    with store.connect() as query:
        assert query.sql(sql).fetchall() == expected


def test_outcomes_know_their_names_and_days(store: Store) -> None:
    with store.connect() as query:
        found = query.sql(
            "select raw_sha256, locations, state, primary_problem, problems, first_seen, last_seen from outcomes order by state"
        ).fetchall()
    assert found == [
        (GOOD, ["a.pdf", "copy/a.pdf"], "indexed", None, ["truncated"], lake.NOW, lake.NOW),
        (BAD, ["b.pdf"], "quarantined", "empty_extraction", ["empty_extraction", "low_dictionary_hit", "truncated"], lake.NOW, lake.NOW),
    ]  # fmt: skip


def test_counts_add_up_and_show_what_is_open_or_stray(store: Store) -> None:
    with store.connect() as query:
        assert counts(query) == {
            "web": {"found": 3, "indexed": 1, "quarantined": 1, "skipped": 0, "open": 1, "stray": 0}
        }
        assert quarantine_counts(query) == [("web", "empty_extraction", 1)]
    store.append("outcomes", "web", [outcome_row(lake.sha("ghost"), "f", Ending(format="pdf", state="indexed"))])
    with store.connect() as query:
        assert counts(query)["web"]["stray"] == 1
    store.drop("outcomes", "web", [lake.sha("ghost")])


def test_the_earliest_stages_problem_is_the_primary_one() -> None:
    assert primary_problem([lake.LATER, lake.NOTE, lake.HELD]) == "empty_extraction"
    assert primary_problem([lake.NOTE]) is None


def test_every_dataset_is_shown_by_a_view() -> None:
    shown = " ".join(view.sql for view in VIEWS.values())
    assert [dataset for dataset in DATASETS if f"_{dataset}" not in shown] == []


def test_the_recorded_versions_of_each_source(store: Store, tmp_path: Path) -> None:
    assert recorded_versions(store.root) == {"web": ["ocr_pages-1+tesseract-5.3.0", lake.VERSION]}
    assert recorded_versions(tmp_path) == {}

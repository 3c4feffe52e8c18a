"""Queries: stems by script, exact codes, phrases, fields, filters, snippets, near-duplicates, and withdrawn documents."""

from __future__ import annotations

import datetime
from dataclasses import replace
from pathlib import Path

import pytest

from ingest_assets.search.publication import IndexMissingError, Shelf
from ingest_assets.search.publish import publish
from ingest_assets.search.query import Filters
from ingest_assets.search.search import Search
from ingest_assets.thresholds.search import SearchLimits
from ingest_assets_tests.corpus.chunk_lake import PAPERS, Paper, write_lake, write_verdicts

LIMITS = SearchLimits()


@pytest.fixture(scope="module")
def lake(tmp_path_factory: pytest.TempPathFactory) -> Path:
    root = tmp_path_factory.mktemp("lake")
    publish(write_lake(root), LIMITS)
    return root


def names(root: Path, query: str, filters: Filters | None = None) -> list[str]:
    return [hit.found.locations[0] for hit in Search(root).find(query, filters)]


@pytest.mark.parametrize(
    ("query", "name"),
    [
        ("tenants paying", "contracts/lease.pdf"),
        ("якорь", "contracts/dogovor.pdf"),
        ("расчет рубль", "contracts/dogovor.pdf"),
        ("РАСЧЁТАМИ", "contracts/dogovor.pdf"),
        ("INV-2026-031", "contracts/dogovor.pdf"),
        ("inv-2026-031", "contracts/dogovor.pdf"),
        ("14.03.2026", "contracts/dogovor.pdf"),
        ("keeper@harbour.example", "scan.png"),
        ("2 400,00", "contracts/lease.pdf"),
        ("2400.00", "contracts/lease.pdf"),
        ("2400", "contracts/lease.pdf"),
        ('"northern warehouse"', "contracts/lease.pdf"),
        ("heading:rent", "contracts/lease.pdf"),
        ("format:png lamp", "scan.png"),
        ("route:ocr", "scan.png"),
    ],
)
def test_a_question_finds_its_document_first(lake: Path, query: str, name: str) -> None:
    assert names(lake, query)[:1] == [name]


@pytest.mark.parametrize(
    "query",
    [
        "INV-2026-032",
        "14.03.2025",
        '"warehouse northern"',
        "-tenant roof",
        "xylophone",
        "",
        '""',
        "-",
        ":",
        "source:nowhere roof",
    ],
)
def test_what_is_not_there_is_not_found(lake: Path, query: str) -> None:
    assert names(lake, query) == []


def test_filters(lake: Path) -> None:
    everything = "tenant якорь lighthouse"
    assert len(names(lake, everything)) == 3
    assert names(lake, everything, Filters(format="png")) == ["scan.png"]
    assert names(lake, everything, Filters(language="ru")) == ["contracts/dogovor.pdf"]
    assert names(lake, everything, Filters(route="ocr")) == ["scan.png"]
    assert names(lake, everything, Filters(source="elsewhere")) == []
    assert names(lake, everything, Filters(after=datetime.date(2026, 6, 1))) == ["scan.png"]
    assert set(names(lake, everything, Filters(before=datetime.date(2026, 5, 31)))) == {
        "contracts/lease.pdf",
        "contracts/dogovor.pdf",
    }


def test_the_snippet_marks_words_and_codes(lake: Path) -> None:
    search = Search(lake, mark=("[", "]"))
    assert "a [monthly] [rent] of [2 400,00] euros" in search.find("monthly rents 2400,00")[0].snippet
    assert search.find("якорей")[0].snippet.startswith("Поставщик передаёт [якоря] и канаты")


def test_a_hit_carries_its_place(lake: Path) -> None:
    found = Search(lake).find("просрочка")[0].found
    assert (found.source, found.pages, found.routes, found.parsers, found.grade) == (
        "harbour",
        (2,),
        ("native",),
        ("pdf_words-1",),
        "a",
    )
    assert found.regions[0].bbox == (50.0, 50.0, 300.0, 90.0)
    assert Search(lake).chunk(found.chunk_id[:10]) == found


TEXT = "The carrier takes the goods on board at the southern mole and hands them over in the port of destination against the bill of lading within ninety days."


def test_near_duplicates_are_linked_and_stay(tmp_path: Path) -> None:
    other = "Rules of the harbour office about lamps, ropes and the hours at which boats may leave the inner basin in winter when ice is reported."
    papers = [Paper(name=f"{place}/contract.pdf", texts=(TEXT + f" Copy {place}.",)) for place in "abc"]
    publish(write_lake(tmp_path, [*papers, Paper(name="rules.pdf", texts=(other,))]), LIMITS)
    hits = Search(tmp_path).find("carrier goods lading")
    assert len(hits) == 1
    assert {hits[0].found.locations[0], *(one.locations[0] for one in hits[0].near)} == {
        "a/contract.pdf",
        "b/contract.pdf",
        "c/contract.pdf",
    }
    assert Search(tmp_path).find("ice is reported")[0].near == ()


def test_a_document_withdrawn_in_the_middle_of_a_run_is_not_found(tmp_path: Path) -> None:
    """The gate has judged again; chunks and index are those of before."""
    store = write_lake(tmp_path)
    publish(store, LIMITS)
    assert names(tmp_path, "tenant") == ["contracts/lease.pdf"]
    write_verdicts(store, "harbour", [replace(PAPERS[0], state="quarantined")])
    assert names(tmp_path, "tenant") == []
    assert names(tmp_path, "lamp") == ["scan.png"]
    publish(store, LIMITS)
    assert names(tmp_path, "tenant") == []


def test_a_page_lost_in_the_middle_of_a_run_is_not_found(tmp_path: Path) -> None:
    store = write_lake(tmp_path)
    publish(store, LIMITS)
    write_verdicts(store, "harbour", [replace(PAPERS[1], lost_pages=(2,))])
    assert names(tmp_path, "неустойка") == []
    assert names(tmp_path, "якоря") == ["contracts/dogovor.pdf"]
    publish(store, LIMITS)
    assert names(tmp_path, "неустойка") == []
    assert names(tmp_path, "якоря") == ["contracts/dogovor.pdf"]


def test_a_source_that_left_the_lake_is_not_found(tmp_path: Path) -> None:
    store = write_lake(tmp_path)
    publish(store, LIMITS)
    store.drop("gated", "harbour", [PAPERS[0].sha])
    assert names(tmp_path, "tenant") == []


def test_without_a_publication_search_says_so(tmp_path: Path) -> None:
    with pytest.raises(IndexMissingError, match="no search index"):
        Search(tmp_path)


def test_a_reader_that_began_before_keeps_its_index(tmp_path: Path) -> None:
    store = write_lake(tmp_path)
    publish(store, LIMITS)
    search = Search(tmp_path)
    for _ in range(3):
        publish(store, LIMITS, rebuild=True)
    assert not Shelf(tmp_path).index_folder(1).exists()
    assert [hit.found.locations[0] for hit in search.find("lamp")] in (["scan.png"], [])

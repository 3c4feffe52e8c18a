"""Questions with known answers: the right page is found, tables answer with their head, and what must not be found is not."""

from __future__ import annotations

import random

from ingest_assets.search.search import Found, Search
from ingest_assets.store.store import Store
from ingest_assets.workspace import Workspace
from ingest_assets_tests.corpus.questions import ANSWERABLE, HIDDEN, Question
from ingest_assets_tests.retrieval.citation import chunks_of, cited, shares

RECALL = 0.95


def answers(search: Search, question: Question) -> list[Found]:
    """Chunks of the right document and page among the first five results, near-duplicates included."""
    shown = [found for hit in search.find(question.text, limit=5) for found in (hit.found, *hit.near)]
    return [found for found in shown if question.name in found.locations and question.page in found.pages]


def test_the_right_page_is_among_the_first_five(asked: Workspace) -> None:
    search = Search(asked.lake)
    missed = [question.text for question in ANSWERABLE if not answers(search, question)]
    assert 1 - len(missed) / len(ANSWERABLE) >= RECALL, missed


def test_a_table_answers_with_its_head(asked: Workspace) -> None:
    search = Search(asked.lake)
    for question in ANSWERABLE:
        if question.head:
            assert any(question.head in found.text for found in answers(search, question)), question.text


def test_nothing_that_is_quarantined_or_skipped_is_ever_returned(asked: Workspace) -> None:
    with Store(asked.lake).connect() as lake:
        rows = lake.execute("select source, raw_sha256, state, primary_problem from outcomes").fetchall()
    indexed = {(source, sha) for source, sha, state, _ in rows if state == "indexed"}
    held = {problem for _, _, state, problem in rows if state == "quarantined"}
    assert {"encrypted", "login_wall", "low_dictionary_hit"} <= held
    search = Search(asked.lake)
    for text in (*HIDDEN, *(question.text for question in ANSWERABLE)):
        for hit in search.find(text, limit=50):
            assert {(found.source, found.raw_sha256) for found in (hit.found, *hit.near)} <= indexed
    assert search.find('"zanzibar ledger"') == search.find("99871") == search.find('"sealed annex"') == []


def test_a_citation_holds_the_words_of_its_chunk_and_no_others(asked: Workspace) -> None:
    paths = [
        path
        for path in sorted(asked.sources.rglob("*.pdf"))
        if path.name not in ("settlement.pdf", "setup.pdf", "vypiska.pdf")
    ]
    found = [(path, chunk) for path in paths for chunk in chunks_of(path)]
    chosen = random.Random(0).sample(found, min(100, len(found)))
    inside, foreign = shares(cited(path, chunk) for path, chunk in chosen)
    assert inside >= 0.98
    assert foreign <= 0.05

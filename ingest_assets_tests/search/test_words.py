"""What the index sees of a text, and near-duplicates."""

from __future__ import annotations

import random
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from ingest_assets.search.links import linked, write_links
from ingest_assets.search.near import groups, signature
from ingest_assets.search.snippets import snippet
from ingest_assets.search.words import number_value, terms
from ingest_assets.thresholds.search import SearchLimits

LIMITS = SearchLimits()


def test_words_are_stemmed_by_their_own_script() -> None:
    assert terms("Running Ёлки ёлка runs A4 Договора").stems == ("run", "елк", "елк", "run", "a4", "договор")


def test_soft_hyphens_and_ligatures_do_not_hide_words() -> None:
    assert terms("of\u00adfice ﬁle").stems == terms("office file").stems


@pytest.mark.parametrize(
    "code", ["INV-2026-031", "a.b@mail.example", "14.03.2026", "https://a.example/b?c=1", "ГОСТ-Р_52", "12:30", "№17/б"]
)
def test_codes_are_kept_as_they_are_written(code: str) -> None:
    assert code.casefold().strip("№") in terms(f"see ({code}), please").exact


@pytest.mark.parametrize(
    ("written", "value"),
    [
        ("30000,00", "30000"),
        ("1,234.50", "1234.5"),
        ("1.234,50", "1234.5"),
        ("-5", "-5"),
        ("0.5", "0.5"),
        ("1,234", None),
        ("14.03.2026", None),
        ("12,000,000", "12000000"),
    ],
)
def test_equal_numbers_have_one_value(written: str, value: str | None) -> None:
    assert number_value(written) == value


@given(st.text())
def test_any_text_is_analysed_and_what_was_indexed_is_found_again(text: str) -> None:
    found = terms(text)
    assert all(stem and not any(character.isspace() for character in stem) for stem in (*found.stems, *found.exact))
    assert terms(text.swapcase().swapcase()) is not None
    snippet(text, text.split(), length=50, mark=("[", "]"))


@given(st.text(alphabet="абвёabc 12.,-@|\n", max_size=80), st.text(alphabet="абвёabc 12.,-@", max_size=20))
def test_a_snippet_only_shortens_and_marks(text: str, asked: str) -> None:
    shown = snippet(text, asked.split(), length=40, mark=("", ""))
    assert shown.removeprefix("… ").removesuffix(" …").strip() in " ".join(text.split())


def words(seed: int, count: int) -> list[str]:
    chosen = random.Random(seed)
    return [f"w{chosen.randrange(5000)}" for _ in range(count)]


def test_near_duplicates_are_grouped_and_others_are_not() -> None:
    texts = [words(seed, 150) for seed in range(40)]
    near = [[*text[:70], "changed", *text[71:]] for text in texts[:10]]
    half = [[*text[:75], *words(1000 + number, 75)] for number, text in enumerate(texts[10:20])]
    short = [["too", "short"]] * 2
    found = groups(np.stack([signature(text, LIMITS) for text in (*texts, *near, *half, *short)]), LIMITS)
    assert found[40:50].tolist() == list(range(10))
    assert found[50:].tolist() == list(range(50, 62))


def test_links_are_searched_in_place(tmp_path: Path) -> None:
    path = tmp_path / "near.links"
    names = [f"{number:032x}" for number in range(1000)]
    write_links(path, {name: names[number - number % 5] for number, name in enumerate(names)}, root=tmp_path)
    assert linked(path, [names[7], "f" * 32]) == {names[7]: [names[5], names[6], names[8], names[9]]}
    write_links(path, {}, root=tmp_path)
    assert linked(path, [names[7]]) == {}

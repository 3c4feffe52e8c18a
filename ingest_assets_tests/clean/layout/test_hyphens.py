"""Words over line ends."""

from __future__ import annotations

import pytest

from ingest_assets.clean.layout.hyphens import BREAK, Vocabulary

NOTHING = Vocabulary(())


@pytest.mark.parametrize(
    ("before", "after", "joined"),
    [
        ("All the infor-", "mation is here", "All the information is here"),
        ("Отчет о реали-", "зации товара", "Отчет о реализации товара"),
        ("a well-", "known fact", "a well-known fact"),
        ("какой-", "нибудь участник", "какой-нибудь участник"),
        ("COVID-", "19 is over", "COVID-19 is over"),
        ("Ту-", "154 летит", "Ту-154 летит"),
        ("двух-", "и трехкомнатные", "двух- и трехкомнатные"),
        ("Ein-", "und Ausgang", "Ein- und Ausgang"),
        ("n-", "tridecanal was", "n-tridecanal was"),
        ("Авто\u00ad", "матика", "Автоматика"),
        ("quux\u2010", "ify it", "quuxify it"),
        ("друг от какого-", "либо состояния", "друг от какого-либо состояния"),
        ("values are visu-", "alized in plots", "values are visualized in plots"),
        ("по-", "русски", "по-русски"),
        ("no hyphen", "at all", "no hyphen at all"),
    ],
)
def test_joined(before: str, after: str, joined: str) -> None:
    assert NOTHING.joined(before, after) == joined


@pytest.mark.parametrize(
    ("text", "written"),
    [
        ("Авто\u00adматизация скла\u00adда", "Автоматизация склада"),
        ("a well\u00adknown fact", "a well-known fact"),
        ("COVID\u00ad19 is over", "COVID-19 is over"),
        ("alone \u00ad here", "alone  here"),
    ],
)
def test_soft_hyphens_inside_a_line(text: str, written: str) -> None:
    assert NOTHING.settled(text) == written


def test_the_document_s_own_spelling_comes_first() -> None:
    vocabulary = Vocabulary(["we use tensorflow here", "and keep web-flow there"])
    assert vocabulary.joined("with ten-", "sorflow") == "with tensorflow"
    assert vocabulary.joined("the web-", "flow") == "the web-flow"


def test_cells_follow_the_document_too() -> None:
    vocabulary = Vocabulary(["the north-west wind", "a north-west wall"])
    assert vocabulary.settled(f"north-{BREAK}west") == "north-west"
    assert vocabulary.settled("north\u00adwest") == "north-west"
    assert vocabulary.settled(f"COVID-{BREAK}19") == "COVID-19"
    assert vocabulary.settled(f"expen-{BREAK}diture") == "expenditure"


def test_other_languages_have_their_words() -> None:
    vocabulary = Vocabulary(
        ["la empresa presenta los siguientes resultados", "para el ejercicio durante este mismo año"]
    )
    assert vocabulary.joined("una gran can-", "tidad de obras") == "una gran cantidad de obras"

"""Dictionary hit and language vote."""

from __future__ import annotations

import pytest

from ingest_assets.lexicon import hit, is_listed, is_word, language_of, sample, tokens_of

RIGHTS = {
    "ru": "Все люди рождаются свободными и равными в своём достоинстве и правах",
    "en": "All human beings are born free and equal in dignity and rights",
    "de": "Alle Menschen sind frei und gleich an Würde und Rechten geboren",
    "fr": "Tous les êtres humains naissent libres et égaux en dignité et en droits",
    "uk": "Всі люди народжуються вільними і рівними у своїй гідності та правах",
    "es": "Todos los seres humanos nacen libres e iguales en dignidad y derechos",
    "pl": "Wszyscy ludzie rodzą się wolni i równi pod względem swej godności i praw",
    "tr": "Bütün insanlar hür, haysiyet ve haklar bakımından eşit doğarlar",
    "el": "Όλοι οι άνθρωποι γεννιούνται ελεύθεροι και ίσοι στην αξιοπρέπεια",
    "he": "כל בני האדם נולדו בני חורין ושווים בערכם ובזכויותיהם",
    "ja": "すべての人間は生まれながらにして自由であり",
}


@pytest.mark.parametrize("language", RIGHTS)
def test_language_vote(language: str) -> None:
    assert language_of(tokens_of(RIGHTS[language])) == language


def test_too_little_text_has_no_language() -> None:
    assert language_of(tokens_of("two words")) is None
    assert language_of([]) is None


@pytest.mark.parametrize(
    "text",
    [
        "Kõik inimesed sünnivad vabadena ja võrdsetena oma väärikuselt ja õigustelt",  # Estonian
        "Барлық адамдар тумысынан азат және қадір-қасиеті мен құқықтары тең болып",  # Kazakh
        "すべての人間は生まれながらにして自由であり",
    ],
)
def test_the_dictionary_abstains_where_it_has_no_list(text: str) -> None:
    assert hit(tokens_of(text)).share is None


def test_garbage_has_no_hit_and_no_language() -> None:
    found = hit(tokens_of("Avahs htvbua kbl if aol jbzavtly pz vul obukylk kvsshyz"))
    assert found.share is not None
    assert found.share < 0.2
    assert found.language is None


def test_both_scripts_of_a_page_count() -> None:
    found = hit(tokens_of("Передача данных through the standard network protocol выполняется системой"))
    assert found.share == 1.0


def test_morphology_is_a_second_opinion_on_russian() -> None:
    text = "выгружаемая номенклатура согласовывалась кладовщиком еженедельно перепроверенным остаткам"
    tokens = tokens_of(f"{text} и передана на склад с копией для бухгалтера по заявке отдела")
    assert (hit(tokens, morphology=False).share or 0) < (hit(tokens).share or 0)


def test_tokens_leave_out_leaks_codes_and_names_in_quotes() -> None:
    assert tokens_of("(cid:12) clause 5a abc123 Wörter") == ["clause", "wörter"]
    assert tokens_of("поставщик ООО Вектор и «Северный Двор»", names=False) == ["поставщик"]


def test_decomposed_letters_are_composed() -> None:
    assert tokens_of("cafe\u0301") == ["caf\u00e9"]


def test_a_sample_spans_the_whole_text() -> None:
    found = sample([str(number) for number in range(1000)], size=100)
    assert len(found) == 100
    assert (found[0], found[-1]) == ("0", "990")


def test_words() -> None:
    assert is_word("Договор")
    assert is_word("derechos", "es")
    assert is_word("перепроверенным")  # by morphology only
    assert not is_listed("перепроверенным")
    assert not is_word("обизуется")

"""The article without the page around it."""

from __future__ import annotations

import pytest

from ingest_assets.extract.html.document import read_page
from ingest_assets.settings import Settings
from ingest_assets_tests.corpus.texts import text_of
from ingest_assets_tests.corpus.web import ARTICLE, article_page, page

WEB = Settings().web


@pytest.mark.parametrize("profile", ["main", "fast"])
def test_article_stays_and_boilerplate_goes(profile: str) -> None:
    read = read_page(article_page(), profile, WEB)
    assert all(paragraph in text_of(read) for paragraph in ARTICLE)
    assert "Menu entry 9" not in text_of(read)
    assert any(piece.reason == "boilerplate" and "Menu entry 9" in piece.text for piece in read.removed)


def test_the_full_profile_keeps_everything() -> None:
    text = text_of(read_page(article_page(), "full", WEB))
    assert "Menu entry 9" in text
    assert "imprint" in text


def test_tables_and_code_inside_the_article_stay() -> None:
    table = "<table><tr><th>Gate</th><th>Leak</th></tr><tr><td>upper</td><td>4 l/s</td></tr></table><pre>flow = 4</pre>"
    extra = f"{table}<p>{ARTICLE[1]}</p>"
    read = read_page(article_page(extra), "main", WEB)
    assert read.tables[0].rows[1] == ("upper", "4 l/s")
    assert [block.table for block in read.blocks if block.kind == "table"] == [0]
    assert any(block.kind == "code" for block in read.blocks)


def test_small_pages_have_no_article_and_stay_whole() -> None:
    read = read_page(page("<nav>Start</nav><p>Closed on Monday.</p>"), "main", WEB)
    assert text_of(read) == "Start\nClosed on Monday."


def test_a_title_stands_once() -> None:
    text = text_of(read_page(article_page("<h4>The old lock leaks</h4>"), "main", WEB))
    assert text.count("The old lock leaks") == 1


def test_headlines_of_other_articles_go() -> None:
    teaser = f"<p>READ MORE: <a href='https://news.example/2'>Bridge closed until the end of the month</a></p><p>{ARTICLE[2]}</p>"
    assert "Bridge closed" not in text_of(read_page(article_page(teaser), "main", WEB))

"""``login_wall``: a login form is not the document that was asked for."""

from __future__ import annotations

from ingest_assets.problems import Problem
from ingest_assets_tests.corpus.texts import whole_way
from ingest_assets_tests.corpus.web import LOGIN, article_page


def test_login_wall() -> None:
    document = whole_way(LOGIN.encode(), "report.csv")
    assert document.verdict.state == "quarantined"
    assert Problem.LOGIN_WALL in {finding.code for finding in document.findings}


def test_an_article_with_a_login_box_is_read() -> None:
    box = "<form><input type='password' name='p'></form>"
    document = whole_way(article_page(box).encode(), "news.html")
    assert document.verdict.state == "indexed"

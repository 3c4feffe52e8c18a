"""``js_required``: a shell that only a browser can fill."""

from __future__ import annotations

from ingest_assets.problems import Problem
from ingest_assets_tests.corpus.texts import HARBOUR, whole_way
from ingest_assets_tests.corpus.web import SHELL, page


def test_js_required() -> None:
    document = whole_way(SHELL.encode(), "app.html")
    assert document.verdict.state == "quarantined"
    assert Problem.JS_REQUIRED in {finding.code for finding in document.findings}


def test_a_short_notice_with_a_counter_script_is_read() -> None:
    document = whole_way(page(f"<p>{HARBOUR[:150]}</p><script src='count.js'></script>").encode(), "notice.html")
    assert document.verdict.state == "indexed"

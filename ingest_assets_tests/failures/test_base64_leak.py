"""``base64_leak``: encoded data in the text is no text."""

from __future__ import annotations

import base64
import random

from ingest_assets.problems import Problem
from ingest_assets_tests.corpus.demo_office import docx
from ingest_assets_tests.corpus.texts import whole_way


def test_base64_leak() -> None:
    coded = base64.b64encode(random.Random(1).randbytes(600)).decode()
    document = whole_way(docx("Report", [f"The picture follows here. {coded}"], [["a", "b"]]), "report.docx")
    assert document.verdict.state == "quarantined"
    assert Problem.BASE64_LEAK in {finding.code for finding in document.findings}

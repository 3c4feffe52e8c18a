"""``unsupported_format``: a known format without a parser waits in quarantine under its own name."""

from __future__ import annotations

import struct

from ingest_assets.problems import Problem
from ingest_assets_tests.corpus.sniff import ole
from ingest_assets_tests.corpus.texts import whole_way


def test_unsupported_format() -> None:
    section = (
        b"\xe4\x52\x5c\x7b\x8c\xd8\xa7\x4d\xae\xb1\x53\x78\xd0\x29\x96\xd3"
        + struct.pack("<4I", 0, 0, 0, 0)
        + bytes(900)
    )
    document = whole_way(section, "notes.one")
    assert (document.sniffed.format, document.verdict.state) == ("one", "quarantined")
    assert Problem.UNSUPPORTED_FORMAT in {finding.code for finding in document.findings}


def test_a_project_plan_is_named() -> None:
    document = whole_way(ole({"Props": b"x", "114": b"x"}), "plan.mpp")
    assert (document.sniffed.format, document.verdict.state) == ("mpp", "quarantined")

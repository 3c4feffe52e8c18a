"""``member_limit``: more members than a container may have; those up to the limit are read all the same."""

from __future__ import annotations

from dataclasses import replace

import pytest

from ingest_assets.problems import Problem
from ingest_assets.settings import Settings
from ingest_assets.thresholds.limits import Limits
from ingest_assets_tests.corpus.archives import tarred, zipped
from ingest_assets_tests.corpus.mails import attached, mixed, part
from ingest_assets_tests.corpus.texts import whole_way

SETTINGS = replace(Settings(), limits=Limits(members=3))
FILES = [(f"{number}.txt", b"some words") for number in range(5)]


@pytest.mark.parametrize(
    ("data", "name"),
    [
        (zipped(FILES), "a.zip"),
        (tarred(FILES), "a.tar"),
        (mixed(part(b"see the files"), *(attached(name.encode(), data) for name, data in FILES)), "a.eml"),
    ],
)
def test_member_limit(data: bytes, name: str) -> None:
    document = whole_way(data, name, SETTINGS)
    assert document.verdict.state == "quarantined"
    assert Problem.MEMBER_LIMIT in {finding.code for finding in document.findings}
    assert [child.member for child in document.extraction.children] == ["0.txt", "1.txt", "2.txt"]

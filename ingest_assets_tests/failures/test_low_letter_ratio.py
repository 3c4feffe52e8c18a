"""``low_letter_ratio``: prose of signs is no prose; a sheet of numbers is none either, and passes."""

from __future__ import annotations

from ingest_assets.problems import Problem
from ingest_assets_tests.corpus.texts import whole_way


def test_low_letter_ratio() -> None:
    document = whole_way(b"ab #$%&/() =?*+ @@ c ;;:: !!~~ |||| <<>> {}[] ^^^^ %%%% && d " * 6, "dump.txt")
    assert document.verdict.state == "quarantined"
    assert Problem.LOW_LETTER_RATIO in {finding.code for finding in document.findings}


def test_a_sheet_of_numbers_passes() -> None:
    rows = "".join(
        f"Total of week {week}: {week * 1234567} {week * 7654321} {week * 998877}\n" for week in range(1, 30)
    )
    assert whole_way(rows.encode(), "sums.txt").verdict.state == "indexed"

"""Planning: what to do, whom an upgrade concerns, keys that are safe."""

from __future__ import annotations

import pytest

from ingest_assets.planning import Difference, difference, fingerprint, is_current, source_key, source_keys, stale
from ingest_assets.problems import Problem
from ingest_assets.thresholds.limits import Limits

V3 = "pdf_words-3+pymupdf-1.28.2"
V4 = "pdf_words-4+pymupdf-1.28.2"


def test_only_what_is_missing_or_decided_otherwise_is_to_do() -> None:
    wanted = {"new": "f", "same": "f", "other": "g"}
    present = {"same": ("f", "h"), "other": ("f", "h"), "gone": ("f", "h")}
    assert difference(wanted, present) == Difference(todo=("new", "other"), keep=("same",), drop=("gone",))


def test_a_fingerprint_stays_the_same() -> None:
    """Pinned: another value would read every document of every store again."""
    parts = (
        "stage",
        3,
        0.5,
        None,
        True,
        ("a", "b"),
        {"b": 1, "a": 2},
        Problem.TIMEOUT,
        b"\x00\xff",
        frozenset({"y", "x"}),
    )
    assert fingerprint(*parts) == "95c4adb8f46c349990ec4bbdeeda335422b079739fe49da069197123d9821443"


@pytest.mark.parametrize(
    ("one", "other"),
    [
        (("ab", "c"), ("a", "bc")),
        ((1,), ("1",)),
        ((1,), (True,)),
        ((("a",),), ("a",)),
        ((b"a",), ("a",)),
        (({"a": None},), ({},)),
        ((("enum", "Problem", "TIMEOUT"),), (Problem.TIMEOUT,)),
        ((Limits(),), (Limits(cpu_seconds=31.0),)),
    ],
)
def test_different_parts_have_different_fingerprints(one: tuple[object, ...], other: tuple[object, ...]) -> None:
    assert fingerprint(*one) != fingerprint(*other)


def test_a_value_that_cannot_be_told_is_refused() -> None:
    with pytest.raises(TypeError, match="object"):
        fingerprint(object())


def test_an_upgrade_concerns_the_sources_that_hold_its_documents() -> None:
    recorded = {
        "contracts": [V3, V3],
        "site": ["html_main-1+trafilatura-2.3.0"],
        "mixed": [V3, "html_main-1+trafilatura-2.3.0"],
    }
    assert stale(recorded, [V3, "html_main-1+trafilatura-2.3.0"]) == {}
    assert stale(recorded, [V4, "html_main-1+trafilatura-2.3.0"]) == {
        "contracts": ["pdf_words 3 → 4"],
        "mixed": ["pdf_words 3 → 4"],
    }


@pytest.mark.parametrize(
    ("before", "after", "reason"),
    [
        (V3, "pdf_words-3+pymupdf-1.29.0", "pdf_words: pymupdf 1.28.2 → 1.29.0"),
        (V4, V3, "pdf_words 4 → 3"),
        (V3, "pdf_words-3", "pdf_words: pymupdf 1.28.2 → none"),
        (V3, "other-1", "pdf_words is gone"),
        ("vision-1+model-gpt_4o", "vision-1+model-gpt_5", "vision: model gpt_4o → gpt_5"),
        ("vision-1+model-gpt_4o", "vision-2+model-unset", "vision 1 → 2"),
        ("xls-2+python-calamine-0.9.1", "xls-2+python-calamine-0.9.2", "xls: python-calamine 0.9.1 → 0.9.2"),
        ("ocr-1+rus.traineddata-ab12", "ocr-1+rus.traineddata-cd34", "ocr: rus.traineddata ab12 → cd34"),
    ],
)
def test_the_reason_names_what_has_changed(before: str, after: str, reason: str) -> None:
    assert stale({"web": [before]}, [after]) == {"web": [reason]}


def test_two_recorded_versions_of_one_parser_are_two_reasons() -> None:
    assert stale({"web": ["a-1", "a-2", "a-3"]}, ["a-3"]) == {"web": ["a 1 → 3", "a 2 → 3"]}


def test_a_safe_name_is_its_own_key() -> None:
    assert source_key("contracts_2026.q1-final") == "contracts_2026.q1-final"


@pytest.mark.parametrize(
    "name", ["Contracts", "a...b", "a/b", "a\nb", "Договоры", "..", "", ".hidden", "x" * 500, "é", "a b", "\udcff"]
)
def test_other_names_get_a_safe_key_of_their_own(name: str) -> None:
    key = source_key(name)
    assert key != name
    assert source_key(key) == key
    assert len(key) < 80


def test_keys_lead_back_to_the_names() -> None:
    assert source_keys(["web", "Web"]) == {"web": "web", source_key("Web"): "Web"}
    with pytest.raises(ValueError, match="share a key"):
        source_keys(["Web", source_key("Web")])


@pytest.mark.parametrize(
    ("recorded", "installed", "stands"),
    [
        ("vision-1+model-a", "vision-1+model-a", True),
        ("vision-1+model-a", "vision-1+model-unset", True),
        ("vision-1+model-a", "vision-1+model-b", False),
        ("vision-1+model-a", "vision-2+model-unset", False),
        ("vision-1+model-a", "other-1", False),
    ],
)
def test_what_an_engine_read_that_is_not_configured_here_stands(recorded: str, installed: str, stands: bool) -> None:
    assert is_current(recorded, {installed.rpartition("-")[0].split("-")[0]: installed}) is stands

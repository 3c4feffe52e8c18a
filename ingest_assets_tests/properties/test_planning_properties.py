"""Planning conserves documents, fingerprints tell values apart, keys are safe and different."""

from __future__ import annotations

import re

from hypothesis import given
from hypothesis import strategies as st

from ingest_assets.planning import difference, fingerprint, source_key

KEYS = st.dictionaries(st.text(max_size=3), st.sampled_from("fg"))
VALUES = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | st.text() | st.binary(),
    lambda inner: st.lists(inner, max_size=3).map(tuple) | st.dictionaries(st.text(), inner, max_size=3),
    max_leaves=8,
)


@given(KEYS, KEYS)
def test_every_wanted_document_is_done_or_kept_and_every_other_one_dropped(
    wanted: dict[str, str], present: dict[str, str]
) -> None:
    found = difference(wanted, {key: (value, "hash") for key, value in present.items()})
    assert sorted(found.todo + found.keep) == sorted(wanted)
    assert sorted(found.drop) == sorted(present.keys() - wanted.keys())
    after = {key: wanted[key] for key in found.todo} | {key: present[key] for key in found.keep}
    assert after == wanted
    assert difference(wanted, {key: (value, "") for key, value in after.items()}).todo == ()


@given(VALUES, VALUES)
def test_fingerprints_are_equal_only_for_equal_values(one: object, other: object) -> None:
    assert (fingerprint(one) == fingerprint(other)) == (repr(one) == repr(other) or _alike(one, other))


def _alike(one: object, other: object) -> bool:
    """Equal, and of equal types all the way down (1 == True == 1.0 in Python, but not as a setting)."""
    if type(one) is not type(other):
        return False
    if isinstance(one, tuple) and isinstance(other, tuple):
        return len(one) == len(other) and all(map(_alike, one, other))
    if isinstance(one, dict) and isinstance(other, dict):
        return one.keys() == other.keys() and all(_alike(one[key], other[key]) for key in one)
    return repr(one) == repr(other)


@given(st.text(max_size=100), st.text(max_size=100))
def test_keys_are_safe_stable_and_different(one: str, other: str) -> None:
    key = source_key(one)
    assert re.fullmatch(r"[a-z0-9_-][a-z0-9_.-]*", key)
    assert ".." not in key
    assert source_key(key) == key
    if other not in (one, key) and one != source_key(other):
        assert source_key(other) != key

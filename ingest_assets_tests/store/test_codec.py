"""Records survive the store, whatever is in them."""

from __future__ import annotations

import pytest

from ingest_assets.model import Block, Cleaned, Extraction, Sniffed, Triage, Verdict
from ingest_assets.store.codec import from_json_bytes, hash_of, pack, to_json_bytes, unpack
from ingest_assets_tests.corpus import lake

RECORDS = [lake.sniffed(flags=("a",)), lake.triage(), lake.extraction(), lake.cleaned(), lake.verdict("quarantined")]


@pytest.mark.parametrize("record", RECORDS, ids=lambda record: type(record).__name__)
def test_a_record_comes_back_equal(record: Sniffed | Triage | Extraction | Cleaned | Verdict) -> None:
    back = from_json_bytes(type(record), unpack(pack(to_json_bytes(record))))
    assert to_json_bytes(back) == to_json_bytes(record)
    if not isinstance(record, Extraction):  # its metadata is JSON: a tuple in it comes back as a list
        assert back == record


def test_the_same_record_has_the_same_hash_and_another_one_has_not() -> None:
    assert hash_of(to_json_bytes(lake.cleaned())) == hash_of(to_json_bytes(lake.cleaned()))
    assert hash_of(to_json_bytes(lake.cleaned())) != hash_of(to_json_bytes(Cleaned()))


def test_half_a_surrogate_pair_does_not_stop_a_document() -> None:
    record = Cleaned(blocks=(Block(kind="paragraph", text="a\ud83db", page=1),), metadata={"k\udc00": ["\ud800"]})
    back = from_json_bytes(Cleaned, to_json_bytes(record))
    assert back.blocks[0].text == "a\ufffdb"
    assert back.metadata == {"k\ufffd": ["\ufffd"]}


def test_packing_makes_text_smaller() -> None:
    data = b"words and words " * 1000
    assert len(pack(data)) < len(data) / 20
    assert unpack(pack(b"")) == b""

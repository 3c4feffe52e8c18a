"""Records of ``model.py`` to JSON and back, packed with zstd; the same record always gives the same bytes."""

from __future__ import annotations

import hashlib
from typing import Any, TypeVar

import pyarrow as pa
from pydantic import TypeAdapter
from pydantic_core import PydanticSerializationError, to_json

LEVEL = 3
"""zstd's own default level."""
T = TypeVar("T")
_adapters: dict[type[Any], TypeAdapter[Any]] = {}


def to_json_bytes(record: object) -> bytes:
    """A record as JSON. Half of a surrogate pair, which UTF-8 cannot hold, becomes U+FFFD."""
    adapter = _adapter(type(record))
    try:
        return adapter.dump_json(record)
    except PydanticSerializationError:
        return to_json(_without_surrogates(adapter.dump_python(record)))


def from_json_bytes(kind: type[T], data: bytes) -> T:
    """The record of this kind. Raises pydantic's ValidationError when the JSON is none."""
    record: T = _adapter(kind).validate_json(data)
    return record


def pack(data: bytes) -> bytes:
    """zstd frame of ``data``."""
    packed: bytes = pa.Codec("zstd", compression_level=LEVEL).compress(data, asbytes=True)
    return packed


def unpack(data: bytes) -> bytes:
    """What ``pack`` was given."""
    with pa.input_stream(pa.py_buffer(data), compression="zstd") as stream:
        unpacked: bytes = stream.read()
    return unpacked


def hash_of(data: bytes) -> str:
    """The output hash of a record's JSON: what the next stage's fingerprint is made from."""
    return hashlib.sha256(data).hexdigest()


def _adapter(kind: type[Any]) -> TypeAdapter[Any]:
    if kind not in _adapters:
        _adapters[kind] = TypeAdapter(kind)
    return _adapters[kind]


def _without_surrogates(value: object) -> object:
    if isinstance(value, str):
        return value.encode("utf-16", "surrogatepass").decode("utf-16", "replace")
    if isinstance(value, dict):
        return {_without_surrogates(key): _without_surrogates(item) for key, item in value.items()}
    if isinstance(value, list | tuple):
        return [_without_surrogates(item) for item in value]
    return value

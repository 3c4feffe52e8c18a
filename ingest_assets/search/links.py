"""Which chunks are near-duplicates of each other: a file that is searched in place, so that a cold query imports no table engine.

Layout: the number of pairs (8 bytes, little-endian), the pairs (chunk, group) in order, the pairs (group, chunk) in order; an identity is
16 bytes. A group bears the smallest of its chunks' identities.
"""

from __future__ import annotations

import mmap
from bisect import bisect_left
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path

from ingest_assets.search.publication import IndexMissingError
from ingest_assets.store.files import write_atomically

IDENTITY = 16
PAIR = 2 * IDENTITY
HEAD = 8


def write_links(path: Path, groups: Mapping[str, str], *, root: Path) -> None:
    """Write chunk → group."""
    pairs = [(bytes.fromhex(chunk), bytes.fromhex(group)) for chunk, group in groups.items()]
    sides = (sorted(chunk + group for chunk, group in pairs), sorted(group + chunk for chunk, group in pairs))
    write_atomically(
        path, len(pairs).to_bytes(HEAD, "little") + b"".join(pair for side in sides for pair in side), root=root
    )


def linked(path: Path, chunks: Sequence[str]) -> dict[str, list[str]]:
    """Chunk → the other chunks of its group, for those of ``chunks`` that have a near-duplicate."""
    try:
        with path.open("rb") as stream, mmap.mmap(stream.fileno(), 0, access=mmap.ACCESS_READ) as data:
            count = int.from_bytes(data[:HEAD], "little")
            if len(data) != HEAD + 2 * count * PAIR:
                raise IndexMissingError(f"{path} is damaged")
            by_chunk, by_group = _Pairs(data, 0, count), _Pairs(data, count, count)
            found = {}
            for chunk in chunks:
                for group in by_chunk.partners(bytes.fromhex(chunk)):
                    found[chunk] = [other for one in by_group.partners(group) if (other := one.hex()) != chunk]
            return found
    except (OSError, ValueError) as error:
        raise IndexMissingError(f"{path} cannot be read ({error})") from error


class _Pairs(Sequence[bytes]):
    """One sorted side of the file."""

    def __init__(self, data: mmap.mmap, first: int, count: int) -> None:
        self._data, self._first, self._count = data, first, count

    def __len__(self) -> int:
        return self._count

    def __getitem__(self, number: int) -> bytes:  # type: ignore[override]  # no slices
        if not 0 <= number < self._count:
            raise IndexError(number)
        start = HEAD + (self._first + number) * PAIR
        return self._data[start : start + PAIR]

    def partners(self, identity: bytes) -> Iterator[bytes]:
        """The second halves of the pairs that begin so."""
        number = bisect_left(self, identity)
        while number < self._count and self[number].startswith(identity):
            yield self[number][IDENTITY:]
            number += 1

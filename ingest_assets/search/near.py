"""Near-duplicates: chunks that share most of their three-word shingles, found by one-permutation MinHash in bands.

Source: Broder, On the resemblance and containment of documents (1997); Li, Owen and Zhang, One permutation hashing (2012); empty bins
borrow from their right neighbour (Shrivastava and Li 2014).
"""

from __future__ import annotations

import zlib
from collections.abc import Sequence
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from ingest_assets.thresholds.search import SearchLimits

Signatures = NDArray[np.uint32]
EMPTY = np.uint32(0xFFFFFFFF)
MIX = np.uint64(0x9E3779B97F4A7C15)  # an odd number with well-mixed bits: 2**64 over the golden ratio
HALF = np.uint64(32)
STEP = np.uint32(0x9E3779B1)  # what a borrowed value is moved by for each bin it travels


def signature(stems: Sequence[str], limits: SearchLimits) -> Signatures:
    """``limits.signature`` hashes; all EMPTY for a text too short to be compared."""
    found = np.full(limits.signature, EMPTY, dtype=np.uint32)
    if len(stems) < limits.near_words:
        return found
    words = np.fromiter(map(_hash, stems), dtype=np.uint64, count=len(stems))
    runs = len(stems) - limits.shingle + 1
    hashes = np.zeros(runs, dtype=np.uint64)
    for place in range(limits.shingle):
        hashes = (hashes ^ words[place : place + runs]) * MIX
        hashes ^= hashes >> HALF
    keys = np.sort((hashes % limits.signature) << HALF | (hashes >> HALF))
    bins = keys >> HALF
    first = np.flatnonzero(np.diff(bins, prepend=np.uint64(0xFFFF)))
    found[bins[first].astype(np.int64)] = keys[first].astype(np.uint32)
    return _filled(found)


def groups(signatures: Signatures, limits: SearchLimits) -> NDArray[np.int64]:
    """For each row the smallest row of its group; rows without a near-duplicate are their own group."""
    parent = np.arange(len(signatures), dtype=np.int64)
    known = np.flatnonzero((signatures != EMPTY).any(axis=1)) if len(signatures) else parent
    for start in range(0, limits.signature, limits.band):
        band = np.ascontiguousarray(signatures[known, start : start + limits.band]).view(f"V{4 * limits.band}").ravel()
        order = np.argsort(band, kind="stable")
        same = np.flatnonzero(band[order][1:] == band[order][:-1])
        left, right = known[order[same]], known[order[same + 1]]
        alike = (signatures[left] == signatures[right]).mean(axis=1) >= limits.near
        for one, other in zip(left[alike].tolist(), right[alike].tolist(), strict=True):
            _join(parent, one, other)
    return np.array([_root(parent, row) for row in range(len(parent))], dtype=np.int64)


@lru_cache(maxsize=500_000)
def _hash(stem: str) -> int:
    return zlib.crc32(stem.encode())


def _filled(found: Signatures) -> Signatures:
    """Empty bins take the next filled one to the right."""
    filled = found.copy()
    for bin_number in np.flatnonzero(found == EMPTY):
        for step in range(1, len(found)):
            value = found[(bin_number + step) % len(found)]
            if value != EMPTY:
                filled[bin_number] = np.uint32((int(value) + step * int(STEP)) & 0xFFFFFFFF)
                break
    return filled


def _root(parent: NDArray[np.int64], row: int) -> int:
    while parent[row] != row:
        parent[row] = parent[parent[row]]
        row = int(parent[row])
    return row


def _join(parent: NDArray[np.int64], one: int, other: int) -> None:
    low, high = sorted((_root(parent, one), _root(parent, other)))
    parent[high] = low

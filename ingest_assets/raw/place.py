"""Where a source's documents lie: a folder, an object store, a list of addresses. One small protocol, so that every look is the same."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Protocol

from ingest_assets.problems import Problem
from ingest_assets.raw.walk import Entry
from ingest_assets.store.blobs import Blob, Blobs
from ingest_assets.store.manifest import Location


class SourceMissingError(OSError):
    """The source itself cannot be listed. Nothing is concluded from that: an unmounted disk is not a million deletions."""


class ReadFailedError(Exception):
    """The bytes of one name cannot be had. What was had before stays, unless ``keeps`` is False."""

    code = Problem.READ_ERROR
    keeps = False


class FetchFailedError(ReadFailedError):
    """A server, the way to it or its answer failed; the next run asks again."""

    code = Problem.FETCH_FAILED
    keeps = True


class FetchRefusedError(ReadFailedError):
    """We do not ask: robots.txt forbids it, or the address is private or no web address."""

    code = Problem.FETCH_REFUSED
    keeps = True


class AddressGoneError(ReadFailedError):
    """404 or 410: what was indexed from there leaves the index."""

    code = Problem.ADDRESS_GONE


class OverLimitError(Exception):
    """More bytes than the source's limit; how many there are is known only from whom declares it."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Received:
    """What came of reading one name. ``blob`` is None when the server says that nothing has changed since ``known``."""

    blob: Blob | None
    content_type: str | None = None
    etag: str | None = None
    headers: str | None = None


class Place(Protocol):
    """``is_folder``: files that are audited and may have a headers file beside them. ``asks_each_time``: only reading tells what has changed."""

    is_folder: bool
    asks_each_time: bool

    @property
    def title(self) -> str:
        """What people call the place; holds no secret."""
        ...

    def entries(self) -> Iterator[Entry]:
        """Every name, without opening any. Raises SourceMissingError."""
        ...

    def read(self, entry: Entry, known: Location | None, blobs: Blobs) -> Received:
        """Store the bytes of a name. Raises ReadFailedError or OverLimitError. Called from several threads."""
        ...

    def close(self) -> None:
        """Let connections go."""
        ...

"""A source that is a list of web addresses, in sources.toml or in a file with one a line. Each is asked in every run, with a condition."""

from __future__ import annotations

import json
import re
from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass, field
from email.utils import parsedate_to_datetime
from itertools import chain, zip_longest
from pathlib import Path
from urllib.parse import urlsplit

import httpx

from ingest_assets.raw.place import AddressGoneError, FetchFailedError, Received, SourceMissingError
from ingest_assets.raw.polite import Evidence, Fetcher, Manners
from ingest_assets.raw.server import Server
from ingest_assets.raw.walk import Entry
from ingest_assets.store.blobs import Blobs
from ingest_assets.store.manifest import Location

GONE = frozenset({404, 410})
CONDITIONS = {"etag": "If-None-Match", "last-modified": "If-Modified-Since"}


@dataclass(slots=True, kw_only=True)
class AddressList:
    """``urls`` and the lines of ``file`` (empty ones and those that begin with # do not count)."""

    urls: tuple[str, ...] = ()
    file: Path | None = None
    largest: int
    manners: Manners = field(default_factory=Manners)
    is_folder: bool = False
    asks_each_time: bool = True
    _fetcher: Fetcher | None = None

    @property
    def title(self) -> str:
        """How many addresses, and where they stand."""
        return f"{len(self.urls)} addresses" if self.file is None else f"the addresses in {self.file}"

    def entries(self) -> Iterator[Entry]:
        """One for each address, the hosts in turn, so that a pause towards one is used for the others. Raises SourceMissingError."""
        hosts: dict[str, list[str]] = defaultdict(list)
        for url in dict.fromkeys(chain(self.urls, self._lines())):
            hosts[urlsplit(url).netloc if "//" in url else ""].append(url)
        for row in zip_longest(*hosts.values()):
            yield from (Entry(url.encode("utf-8", "surrogateescape"), "file") for url in row if url is not None)

    def read(self, entry: Entry, known: Location | None, blobs: Blobs) -> Received:
        """Ask for one address. Raises FetchFailedError, FetchRefusedError, AddressGoneError, OverLimitError."""
        before = known if known is not None and known.headers and blobs.has(known.raw_sha256) else None

        def take(answer: httpx.Response, server: Server, evidence: Evidence) -> Received:
            status = answer.status_code
            if status == 304 and before is not None:
                return Received(blob=None)
            if status in GONE:
                raise AddressGoneError(f"status {status} at {evidence.url}")
            if status != 200:
                raise FetchFailedError(f"status {status} at {evidence.url}")
            blob = blobs.put_chunks(server.chunks(answer, self.largest))
            told = answer.headers
            return Received(
                blob=blob, content_type=told.get("Content-Type"), etag=told.get("ETag"), headers=evidence.text()
            )

        if self._fetcher is None:
            self._fetcher = Fetcher(self.manners)
        return self._fetcher.fetch(entry.path.decode("utf-8", "replace"), lambda url: _conditions(before, url), take)

    def close(self) -> None:
        """Let the connections go."""
        if self._fetcher is not None:
            self._fetcher.close()

    def _lines(self) -> Iterator[str]:
        if self.file is None:
            return
        try:
            with self.file.open("rb") as stream:
                text = stream.read(self.manners.fetching.list_bytes + 1)
        except OSError as error:
            raise SourceMissingError(f"the list of addresses cannot be read: {self.file} ({error.strerror})") from error
        if len(text) > self.manners.fetching.list_bytes:
            raise SourceMissingError(
                f"the list of addresses is larger than {self.manners.fetching.list_bytes} bytes: {self.file}"
            )
        for line in text.decode("utf-8-sig", "surrogateescape").splitlines():
            address = line.strip()
            if address and not address.startswith("#"):
                yield without_secrets(address)


def without_secrets(address: str) -> str:
    """A user and password in an address are not kept; what is left is refused when it is asked for."""
    return re.sub(r"(?<=//)[^/?#]*@", "***@", address.partition("#")[0])


def modified_ns(headers: str | None) -> int:
    """Last-Modified of kept evidence in ns since 1970, 0 when there is none."""
    value = _headers(headers).get("last-modified", "")
    try:
        return round(parsedate_to_datetime(value).timestamp()) * 1_000_000_000
    except (ValueError, OverflowError):
        return 0


def _conditions(before: Location | None, url: str) -> dict[str, str]:
    """Conditional headers, for the address that the kept bytes came from only."""
    if before is None or json.loads(before.headers or "{}").get("url") != url:
        return {}
    told = _headers(before.headers)
    return {request: told[name] for name, request in CONDITIONS.items() if name in told}


def _headers(text: str | None) -> dict[str, str]:
    found = json.loads(text or "{}").get("headers", [])
    return {name.lower(): value for name, value in found}

"""A source that is a prefix of an S3-compatible store. Listings tell ETag, size and time: only what differs is fetched.

Keys are labels: none becomes a path of this machine, and "..", "//" or a newline in one is a key like any other.
"""

from __future__ import annotations

import datetime
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import TypeVar
from urllib.parse import unquote_to_bytes, urlsplit
from xml.etree import ElementTree

import httpx

from ingest_assets.raw.place import FetchFailedError, OverLimitError, Received, SourceMissingError
from ingest_assets.raw.server import Server
from ingest_assets.raw.signing import Credentials, signed_headers, target
from ingest_assets.raw.walk import Entry
from ingest_assets.store.blobs import Blobs
from ingest_assets.store.manifest import Location
from ingest_assets.thresholds.fetching import Fetching

T = TypeVar("T")
SAYS_NOTHING = frozenset({"binary/octet-stream", "application/octet-stream"})
"""Content types that stores give to what was put without one."""


@dataclass(slots=True, kw_only=True)
class ObjectStore:
    """``endpoint`` is the store's address, ``prefix`` "" or ends with "/". ``credentials`` is None for public buckets."""

    endpoint: str
    bucket: str
    prefix: str = ""
    region: str = "us-east-1"
    credentials: Credentials | None = None
    largest: int
    fetching: Fetching = field(default_factory=Fetching)
    is_folder: bool = False
    asks_each_time: bool = False
    _server: Server | None = None

    @property
    def title(self) -> str:
        """The address without credentials."""
        return f"{self.endpoint.rstrip('/')}/{self.bucket}/{self.prefix}"

    def entries(self) -> Iterator[Entry]:
        """All pages of the listing. Raises SourceMissingError when one of them cannot be had: half a listing is no deletion."""
        token = ""
        while True:
            try:
                page = self._get(b"", self._query(token), self._page)
            except (FetchFailedError, OverLimitError) as error:
                raise SourceMissingError(f"{self.title} cannot be listed: {error}") from error
            yield from self._objects(page)
            token = _text(page, "NextContinuationToken")
            if _text(page, "IsTruncated") != "true" or not token:
                return

    def read(self, entry: Entry, known: Location | None, blobs: Blobs) -> Received:
        """Fetch one object. Raises FetchFailedError."""
        del known

        def take(answer: httpx.Response) -> Received:
            if answer.status_code != 200:
                raise FetchFailedError(_refusal(answer, self._server_of().whole(answer, self.fetching.list_bytes)))
            blob = blobs.put_chunks(self._server_of().chunks(answer, self.largest))
            told = answer.headers.get("Content-Type")
            return Received(blob=blob, content_type=None if told in SAYS_NOTHING else told, etag=entry.etag)

        return self._get(self.prefix.encode() + entry.path, {}, take)

    def close(self) -> None:
        """Let the connections go."""
        if self._server is not None:
            self._server.client.close()

    def _server_of(self) -> Server:
        if self._server is None:
            self._server = Server(urlsplit(self.endpoint).netloc, self.fetching)
        return self._server

    def _get(self, key: bytes, query: Mapping[str, str], take: Callable[[httpx.Response], T]) -> T:
        address = urlsplit(self.endpoint)
        path = b"/".join((address.path.rstrip("/").encode(), self.bucket.encode(), key))
        sent = target(path if key else path.removesuffix(b"/"), query)

        def make() -> httpx.Request:
            now = datetime.datetime.now(datetime.UTC)
            headers = {"host": address.netloc}
            if self.credentials is not None:
                headers = signed_headers(
                    address.netloc, sent, region=self.region, credentials=self.credentials, now=now
                )
            # target: the URL's own path would have its dot segments removed; identity: an object is stored as it was put
            return self._server_of().client.build_request(
                "GET",
                f"{address.scheme}://{address.netloc}/",
                headers={**headers, "Accept-Encoding": "identity"},
                extensions={"target": sent.encode("ascii")},
            )

        return self._server_of().ask(make, take)

    def _query(self, token: str) -> dict[str, str]:
        size = str(self.fetching.page_objects)
        query = {"list-type": "2", "encoding-type": "url", "max-keys": size, "prefix": self.prefix}
        return {**query, "continuation-token": token} if token else query

    def _page(self, answer: httpx.Response) -> ElementTree.Element:
        body = self._server_of().whole(answer, self.fetching.list_bytes)
        if answer.status_code != 200:
            raise FetchFailedError(_refusal(answer, body))
        page = _parsed(body)
        if page is None or page.tag.rpartition("}")[2] != "ListBucketResult":
            raise FetchFailedError("the answer is no listing of a bucket")
        return page

    def _objects(self, page: ElementTree.Element) -> Iterator[Entry]:
        encoded = _text(page, "EncodingType") == "url"
        for item in page.iterfind("{*}Contents"):
            name = _text(item, "Key")
            key = unquote_to_bytes(name.replace("+", " ")) if encoded else name.encode()
            size = int(_text(item, "Size") or 0)
            if key.endswith(b"/") and size == 0:  # how consoles show a folder
                continue
            path = key.removeprefix(self.prefix.encode())
            if path:
                yield Entry(path, "file", size, _nanoseconds(_text(item, "LastModified")), _text(item, "ETag"))


def _parsed(body: bytes) -> ElementTree.Element | None:
    """XML without a document type: no entity is ever defined."""
    try:
        return None if b"<!DOCTYPE" in body else ElementTree.fromstring(body)
    except ElementTree.ParseError:
        return None


def _text(element: ElementTree.Element, name: str) -> str:
    return element.findtext(f"{{*}}{name}") or ""


def _nanoseconds(moment: str) -> int:
    """An ISO 8601 time; 0 when a store tells none."""
    try:
        return round(datetime.datetime.fromisoformat(moment).timestamp() * 1000) * 1_000_000
    except ValueError:
        return 0


def _refusal(answer: httpx.Response, body: bytes) -> str:
    """Status and the store's own code, such as AccessDenied."""
    page = _parsed(body)
    code = _text(page, "Code") if page is not None else ""
    return f"status {answer.status_code} {code}".rstrip()

"""Requests to one server: attempts with pauses, limits while the bytes come, and an end to asking a server that is down."""

from __future__ import annotations

import ssl
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from email.utils import parsedate_to_datetime
from typing import TypeVar

import certifi
import httpx

from ingest_assets.raw.place import FetchFailedError, OverLimitError, ReadFailedError
from ingest_assets.thresholds.fetching import Fetching

T = TypeVar("T")
TRY_AGAIN = frozenset({408, 425, 429, 500, 502, 503, 504})
ACCEPTED = "gzip, deflate"  # what httpx unpacks without further packages


@dataclass(slots=True)
class Server:
    """One server during one run. ``down`` counts the items in a row that it failed."""

    name: str
    fetching: Fetching
    down: int = 0
    client: httpx.Client = field(init=False, repr=False)

    def __post_init__(self) -> None:
        limits = httpx.Timeout(self.fetching.read_seconds, connect=self.fetching.connect_seconds)
        headers = {"User-Agent": self.fetching.user_agent, "Accept-Encoding": ACCEPTED, "Accept": "*/*"}
        # trust_env: a proxy from the environment would be asked for addresses that were checked for us
        self.client = httpx.Client(
            timeout=limits, headers=headers, verify=_trusted(), trust_env=False, follow_redirects=False
        )

    def ask(self, make: Callable[[], httpx.Request], take: Callable[[httpx.Response], T]) -> T:
        """Send what ``make`` builds and hand the open answer to ``take``; both are called again for each attempt.

        Raises FetchFailedError when the attempts are used up, when the server asks for a long wait, and at once when it is down.
        """
        if self.down >= self.fetching.host_failures:
            raise FetchFailedError(f"{self.name} failed {self.down} items in a row; the rest waits for the next run")
        why, wait = "", self.fetching.pause_seconds
        for attempt in range(self.fetching.attempts):
            if attempt:
                time.sleep(wait)
            try:
                answer = self._send(make)
                if answer.status_code not in TRY_AGAIN:
                    return self._taken(answer, take)
                answer.close()
            except httpx.HTTPError as error:
                why, wait = _told(error), self.fetching.pause_seconds * 2**attempt
            else:
                why = f"status {answer.status_code}"
                wait = retry_after(answer) or self.fetching.pause_seconds * 2**attempt
                if wait > self.fetching.wait_seconds:
                    why += f" and a wait of {wait:.0f} s asked for"
                    break
        self.down += 1
        raise FetchFailedError(f"{self.name}: {why} ({attempt + 1} attempts)")

    def _send(self, make: Callable[[], httpx.Request]) -> httpx.Response:
        try:
            return self.client.send(make(), stream=True)
        except FetchFailedError:  # no address to send it to
            self.down += 1
            raise

    def _taken(self, answer: httpx.Response, take: Callable[[httpx.Response], T]) -> T:
        try:
            taken = take(answer)
        except (ReadFailedError, OverLimitError):  # an answer all the same
            self.down = 0
            raise
        finally:
            answer.close()
        self.down = 0
        return taken

    def chunks(self, answer: httpx.Response, limit: int) -> Iterator[bytes]:
        """The body, unpacked. Raises OverLimitError above ``limit`` bytes, FetchFailedError when it takes too long."""
        declared = answer.headers.get("Content-Length", "")
        if declared.isdigit() and int(declared) > limit:
            raise OverLimitError(f"{declared} bytes declared, {limit} allowed")
        due, size = time.monotonic() + self.fetching.item_seconds, 0
        for chunk in answer.iter_bytes():
            size += len(chunk)
            if size > limit:
                raise OverLimitError(f"more than {limit} bytes")
            if time.monotonic() > due:
                raise FetchFailedError(f"{self.name}: still sending after {self.fetching.item_seconds:.0f} s")
            yield chunk

    def whole(self, answer: httpx.Response, limit: int) -> bytes:
        """The body, for small answers."""
        return b"".join(self.chunks(answer, limit))


def retry_after(answer: httpx.Response) -> float | None:
    """The wait that the server asks for, in seconds; None when it asks for none that can be read."""
    value = answer.headers.get("Retry-After", "").strip()
    if value.isdigit():
        return float(value)
    try:
        moment = parsedate_to_datetime(value)
    except ValueError:
        return None
    return max(moment.timestamp() - time.time(), 0.0)


def _trusted() -> ssl.SSLContext:
    """The system's authorities (SSL_CERT_FILE adds a house's own) and those that come with httpx: slim images have none."""
    context = ssl.create_default_context()
    context.load_verify_locations(certifi.where())
    return context


def _told(error: httpx.HTTPError) -> str:
    return f"{type(error).__name__}: {error}" if str(error) else type(error).__name__

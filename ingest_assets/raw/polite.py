"""A polite fetcher: robots.txt, one request at a time to a host with a pause between, checked redirects, conditional requests."""

from __future__ import annotations

import datetime
import json
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from functools import partial
from typing import TypeVar

import httpx

from ingest_assets.raw.addresses import Network, parsed, pinned
from ingest_assets.raw.place import FetchFailedError, FetchRefusedError, OverLimitError
from ingest_assets.raw.robots import Robots, robots
from ingest_assets.raw.server import Server
from ingest_assets.thresholds.fetching import Fetching

T = TypeVar("T")
REDIRECTS = frozenset({301, 302, 303, 307, 308})
PRIVATE = frozenset({"set-cookie", "set-cookie2", "authorization", "proxy-authenticate"})
"""Headers that are not kept: they may hold a session."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Manners:
    """How a source's addresses may be asked. ``allowed`` are private networks that are no secret to it."""

    robots: bool = True
    allowed: tuple[Network, ...] = ()
    fetching: Fetching = field(default_factory=Fetching)


@dataclass(frozen=True, slots=True, kw_only=True)
class Evidence:
    """How an answer came: kept as JSON beside the bytes. ``url`` is the address after all redirects."""

    fetched_at: str
    url: str
    redirects: tuple[str, ...]
    status: int
    headers: tuple[tuple[str, str], ...]

    def text(self) -> str:
        """As JSON."""
        shown = {**{name: getattr(self, name) for name in ("fetched_at", "url", "redirects", "status")}}
        return json.dumps({**shown, "headers": self.headers}, ensure_ascii=False)


@dataclass(frozen=True, slots=True)
class Moved:
    """The address that a redirect names."""

    url: str


@dataclass(slots=True)
class _Site:
    """One scheme, host and port during one run."""

    server: Server
    turn: threading.Lock = field(default_factory=threading.Lock)
    asking: threading.Lock = field(default_factory=threading.Lock)
    free_at: float = 0.0
    delay: float = 0.0
    rules: Robots | FetchFailedError | None = None


@dataclass(slots=True)
class Fetcher:
    """The sites of one run. Used from several threads."""

    manners: Manners
    _sites: dict[str, _Site] = field(default_factory=dict)
    _lock: threading.Lock = field(default_factory=threading.Lock)

    def fetch(
        self,
        address: str,
        headers: Callable[[str], dict[str, str]],
        take: Callable[[httpx.Response, Server, Evidence], T],
    ) -> T:
        """Ask for ``address``, follow redirects, hand the last answer to ``take``. ``headers`` gives those of a request to an address.

        Raises FetchRefusedError, FetchFailedError, OverLimitError and what ``take`` raises.
        """
        passed: list[str] = []
        while True:
            url = parsed(address)
            site = self._site(url)
            self._check(site, url)
            found = self._answer(site, url, headers, partial(_step, url, tuple(passed), take))
            if not isinstance(found, Moved):
                return found
            if len(passed) >= self.manners.fetching.redirects:
                raise FetchFailedError(
                    f"more than {self.manners.fetching.redirects} redirects, the last to {found.url}"
                )
            passed.append(str(url))
            address = found.url

    def close(self) -> None:
        """Let the connections go."""
        for site in self._sites.values():
            site.server.client.close()

    def _answer(
        self,
        site: _Site,
        url: httpx.URL,
        headers: Callable[[str], dict[str, str]],
        take: Callable[[httpx.Response, Server], T],
    ) -> T:
        def make() -> httpx.Request:
            sent = {**headers(str(url)), "Host": url.netloc.decode("ascii")}
            where = url.copy_with(host=pinned(url, self.manners.allowed))
            return site.server.client.build_request(
                "GET", where, headers=sent, extensions={"sni_hostname": url.raw_host.decode("ascii")}
            )

        with _turn(site):
            return site.server.ask(make, lambda answer: take(answer, site.server))

    def _site(self, url: httpx.URL) -> _Site:
        name = f"{url.scheme}://{url.netloc.decode('ascii')}"
        with self._lock:
            if name not in self._sites:
                server = Server(name, self.manners.fetching)
                self._sites[name] = _Site(server, delay=self.manners.fetching.delay_seconds)
            return self._sites[name]

    def _check(self, site: _Site, url: httpx.URL) -> None:
        if self.manners.robots and not self._rules(site, url).allows(url.raw_path.decode("ascii")):
            raise FetchRefusedError(f"robots.txt of {url.host} forbids {url.path}")

    def _rules(self, site: _Site, url: httpx.URL) -> Robots:
        """The site's robots.txt, once a run. Not there means no rules; a server that cannot tell is not asked (RFC 9309 section 2.3.1)."""
        with site.asking:
            if site.rules is None:
                try:
                    site.rules = self._read_rules(str(url.copy_with(raw_path=b"/robots.txt")))
                    site.delay = max(site.delay, min(site.rules.delay, self.manners.fetching.crawl_delay_seconds))
                except FetchFailedError as error:
                    site.rules = FetchFailedError(f"robots.txt cannot be had: {error}")
        if isinstance(site.rules, FetchFailedError):
            raise FetchFailedError(str(site.rules))
        return site.rules

    def _read_rules(self, address: str) -> Robots:
        for _ in range(self.manners.fetching.redirects + 1):
            url = parsed(address)
            found = self._answer(self._site(url), url, lambda _: {}, self._robots)
            if isinstance(found, Robots):
                return found
            address = str(url.join(found.url))
        return Robots()

    def _robots(self, answer: httpx.Response, server: Server) -> Robots | Moved:
        if answer.status_code in REDIRECTS and "Location" in answer.headers:
            return Moved(answer.headers["Location"])
        if answer.status_code != 200:
            return Robots()
        text = b""
        try:
            for chunk in server.chunks(answer, self.manners.fetching.robots_bytes):
                text += chunk
        except OverLimitError:
            pass  # what was read counts
        return robots(text.decode("utf-8", "replace"), self.manners.fetching.user_agent.partition("/")[0])


def networks(texts: Sequence[str]) -> tuple[Network, ...]:
    """Networks such as 10.2.0.0/16. Raises ValueError."""
    import ipaddress

    return tuple(ipaddress.ip_network(text) for text in texts)


@contextmanager
def _turn(site: _Site) -> Iterator[None]:
    """Wait for the site to be free, and leave it its pause afterwards."""
    with site.turn:
        time.sleep(max(site.free_at - time.monotonic(), 0.0))
        try:
            yield
        finally:
            site.free_at = time.monotonic() + site.delay


def _step(
    url: httpx.URL,
    passed: tuple[str, ...],
    take: Callable[[httpx.Response, Server, Evidence], T],
    answer: httpx.Response,
    server: Server,
) -> T | Moved:
    if answer.status_code in REDIRECTS and "Location" in answer.headers:
        try:
            return Moved(str(url.join(answer.headers["Location"])))
        except httpx.InvalidURL as error:
            raise FetchRefusedError(f"redirected to no web address: {error}") from error
    kept = tuple((name, value) for name, value in answer.headers.multi_items() if name.lower() not in PRIVATE)
    evidence = Evidence(
        fetched_at=datetime.datetime.now(datetime.UTC).isoformat(timespec="seconds"),
        url=str(url),
        redirects=passed,
        status=answer.status_code,
        headers=kept,
    )
    return take(answer, server, evidence)

"""A web server on this machine that behaves, or misbehaves, as each page says."""

from __future__ import annotations

import ssl
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

PIECE = b"x" * 65536


@dataclass(slots=True)
class Page:
    """An answer. ``etag`` and ``modified`` make it conditional, ``failures`` are statuses given first, one a request.

    ``endless`` never stops sending, ``cut`` ends the connection in the middle, ``drip`` waits so many seconds before each byte.
    """

    body: bytes = b""
    status: int = 200
    headers: dict[str, str] = field(default_factory=dict)
    etag: str = ""
    modified: str = ""
    failures: list[int] = field(default_factory=list)
    retry_after: str = ""
    endless: bool = False
    cut: bool = False
    drip: float = 0.0


@dataclass(slots=True)
class Site:
    """The pages by path, and what was asked: (path, headers)."""

    port: int
    pages: dict[str, Page] = field(default_factory=dict)
    asked: list[tuple[str, dict[str, str]]] = field(default_factory=list)
    moments: list[float] = field(default_factory=list)

    def url(self, path: str) -> str:
        """The address of a path."""
        return f"http://127.0.0.1:{self.port}{path}"

    def paths(self) -> list[str]:
        """What was asked since the last call, robots.txt left out."""
        found = [path for path, _ in self.asked if path != "/robots.txt"]
        self.asked.clear()
        return found


class _Server(ThreadingHTTPServer):
    daemon_threads = True
    site: Site


class _Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    server: _Server

    def do_GET(self) -> None:
        site = self.server.site
        site.asked.append((self.path, {name.lower(): value for name, value in self.headers.items()}))
        site.moments.append(time.monotonic())
        try:
            self._answer(site.pages.get(self.path, Page(status=404)))
        except (BrokenPipeError, ConnectionResetError):
            self.close_connection = True

    def _answer(self, page: Page) -> None:
        if page.failures:
            self._short(page.failures.pop(0), {"Retry-After": page.retry_after} if page.retry_after else {})
        elif self._is_unchanged(page):
            self._short(304, {})
        else:
            self._whole(page)

    def _short(self, status: int, headers: dict[str, str]) -> None:
        self.send_response(status)
        for name, value in {**headers, **({} if status == 304 else {"Content-Length": "0"})}.items():
            self.send_header(name, value)
        self.end_headers()

    def _whole(self, page: Page) -> None:
        self.send_response(page.status)
        marks = {"ETag": page.etag, "Last-Modified": page.modified}
        length = {} if page.endless else {"Content-Length": str(len(page.body))}
        for name, value in {**length, **marks, **page.headers}.items():
            if value:
                self.send_header(name, value)
        self.end_headers()
        while page.endless:
            self.wfile.write(PIECE)
        for piece in _pieces(page):
            self.wfile.write(piece)
        self.close_connection = self.close_connection or page.cut

    def _is_unchanged(self, page: Page) -> bool:
        by_mark = page.etag and self.headers.get("If-None-Match") == page.etag
        return bool(by_mark or (page.modified and self.headers.get("If-Modified-Since") == page.modified))

    def log_message(self, *_: object) -> None:
        """Quiet."""


def _pieces(page: Page) -> Iterator[bytes]:
    if not page.drip:
        yield page.body[: len(page.body) // 2] if page.cut else page.body
        return
    for byte in page.body:
        time.sleep(page.drip)
        yield bytes([byte])


@contextmanager
def web_site(pages: dict[str, Page] | None = None, context: ssl.SSLContext | None = None) -> Iterator[Site]:
    """Serve the pages on a free port until the block ends; with a context over https."""
    server = _Server(("127.0.0.1", 0), _Handler)
    if context is not None:
        server.socket = context.wrap_socket(server.socket, server_side=True)
    server.site = site = Site(port=server.server_port, pages=pages or {})
    threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.02}, daemon=True).start()
    try:
        yield site
    finally:
        server.shutdown()
        server.server_close()

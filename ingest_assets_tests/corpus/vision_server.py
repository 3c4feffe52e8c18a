"""A vision endpoint on the loopback: answers from a script, remembers every request."""

from __future__ import annotations

import json
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from threading import Thread
from typing import Any


@dataclass(frozen=True, kw_only=True)
class Reply:
    """One scripted answer. ``cut`` closes the connection in the middle of the body, ``wait`` seconds pass before it starts."""

    status: int = 200
    body: bytes = b""
    headers: dict[str, str] = field(default_factory=dict)
    wait: float = 0.0
    cut: bool = False


def chat(text: str, *, finish_reason: str = "stop") -> Reply:
    """A chat completion that says ``text``."""
    body = {
        "model": "test-model-1",
        "system_fingerprint": "fp_test",
        "choices": [{"message": {"role": "assistant", "content": text}, "finish_reason": finish_reason}],
        "usage": {"prompt_tokens": 1000, "completion_tokens": 200},
    }
    return Reply(body=json.dumps(body).encode())


@dataclass
class Server:
    """Where the endpoint listens, and what it was asked: bodies as JSON, headers by their lower-case names."""

    base_url: str
    bodies: list[dict[str, Any]] = field(default_factory=list)
    headers: list[dict[str, str]] = field(default_factory=list)
    paths: list[str] = field(default_factory=list)


@contextmanager
def serving(replies: Sequence[Reply]) -> Iterator[Server]:
    """Serve the replies in order, the last one for ever."""
    script = list(replies)
    server = Server(base_url="")

    class Handler(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            server.paths.append(self.path)
            server.headers.append({name.lower(): value for name, value in self.headers.items()})
            server.bodies.append(json.loads(self.rfile.read(int(self.headers["Content-Length"]))))
            self.answer(script.pop(0) if len(script) > 1 else script[0])

        def answer(self, reply: Reply) -> None:
            time.sleep(reply.wait)
            self.send_response(reply.status)
            for name, value in reply.headers.items():
                self.send_header(name, value)
            self.send_header("Content-Length", str(len(reply.body)))
            self.end_headers()
            self.wfile.write(reply.body[: len(reply.body) // 2] if reply.cut else reply.body)
            if reply.cut:
                self.close_connection = True

        def log_message(self, format: str, *args: object) -> None:
            """Say nothing."""

    httpd = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    thread = Thread(target=httpd.serve_forever, kwargs={"poll_interval": 0.02})
    thread.start()
    server.base_url = f"http://127.0.0.1:{httpd.server_address[1]}/v1"
    try:
        yield server
    finally:
        httpd.shutdown()
        thread.join()
        httpd.server_close()

"""An S3-compatible server over HTTP on this machine (moto), with faults in front of it."""

from __future__ import annotations

import logging
import threading
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any

KEYS = {"AWS_ACCESS_KEY_ID": "tester", "AWS_SECRET_ACCESS_KEY": "no-secret-of-anybody"}


@dataclass(slots=True)
class ObjectServer:
    """``asked`` holds (method, path with query) of every request; ``fault`` may answer in the store's place with a status."""

    port: int
    client: Any
    asked: list[tuple[str, str]] = field(default_factory=list)
    fault: Callable[[str, str], int | None] = lambda method, path: None

    @property
    def endpoint(self) -> str:
        """Its address."""
        return f"http://127.0.0.1:{self.port}"

    def put(self, key: str, body: bytes, **options: str) -> None:
        """Put an object into the bucket named papers."""
        self.client.put_object(Bucket="papers", Key=key, Body=body, **options)

    def clear(self) -> None:
        """An empty bucket and no faults."""
        self.fault = lambda method, path: None
        for item in self.client.list_objects_v2(Bucket="papers").get("Contents", ()):
            self.client.delete_object(Bucket="papers", Key=item["Key"])
        self.asked.clear()

    def fetched(self) -> list[str]:
        """Paths of objects that were fetched since the last call; listings left out."""
        found = [path for method, path in self.asked if method == "GET" and "?" not in path]
        self.asked.clear()
        return found


@contextmanager
def object_server() -> Iterator[ObjectServer]:
    """Serve an empty bucket named papers."""
    import boto3
    from moto.server import DomainDispatcherApplication, create_backend_app
    from werkzeug.serving import make_server

    logging.getLogger("werkzeug").setLevel(logging.ERROR)
    store = DomainDispatcherApplication(create_backend_app)

    def application(environ: dict[str, Any], start: Any) -> Iterable[bytes]:
        path = environ.get("RAW_URI") or environ["REQUEST_URI"]
        served.asked.append((environ["REQUEST_METHOD"], path))
        status = served.fault(environ["REQUEST_METHOD"], path)
        if status is not None:
            start(f"{status} Fault", [("Content-Length", "0")])
            return [b""]
        answer: Iterable[bytes] = store(environ, start)
        return answer

    server = make_server("127.0.0.1", 0, application, threaded=True)
    threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.02}, daemon=True).start()
    client = boto3.client(
        "s3",
        endpoint_url=f"http://127.0.0.1:{server.server_port}",
        aws_access_key_id=KEYS["AWS_ACCESS_KEY_ID"],
        aws_secret_access_key=KEYS["AWS_SECRET_ACCESS_KEY"],
        region_name="us-east-1",
    )
    served = ObjectServer(port=server.server_port, client=client)
    try:
        client.create_bucket(Bucket="papers")
        served.asked.clear()
        yield served
    finally:
        server.shutdown()
        server.server_close()

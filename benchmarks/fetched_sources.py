"""What does a night over unchanged fetched sources cost? ``python -m benchmarks.fetched_sources``

A bucket of 5,000 objects (moto) and a list of 1,000 addresses that all answer 304; the servers run in a process of their own, so that the
CPU seconds are the client's.
"""

from __future__ import annotations

import datetime
import ipaddress
import json
import multiprocessing
import platform
import tempfile
import time
from collections.abc import Callable
from multiprocessing.connection import Connection
from pathlib import Path

from ingest_assets.advance import Advance
from ingest_assets.raw.address_list import AddressList
from ingest_assets.raw.object_store import ObjectStore
from ingest_assets.raw.place import Place
from ingest_assets.raw.polite import Manners
from ingest_assets.raw.signing import Credentials
from ingest_assets.settings import Settings
from ingest_assets.store.store import Store
from ingest_assets.thresholds.fetching import Fetching
from ingest_assets_tests.corpus.object_server import object_server
from ingest_assets_tests.corpus.web_site import Page, web_site

OBJECTS, ADDRESSES, SIZE = 5000, 1000, 10_000
RESULTS = Path(__file__).parent / "results" / "fetched_sources.json"
FETCHING = Fetching(delay_seconds=0.0)


def serve(pipe: Connection) -> None:
    """Both servers, until the other side says so."""
    pages = {f"/{number}": Page(b"x" * SIZE + b"%d" % number, etag=f'"{number}"') for number in range(ADDRESSES)}
    with object_server() as objects, web_site(pages) as site:
        for number in range(OBJECTS):
            objects.put(f"in/{number:05}.txt", b"x" * SIZE + b"%d" % number)
        pipe.send((objects.port, site.port))
        pipe.recv()


def looked(place: Callable[[], Place], lake: Path) -> dict[str, float]:
    """CPU and wall seconds of the first look and of the next."""
    found = {}
    for name in ("first", "unchanged"):
        advance = Advance(store=Store(lake), source="papers", settings=Settings(fetching=FETCHING))
        cpu, wall = time.process_time(), time.perf_counter()
        advance.look(place())
        found[f"{name}_cpu_s"] = round(time.process_time() - cpu, 2)
        found[f"{name}_wall_s"] = round(time.perf_counter() - wall, 2)
    return found


def main() -> None:
    """Measure and write."""
    here, there = multiprocessing.get_context("spawn").Pipe()
    process = multiprocessing.get_context("spawn").Process(target=serve, args=(there,), daemon=True)
    process.start()
    bucket_port, site_port = here.recv()
    keys = Credentials(key="tester", secret="nobody's")
    manners = Manners(robots=False, allowed=(ipaddress.ip_network("127.0.0.0/8"),), fetching=FETCHING)
    urls = tuple(f"http://127.0.0.1:{site_port}/{number}" for number in range(ADDRESSES))

    def bucket() -> Place:
        endpoint = f"http://127.0.0.1:{bucket_port}"
        return ObjectStore(endpoint=endpoint, bucket="papers", prefix="in/", credentials=keys, largest=10**6)

    with tempfile.TemporaryDirectory() as folder:
        results = {
            "what": f"looks at {OBJECTS} objects and {ADDRESSES} addresses of {SIZE} bytes on loopback, nothing parsed",
            "date": datetime.date.today().isoformat(),
            "python": platform.python_version(),
            "objects": looked(bucket, Path(folder) / "objects"),
            "addresses": looked(lambda: AddressList(urls=urls, largest=10**6, manners=manners), Path(folder) / "pages"),
        }
    here.send("end")
    RESULTS.write_text(json.dumps(results, indent=1) + "\n", "utf-8")
    print(json.dumps(results, indent=1))


if __name__ == "__main__":
    main()

"""Numbers of what is fetched over a network."""

from __future__ import annotations

from dataclasses import dataclass

from ingest_assets.thresholds.origin import threshold


@dataclass(frozen=True, slots=True, kw_only=True)
class Fetching:
    """Patience, politeness and limits towards servers."""

    connect_seconds: float = threshold(10.0, "wall s", "choice: a server that is there answers a SYN in one")
    read_seconds: float = threshold(30.0, "wall s without a byte", "choice: a page that a database makes takes ten")
    item_seconds: float = threshold(
        900.0, "wall s for one item", "choice: 2 GB at 2.3 MB/s; a server that drips bytes never meets read_seconds"
    )
    attempts: int = threshold(3, "requests", "choice: a restart of a server is over after two short waits")
    pause_seconds: float = threshold(1.0, "wall s, doubled each time", "choice: waits of 1 and 2 s between attempts")
    wait_seconds: float = threshold(
        60.0, "wall s", "choice: whoever asks for a longer wait (Retry-After) is asked again in the next run"
    )
    delay_seconds: float = threshold(1.0, "wall s between requests to a host", "usual politeness of crawlers")
    crawl_delay_seconds: float = threshold(
        60.0, "wall s", "choice: a longer Crawl-delay of a robots.txt counts as this; a run has to end"
    )
    redirects: int = threshold(5, "hops", "RFC 9309 section 2.3.1.2 names five for robots.txt; pages need fewer")
    robots_bytes: int = threshold(500 * 1024, "bytes", "RFC 9309 section 2.5: at least 500 KiB are read")
    host_failures: int = threshold(
        3, "items in a row", "choice: a server that failed three items, each tried thrice, is down: the rest waits"
    )
    checkpoint_seconds: float = threshold(60.0, "wall s", "choice: a killed run fetches again at most a minute's worth")
    list_bytes: int = threshold(
        16 * 1024**2, "bytes", "choice: 200,000 addresses, or one page of a listing with 8 × headroom"
    )
    page_objects: int = threshold(1000, "objects in a page of a listing", "the most that S3 gives")
    object_poll_minutes: int = threshold(15, "minutes", "choice: one request per 1,000 objects, four times an hour")
    url_poll_minutes: int = threshold(
        360, "minutes", "choice: a conditional request per address costs its server something; four times a day"
    )
    user_agent: str = threshold(
        "ingest_assets/0.1", "User-Agent", "product and version; sources.toml may add a contact"
    )

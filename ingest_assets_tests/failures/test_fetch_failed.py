"""``fetch_failed``: a server that fails costs an item that was never had; one that was had before stays, with a note."""

from __future__ import annotations

import ipaddress
from pathlib import Path

from ingest_assets.problems import Problem, Severity
from ingest_assets.raw.address_list import AddressList
from ingest_assets.raw.polite import Manners
from ingest_assets_tests.corpus.web_site import Page, Site
from ingest_assets_tests.raw.looking import FAST, Looker


def test_fetch_failed(site: Site, tmp_path: Path) -> None:
    manners = Manners(allowed=(ipaddress.ip_network("127.0.0.0/8"),), fetching=FAST)
    site.pages = {"/had": Page(b"had"), "/never": Page(failures=[500] * 9)}
    looker = Looker(tmp_path)
    for expected in (Severity.HOLD, Severity.NOTE):
        looker(AddressList(urls=(site.url("/had"), site.url("/never")), largest=1000, manners=manners))
        url = site.url("/never" if expected is Severity.HOLD else "/had")
        (finding,) = looker.documents()[url].findings
        assert (finding.code, finding.severity) == (Problem.FETCH_FAILED, expected)
        assert finding.detail == f"http://127.0.0.1:{site.port}: status 500 (3 attempts)"
        site.pages["/had"] = Page(failures=[500] * 9)
    assert looker.bytes_of(site.url("/had")) == b"had"

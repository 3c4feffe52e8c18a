"""``fetch_refused``: a private address is not asked unless its network is allowed."""

from __future__ import annotations

from pathlib import Path

from ingest_assets.problems import Problem, Severity
from ingest_assets.raw.address_list import AddressList
from ingest_assets.raw.polite import Manners
from ingest_assets_tests.corpus.web_site import Page, Site
from ingest_assets_tests.raw.looking import FAST, Looker


def test_fetch_refused(site: Site, tmp_path: Path) -> None:
    site.pages = {"/inside": Page(b"inside")}
    looker = Looker(tmp_path)
    looker(AddressList(urls=(site.url("/inside"),), largest=1000, manners=Manners(fetching=FAST)))
    (finding,) = looker.documents()[site.url("/inside")].findings
    assert (finding.code, finding.severity) == (Problem.FETCH_REFUSED, Severity.HOLD)
    assert "127.0.0.1, in no public network" in finding.detail
    assert site.asked == []

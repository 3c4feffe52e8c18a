"""``address_gone``: 404 and 410 take what was indexed out, and the dead address is seen."""

from __future__ import annotations

import ipaddress
from pathlib import Path

from ingest_assets.problems import Problem, Severity
from ingest_assets.raw.address_list import AddressList
from ingest_assets.raw.polite import Manners
from ingest_assets_tests.corpus.web_site import Page, Site
from ingest_assets_tests.raw.looking import FAST, Looker


def test_address_gone(site: Site, tmp_path: Path) -> None:
    manners = Manners(allowed=(ipaddress.ip_network("127.0.0.0/8"),), fetching=FAST)
    site.pages = {"/page": Page(b"page")}
    looker = Looker(tmp_path)
    place = AddressList(urls=(site.url("/page"),), largest=1000, manners=manners)
    looker(place)
    before = looker.documents()[site.url("/page")].raw.raw_sha256
    site.pages = {}
    looker(place)
    document = looker.documents()[site.url("/page")]
    (finding,) = document.findings
    assert (finding.code, finding.severity) == (Problem.ADDRESS_GONE, Severity.HOLD)
    assert document.raw.raw_sha256 != before

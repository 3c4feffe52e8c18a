"""A list of web addresses against a server that misbehaves in every way at hand."""

from __future__ import annotations

import gzip
import ipaddress
import json
import time
from dataclasses import replace
from pathlib import Path

import pytest

from ingest_assets.problems import Severity
from ingest_assets.raw.address_list import AddressList, without_secrets
from ingest_assets.raw.place import SourceMissingError
from ingest_assets.raw.polite import Manners
from ingest_assets.thresholds.fetching import Fetching
from ingest_assets_tests.corpus.notice_servers import certificate
from ingest_assets_tests.corpus.web_site import Page, Site, web_site
from ingest_assets_tests.raw.looking import FAST, Looker

HERE = (ipaddress.ip_network("127.0.0.1/32"),)
MODIFIED = "Mon, 02 Mar 2026 10:00:00 GMT"


def addresses(
    site: Site, *paths: str, fetching: Fetching = FAST, robots: bool = True, largest: int = 10**6
) -> AddressList:
    manners = Manners(robots=robots, allowed=HERE, fetching=fetching)
    return AddressList(urls=tuple(site.url(path) for path in paths), largest=largest, manners=manners)


def problem(looker: Looker, url: str) -> tuple[str, str, str]:
    """Code, severity and detail of an address's only finding."""
    (finding,) = looker.documents()[url].findings
    return finding.code.value, finding.severity.value, finding.detail


def test_bytes_headers_and_type_are_kept_as_evidence(site: Site, tmp_path: Path) -> None:
    sent = {"Content-Type": "text/html; charset=windows-1251", "Set-Cookie": "s=secret"}
    page = Page("слово".encode("cp1251"), headers=sent, etag='"1"', modified=MODIFIED)
    site.pages = {"/old": Page(status=301, headers={"Location": "/new?x=1#part"}), "/new?x=1": page}
    looker = Looker(tmp_path)
    assert looker(addresses(site, "/old")).read == 1
    (location,) = looker.known
    evidence = json.loads(location.headers or "")
    assert (evidence["url"], evidence["redirects"], evidence["status"]) == (
        site.url("/new?x=1"),
        [site.url("/old")],
        200,
    )
    assert ["etag", '"1"'] in evidence["headers"]
    assert "secret" not in (location.headers or "")
    assert (location.etag, location.name) == ('"1"', site.url("/old"))
    assert (location.mtime_ns, looker.bytes_of(site.url("/old")).decode("cp1251")) == (1772445600 * 10**9, "слово")
    assert looker.documents()[site.url("/old")].raw.http_content_type == "text/html; charset=windows-1251"


def test_an_unchanged_page_is_asked_with_a_condition_and_not_sent(site: Site, tmp_path: Path) -> None:
    site.pages = {"/a": Page(b"a", etag='W/"7"'), "/b": Page(b"b", modified=MODIFIED), "/c": Page(b"c")}
    looker = Looker(tmp_path)
    first = looker(addresses(site, "/a", "/b", "/c"))
    site.asked.clear()
    second = looker(addresses(site, "/a", "/b", "/c"))
    asked = dict(site.asked)
    assert asked["/a"]["if-none-match"] == 'W/"7"'
    assert asked["/b"]["if-modified-since"] == MODIFIED
    assert (first.read, second.read) == (3, 1)  # /c has no mark: it is read, and is the same
    assert [one.raw_sha256 for one in second.locations] == [one.raw_sha256 for one in first.locations]
    site.pages["/a"] = Page(b"A", etag='W/"8"')
    assert looker(addresses(site, "/a", "/b")).read == 1
    assert looker.bytes_of(site.url("/a")) == b"A"
    assert site.url("/c") not in looker.documents()


def test_conditions_are_not_sent_when_the_bytes_are_lost(site: Site, tmp_path: Path) -> None:
    site.pages = {"/a": Page(b"a", etag='"7"')}
    looker = Looker(tmp_path / "one")
    looker(addresses(site, "/a"))
    looker.lake = tmp_path / "two"
    assert looker(addresses(site, "/a")).read == 1


def test_gone_is_gone_and_everything_else_keeps_what_was_there(site: Site, tmp_path: Path) -> None:
    paths = ["/gone", "/lost", "/forbidden", "/broken", "/busy", "/cut"]
    site.pages = {path: Page(b"first " + path.encode()) for path in paths}
    looker = Looker(tmp_path)
    assert looker(addresses(site, *paths)).read == 6
    site.pages |= {
        "/gone": Page(status=410),
        "/lost": Page(status=404),
        "/forbidden": Page(status=403),
        "/broken": Page(failures=[500] * 99),
        "/busy": Page(failures=[429] * 99, retry_after="3600"),
        "/cut": Page(b"second, and longer", cut=True),
    }
    second = looker(addresses(site, *paths, fetching=replace(FAST, host_failures=99)))
    assert (second.read, second.failed, second.signature) == (0, 6, "")
    for path in ("/gone", "/lost"):
        assert problem(looker, site.url(path))[:2] == ("address_gone", "hold")
    for path in ("/forbidden", "/broken", "/busy", "/cut"):
        assert looker.bytes_of(site.url(path)) == b"first " + path.encode()
        assert problem(looker, site.url(path))[:2] == ("fetch_failed", "note")
    assert "wait of 3600 s" in problem(looker, site.url("/busy"))[2]
    site.pages |= {path: Page(b"third") for path in paths}
    third = looker(addresses(site, *paths))
    assert (third.read, third.failed) == (6, 0)
    assert [document.findings for document in looker.documents().values() if document.findings[1:]] == []


def test_a_server_that_stumbles_is_asked_again(site: Site, tmp_path: Path) -> None:
    site.pages = {"/a": Page(b"a", failures=[503, 429], retry_after="0")}
    looker = Looker(tmp_path)
    assert looker(addresses(site, "/a")).read == 1
    assert site.paths() == ["/a"] * 3


@pytest.mark.parametrize(
    "page",
    [
        Page(endless=True),
        Page(b"x" * 5000),
        Page(gzip.compress(bytes(10**7)), headers={"Content-Encoding": "gzip"}),
        Page(b"x", headers={"Content-Length": "999999999999"}),
    ],
    ids=["endless", "long", "gzip bomb", "declared"],
)
def test_more_bytes_than_the_limit_are_not_taken(page: Page, site: Site, tmp_path: Path) -> None:
    site.pages = {"/large": page}
    looker = Looker(tmp_path)
    looker(addresses(site, "/large", largest=2000))
    assert looker.documents()[site.url("/large")].skip_rule == "size_limit"
    assert not list((tmp_path / "raw").rglob("*")) if (tmp_path / "raw").exists() else True


def test_a_server_that_drips_or_says_nothing_is_left(site: Site, tmp_path: Path) -> None:
    site.pages = {"/drip": Page(b"x" * 500, drip=0.02), "/hang": Page(b"xx", drip=5)}
    looker = Looker(tmp_path)
    fetching = replace(FAST, item_seconds=0.3, read_seconds=0.3, attempts=1)
    looker(addresses(site, "/drip", "/hang", fetching=fetching))
    assert "still sending" in problem(looker, site.url("/drip"))[2]
    assert "ReadTimeout" in problem(looker, site.url("/hang"))[2]


def test_redirects_end_and_are_checked_like_addresses(site: Site, tmp_path: Path) -> None:
    for number in range(9):
        site.pages[f"/{number}"] = Page(status=302, headers={"Location": f"/{number + 1}"})
    site.pages |= {
        "/loop": Page(status=307, headers={"Location": "/loop"}),
        "/inside": Page(status=302, headers={"Location": "http://127.0.0.2:1/"}),
        "/file": Page(status=302, headers={"Location": "file:///etc/passwd"}),
        "/wall": Page(status=302, headers={"Location": "/closed/x"}),
        "/robots.txt": Page(b"User-agent: *\nDisallow: /closed"),
    }
    looker = Looker(tmp_path)
    looker(addresses(site, "/0", "/loop", "/inside", "/file", "/wall"))
    assert problem(looker, site.url("/0"))[0] == problem(looker, site.url("/loop"))[0] == "fetch_failed"
    for path, told in (("/inside", "in no public network"), ("/file", "no web address"), ("/wall", "robots.txt")):
        code, severity, detail = problem(looker, site.url(path))
        assert (code, severity) == ("fetch_refused", "hold")
        assert told in detail


def test_robots_are_honoured_and_a_site_that_cannot_tell_is_not_asked(site: Site, tmp_path: Path) -> None:
    site.pages = {
        "/open": Page(b"open"),
        "/closed": Page(b"closed"),
        "/robots.txt": Page(b"User-agent: ingest_assets\nDisallow: /closed"),
    }
    looker = Looker(tmp_path)
    looker(addresses(site, "/open", "/closed"))
    assert problem(looker, site.url("/closed"))[:2] == ("fetch_refused", "hold")
    assert site.paths() == ["/open"]
    looker(addresses(site, "/open", "/closed", robots=False))
    assert looker.bytes_of(site.url("/closed")) == b"closed"
    site.pages["/robots.txt"] = Page(failures=[500] * 99)
    site.paths()
    looker(addresses(site, "/open", "/closed"))
    assert site.paths() == []
    assert {problem(looker, site.url(path))[:2] for path in ("/open", "/closed")} == {("fetch_failed", "note")}


def test_one_request_at_a_time_with_a_pause_between(site: Site, tmp_path: Path) -> None:
    site.pages = {f"/{number}": Page(b"x") for number in range(4)}
    looker = Looker(tmp_path)
    looker(addresses(site, *site.pages, fetching=replace(FAST, delay_seconds=0.1)))
    gaps = [after - before for before, after in zip(site.moments, site.moments[1:], strict=False)]
    assert len(gaps) == 4
    assert min(gaps) >= 0.09
    assert site.asked[0][0] == "/robots.txt"
    assert {headers["user-agent"] for _, headers in site.asked} == {"ingest_assets/0.1"}


def test_a_crawl_delay_is_kept_up_to_its_limit(site: Site, tmp_path: Path) -> None:
    site.pages = {"/1": Page(b"x"), "/2": Page(b"y"), "/robots.txt": Page(b"User-agent: *\nCrawl-delay: 86400")}
    start = time.monotonic()
    Looker(tmp_path)(addresses(site, "/1", "/2", fetching=replace(FAST, crawl_delay_seconds=0.2)))
    assert 0.2 <= time.monotonic() - start < 5


def test_a_server_that_is_down_is_not_asked_for_every_address(tmp_path: Path) -> None:
    with web_site() as site:
        pass
    looker = Looker(tmp_path)
    paths = [f"/{number}" for number in range(30)]
    looker(addresses(site, *paths, robots=False, fetching=replace(FAST, pause_seconds=0.05)))
    told = [problem(looker, site.url(path))[2] for path in paths]
    assert len([text for text in told if "ConnectError" in text]) == 3
    assert len([text for text in told if "the rest waits for the next run" in text]) == 27


def test_the_file_of_addresses_is_read_line_by_line(site: Site, tmp_path: Path) -> None:
    site.pages = {"/a": Page(b"a"), "/b?x=1": Page(b"b")}
    file = tmp_path / "list.txt"
    lines = [
        "\ufeff# ours",
        site.url("/a"),
        "",
        f"  {site.url('/b?x=1')}#part ",
        site.url("/a"),
        "http://user:pw@127.0.0.1/",
        "nonsense",
    ]
    file.write_text("\n".join(lines), "utf-8")
    manners = Manners(allowed=HERE, fetching=FAST)
    looker = Looker(tmp_path / "lake")
    looker(AddressList(file=file, largest=1000, manners=manners))
    found = looker.documents()
    assert found.keys() == {site.url("/a"), site.url("/b?x=1"), "http://***@127.0.0.1/", "nonsense"}
    assert problem(looker, "nonsense")[:2] == problem(looker, "http://***@127.0.0.1/")[:2] == ("fetch_refused", "hold")
    with pytest.raises(SourceMissingError, match="cannot be read"):
        list(AddressList(file=tmp_path / "no", largest=1, manners=manners).entries())
    small = replace(FAST, list_bytes=10)
    with pytest.raises(SourceMissingError, match="larger than 10 bytes"):
        list(AddressList(file=file, largest=1, manners=Manners(fetching=small)).entries())


def test_hosts_take_turns_so_that_one_pause_serves_another() -> None:
    place = AddressList(urls=("http://a/1", "http://a/2", "http://a/3", "http://b/1", "http://c/1"), largest=1)
    assert [entry.path.decode() for entry in place.entries()] == [
        "http://a/1",
        "http://b/1",
        "http://c/1",
        "http://a/2",
        "http://a/3",
    ]


def test_passwords_in_addresses_are_not_kept() -> None:
    assert without_secrets("https://me:pw@host/x?mail=a@b") == "https://***@host/x?mail=a@b"
    assert without_secrets("https://host/@x#part") == "https://host/@x"


def test_a_killed_run_does_not_fetch_again_what_it_had(site: Site, tmp_path: Path) -> None:
    site.pages = {f"/{number}": Page(b"x%d" % number, etag=f'"{number}"') for number in range(20)}
    looker, saved = Looker(tmp_path), []
    looker(addresses(site, *site.pages), checkpoint=saved.append, seconds=0.0)
    assert len(saved) > 1
    half = saved[9]
    site.paths()
    continued = Looker(tmp_path, known=tuple(half))
    assert continued(addresses(site, *site.pages)).read == 20 - len(half)
    assert continued.known == looker.known or {one.raw_sha256 for one in continued.known} == {
        one.raw_sha256 for one in looker.known
    }


def test_a_note_does_not_hold_a_document_back(site: Site, tmp_path: Path) -> None:
    site.pages = {"/a": Page(b"a")}
    looker = Looker(tmp_path)
    looker(addresses(site, "/a"))
    site.pages = {"/a": Page(failures=[500] * 9)}
    looker(addresses(site, "/a"))
    (finding,) = looker.documents()[site.url("/a")].findings
    assert finding.severity is Severity.NOTE


def test_https_is_checked_by_the_name_though_the_address_is_pinned(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for host, told in (("localhost", None), ("other.example", "CERTIFICATE_VERIFY_FAILED")):
        (tmp_path / host).mkdir()
        file, context = certificate(tmp_path / host, host)
        monkeypatch.setenv("SSL_CERT_FILE", str(file))
        with web_site({"/a": Page(b"a")}, context) as site:
            url = f"https://localhost:{site.port}/a"
            looker = Looker(tmp_path / host / "lake")
            networks = (*HERE, ipaddress.ip_network("::1/128"))
            looker(
                AddressList(urls=(url,), largest=100, manners=Manners(robots=False, allowed=networks, fetching=FAST))
            )
            if told is None:
                assert looker.bytes_of(url) == b"a"
                assert site.asked[0][1]["host"] == f"localhost:{site.port}"
            else:
                assert told in problem(looker, url)[2]
                assert site.asked == []

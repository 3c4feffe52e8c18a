"""robots.txt after RFC 9309."""

from __future__ import annotations

import time

import pytest

from ingest_assets.raw.robots import robots

TEXT = """
# comment
User-agent: other
Disallow: /

User-Agent: Ingest_Assets/9
user-agent: third
Allow: /private/open   # a hole in the wall
Disallow: /private
Disallow: /*.zip$
Disallow: /a*b*c
Disallow: /письма
Crawl-delay: 2.5
Disallow:
Sitemap: https://example.org/map.xml

User-agent: *
Disallow: /everybody
"""


@pytest.mark.parametrize(
    ("path", "allowed"),
    [
        ("/", True),
        ("/everybody", True),
        ("/private", False),
        ("/private/x?y=1", False),
        ("/private/open/door", True),
        ("/files/x.zip", False),
        ("/files/x.zip?again", True),
        ("/a1b2c3", False),
        ("/a1c2b3", True),
        ("/%D0%BF%D0%B8%D1%81%D1%8C%D0%BC%D0%B0/1", False),
        ("/%d0%bf%d0%b8%d1%81%d1%8c%d0%bc%d0%b0/1", False),
    ],
)
def test_the_longest_rule_of_our_own_group_decides(path: str, allowed: bool) -> None:
    assert robots(TEXT, "ingest_assets").allows(path) is allowed


def test_everybody_else_reads_the_star() -> None:
    found = robots(TEXT, "somebody")
    assert (found.allows("/everybody"), found.allows("/private"), found.delay) == (False, True, 0.0)
    assert robots(TEXT, "ingest_assets").delay == 2.5


@pytest.mark.parametrize(
    "text", ["", "\ufeff", "Disallow: /", "<html>404</html>", "User-agent: *\nDisallow:", "user-agent"]
)
def test_a_file_without_rules_allows_everything(text: str) -> None:
    assert robots(text, "ingest_assets").allows("/x")


def test_allow_wins_a_tie() -> None:
    assert robots("User-agent: *\nDisallow: /page\nAllow: /page", "x").allows("/page")


def test_a_pattern_of_stars_takes_no_time() -> None:
    text = "User-agent: *\nDisallow: /" + "a*" * 5000 + "b$"
    start = time.process_time()
    assert robots(text, "x").allows("/" + "a" * 20_000)
    assert time.process_time() - start < 1

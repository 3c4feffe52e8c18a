"""No address of a private network is asked, however it is written."""

from __future__ import annotations

import ipaddress

import httpx
import pytest

from ingest_assets.raw.addresses import parsed, pinned
from ingest_assets.raw.place import FetchFailedError, FetchRefusedError


@pytest.mark.parametrize(
    "host",
    [
        "127.0.0.1", "localhost", "2130706433", "0x7f.1", "0177.0.0.1", "0.0.0.0", "10.1.2.3", "172.16.0.1", "192.168.1.1", "169.254.169.254",
        "100.64.0.1", "192.0.2.1", "224.0.0.1", "255.255.255.255", "[::1]", "[::]", "[fe80::1]", "[fc00::1]", "[ff02::1]", "[::ffff:127.0.0.1]",
        "[64:ff9b::7f00:1]", "[2002:7f00:1::]", "[2001:db8::1]",
    ],
)  # fmt: skip
def test_a_private_address_is_refused(host: str) -> None:
    with pytest.raises(FetchRefusedError, match=r"in no public network|Invalid IPv4"):
        pinned(parsed(f"http://{host}/"), ())


@pytest.mark.parametrize("host", ["93.184.216.34", "[2606:2800:220:1::1]", "[64:ff9b::5db8:d822]"])
def test_a_public_address_is_taken(host: str) -> None:
    assert pinned(httpx.URL(f"http://{host}/"), ()) == str(ipaddress.ip_address(host.strip("[]")))


def test_an_allowed_network_is_allowed_and_no_more() -> None:
    allowed = (ipaddress.ip_network("127.0.0.1/32"),)
    assert pinned(parsed("http://127.0.0.1:8080/"), allowed) == "127.0.0.1"
    with pytest.raises(FetchRefusedError):
        pinned(parsed("http://127.0.0.2/"), allowed)


def test_a_name_that_does_not_resolve_is_a_failure_not_a_refusal() -> None:
    with pytest.raises(FetchFailedError, match="cannot be resolved"):
        pinned(parsed("http://no-such-host.invalid/"), ())


@pytest.mark.parametrize(
    "text",
    ["file:///etc/passwd", "ftp://example.org/", "example.org", "", "http://", "http://[::1/", "gopher://x/", "http://u:secret@example.org/", "http://\x00/"],
)  # fmt: skip
def test_what_is_no_web_address_is_refused_without_repeating_a_password(text: str) -> None:
    with pytest.raises(FetchRefusedError) as raised:
        parsed(text)
    assert "secret" not in str(raised.value)

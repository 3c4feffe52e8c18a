"""Which web addresses may be asked: http and https without a password in them, and no host of a private network unless it is allowed.

The address that was checked is the one that is connected to, so that a name cannot point elsewhere between the two (DNS rebinding).
"""

from __future__ import annotations

import ipaddress
import socket
from collections.abc import Sequence

import httpx

from ingest_assets.raw.place import FetchFailedError, FetchRefusedError

Network = ipaddress.IPv4Network | ipaddress.IPv6Network
Address = ipaddress.IPv4Address | ipaddress.IPv6Address
NAT64 = ipaddress.IPv6Network("64:ff9b::/96")  # RFC 6052: the last four bytes are an IPv4 address
PORTS = {"http": 80, "https": 443}


def parsed(text: str) -> httpx.URL:
    """A web address without its fragment. Raises FetchRefusedError, whose text holds no password."""
    try:
        url = httpx.URL(text.partition("#")[0])
    except (httpx.InvalidURL, ValueError) as error:
        raise FetchRefusedError(f"no web address: {error}") from error
    if url.scheme not in PORTS or not url.host:
        raise FetchRefusedError("no web address: it has to begin with http:// or https:// and a host")
    if url.userinfo:
        raise FetchRefusedError("a user or password in the address would be stored with it")
    return url


def pinned(url: httpx.URL, allowed: Sequence[Network]) -> str:
    """The network address to connect to. Raises FetchRefusedError when any address of the host is private and not allowed."""
    try:
        found = socket.getaddrinfo(url.host, url.port or PORTS[url.scheme], type=socket.SOCK_STREAM)
    except (OSError, UnicodeError) as error:
        raise FetchFailedError(f"{url.host}: its name cannot be resolved ({error})") from error
    addresses = [ipaddress.ip_address(str(one[4][0]).partition("%")[0]) for one in found]
    for address in addresses:
        if not _is_public(address) and not any(address in network for network in allowed):
            raise FetchRefusedError(f"{url.host} is {address}, in no public network (allowed_networks allows some)")
    return str(addresses[0])


def _is_public(address: Address) -> bool:
    if isinstance(address, ipaddress.IPv6Address):
        inner = address.ipv4_mapped or address.sixtofour
        if address in NAT64:
            inner = ipaddress.IPv4Address(int(address) & 0xFFFFFFFF)
        if inner is not None:
            return _is_public(inner)
        if address.teredo is not None or address.is_site_local:
            return False
    return address.is_global and not address.is_multicast

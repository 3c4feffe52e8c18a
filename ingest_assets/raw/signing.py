"""AWS Signature Version 4 for reading from S3-compatible stores.

Method: "Authenticating Requests (AWS Signature Version 4)" of the S3 API reference; botocore is the oracle of the tests. Own code because
clients lose objects: obstore 0.12.1 ends a whole listing at one key with "..", pyarrow 26 reads no key with "//" and knows no ETag
(docs/decisions/0006-sources-over-a-network.md).
"""

from __future__ import annotations

import datetime
import hashlib
import hmac
from collections.abc import Mapping
from dataclasses import dataclass, field
from urllib.parse import quote

EMPTY = hashlib.sha256(b"").hexdigest()


@dataclass(frozen=True, slots=True, kw_only=True)
class Credentials:
    """A key pair, from the environment. Its values are in no text of it."""

    key: str = field(repr=False)
    secret: str = field(repr=False)
    token: str = field(default="", repr=False)


def target(path: bytes, query: Mapping[str, str]) -> str:
    """The request's path and query as they are sent and signed. S3 encodes each byte once and leaves "/", "//" and ".." alone."""
    encoded = quote(path, safe="/-_.~")
    pairs = "&".join(f"{quote(name, safe='-_.~')}={quote(value, safe='-_.~')}" for name, value in sorted(query.items()))
    return f"{encoded}?{pairs}" if pairs else encoded


def signed_headers(
    host: str, sent: str, *, region: str, credentials: Credentials, now: datetime.datetime
) -> dict[str, str]:
    """The headers of a GET of ``sent`` (a ``target``) to ``host``. ``now`` is UTC."""
    moment, day = f"{now:%Y%m%dT%H%M%SZ}", f"{now:%Y%m%d}"
    headers = {"host": host, "x-amz-content-sha256": EMPTY, "x-amz-date": moment}
    if credentials.token:
        headers["x-amz-security-token"] = credentials.token
    names = ";".join(sorted(headers))
    path, _, query = sent.partition("?")
    lines = "".join(f"{name}:{headers[name]}\n" for name in sorted(headers))
    request = hashlib.sha256("\n".join(("GET", path, query, lines, names, EMPTY)).encode()).hexdigest()
    scope = f"{day}/{region}/s3/aws4_request"
    key = f"AWS4{credentials.secret}".encode()
    for part in (day, region, "s3", "aws4_request"):
        key = _hmac(key, part)
    signature = _hmac(key, f"AWS4-HMAC-SHA256\n{moment}\n{scope}\n{request}").hex()
    told = f"AWS4-HMAC-SHA256 Credential={credentials.key}/{scope}, SignedHeaders={names}, Signature={signature}"
    return {**headers, "authorization": told}


def _hmac(key: bytes, text: str) -> bytes:
    return hmac.new(key, text.encode(), hashlib.sha256).digest()

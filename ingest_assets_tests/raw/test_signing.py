"""Our signatures are those of the vendor's own library."""

from __future__ import annotations

import datetime

import pytest
from botocore.auth import S3SigV4Auth
from botocore.awsrequest import AWSRequest
from botocore.credentials import Credentials as BotoCredentials

from ingest_assets.raw.signing import Credentials, signed_headers, target

NOW = datetime.datetime(2026, 11, 30, 2, 3, 4, tzinfo=datetime.UTC)


@pytest.mark.parametrize(
    ("path", "query"),
    [
        (b"/papers/a.txt", {}),
        (b"/papers", {"list-type": "2", "prefix": "договоры 2026/", "continuation-token": "1+2/3=="}),
        ("/papers/p/Акт №1 (копия)~.pdf".encode(), {}),
        (b"/papers/p//a%20b+c.txt", {}),
    ],
)
@pytest.mark.parametrize("token", ["", "session/token+="])
def test_the_signature_is_the_vendors(
    path: bytes, query: dict[str, str], token: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    sent = target(path, query)
    ours = signed_headers(
        "store.example:9000",
        sent,
        region="eu-north-1",
        credentials=Credentials(key="AK", secret="s/k", token=token),
        now=NOW,
    )
    request = AWSRequest("GET", f"https://store.example:9000{sent}", headers={"Host": "store.example:9000"})
    monkeypatch.setattr("botocore.auth.get_current_datetime", lambda remove_tzinfo=True: NOW.replace(tzinfo=None))
    request.headers["X-Amz-Content-SHA256"] = ours["x-amz-content-sha256"]
    signer = S3SigV4Auth(BotoCredentials("AK", "s/k", token or None), "s3", "eu-north-1")
    signer.payload = lambda _: ours["x-amz-content-sha256"]  # type: ignore[method-assign]  # botocore would hash the body its own way
    signer.add_auth(request)
    assert ours["authorization"] == request.headers["Authorization"]


def test_credentials_do_not_show() -> None:
    assert repr(Credentials(key="AK", secret="sk", token="t")) == "Credentials()"

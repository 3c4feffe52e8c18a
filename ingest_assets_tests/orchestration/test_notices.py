"""Alerts over real servers, working and failing: no channel ends a run, none tells a secret."""

from __future__ import annotations

import json
import socket
from pathlib import Path

import pytest

from ingest_assets.orchestration import notices
from ingest_assets.orchestration.notices import APPRISE, MAIL_FROM, MAIL_TO, SMTP, WEBHOOK, notify
from ingest_assets_tests.corpus.notice_servers import Post, certificate, mail_server, webhook

ALERTS = ["source beta is silent: last looked at on 2026-11-20", "new format rtf: 1 document in письма"]


def told(**environment: str) -> list[str]:
    """What notify says of each channel."""
    return [str(delivery) for delivery in notify(ALERTS, environment)]


def mailing(post: Post, user: str = "", to: str = "ops@example.org, anna@example.org") -> dict[str, str]:
    return {MAIL_TO: to, SMTP: f"smtp://{user}127.0.0.1:{post.port}", MAIL_FROM: "ingest@example.org"}


def test_everything_is_off_by_default() -> None:
    assert told() == []
    assert notify([], {WEBHOOK: "http://127.0.0.1:1/"}) == []


def test_a_webhook_gets_one_text() -> None:
    with webhook() as (address, heard):
        assert told(**{WEBHOOK: address}) == ["webhook: sent"]
    assert json.loads(heard[0]) == {"text": "\n".join(ALERTS)}
    with webhook(status=500) as (address, _):
        assert told(**{WEBHOOK: address}) == ["webhook: not taken (status 500)"]
    assert told(**{WEBHOOK: address}) == ["webhook: not taken (ConnectError)"]
    assert told(**{WEBHOOK: "no-address/hook-token"}) == ["webhook: not taken (UnsupportedProtocol)"]


def test_mail_arrives_with_everything_in_it() -> None:
    with mail_server(Post()) as post:
        assert told(**mailing(post)) == ["mail: sent"]
    (mail,) = post.mails
    assert post.receivers == [["ops@example.org", "anna@example.org"]]
    assert mail["Subject"] == f"Ingestion: {ALERTS[0]} (and 1 more)"
    assert (mail["From"], mail["Auto-Submitted"]) == ("ingest@example.org", "auto-generated")
    assert [f"- {alert}" in mail.get_content() for alert in ALERTS] == [True, True]


@pytest.mark.parametrize(
    ("post", "answer"),
    [
        (Post(refuses=("anna@example.org",)), "mail: refused for 1 of 2 receivers"),
        (Post(refuses=("ops@example.org", "anna@example.org")), "mail: not sent (SMTPRecipientsRefused)"),
        (Post(answer="554 we think that this is spam"), "mail: not sent (SMTPDataError 554)"),
        (Post(answer="451 try later"), "mail: not sent (SMTPDataError 451)"),
    ],
)
def test_a_mail_server_that_refuses_is_told(post: Post, answer: str) -> None:
    with mail_server(post):
        assert told(**mailing(post)) == [answer]


def test_a_mail_server_that_is_down_or_silent_holds_nothing_up(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(notices, "PATIENCE", 0.3)
    with socket.create_server(("127.0.0.1", 0)) as silent:
        post = Post(port=silent.getsockname()[1])
        assert told(**mailing(post)) == ["mail: not sent (SMTPServerDisconnected)"]
    assert told(**mailing(post)) == ["mail: not sent (ConnectionRefusedError)"]


def test_a_password_leaves_over_an_encrypted_connection_only(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with mail_server(Post(password="p@ss")) as post:
        assert told(**mailing(post, "me:p%40ss@")) == [
            "mail: not sent: the server offers no encryption, the password stays here"
        ]
    file, context = certificate(tmp_path)
    with mail_server(Post(password="p@ss"), context) as post:
        assert told(**mailing(post, "me:p%40ss@")) == ["mail: not sent (SSLCertVerificationError)"]
        assert post.logins == []
        monkeypatch.setenv("SSL_CERT_FILE", str(file))
        assert told(**mailing(post, "me:p%40ss@")) == ["mail: sent"]
        assert post.logins == [("me", "p@ss")]
        (refused,) = told(**mailing(post, "me:wrong@"))
        assert refused == "mail: not sent (SMTPAuthenticationError 535)"


@pytest.mark.parametrize(
    "environment", [{MAIL_TO: "a@b.org"}, {SMTP: "smtp://host"}, {MAIL_TO: "a@b.org", SMTP: "host:25"}]
)
def test_half_a_setting_is_told(environment: dict[str, str]) -> None:
    (answer,) = told(**environment)
    assert answer.startswith("mail: not sent: INGEST_MAIL_TO and INGEST_SMTP_URL")


def test_a_receiver_cannot_become_a_header() -> None:
    with mail_server(Post()) as post:
        (answer,) = told(**mailing(post, to="a@b.org\nBcc: everybody@example.org"))
    assert (answer, post.mails) == ("mail: not sent (ValueError)", [])


def test_apprise_reaches_other_services_and_names_a_bad_address_by_its_place() -> None:
    with webhook() as (address, heard):
        service = address.replace("http://", "json://")
        assert told(**{APPRISE: service}) == ["apprise: sent"]
        (fault,) = told(**{APPRISE: f"{service} nonsense://token"})
    assert json.loads(heard[0])["message"] == "\n".join(ALERTS)
    assert fault == "apprise: not sent: address 2 of INGEST_APPRISE_URLS is none that Apprise knows"
    assert told(**{APPRISE: service}) == ["apprise: not taken by every service"]


def test_one_channel_that_fails_does_not_silence_another() -> None:
    with mail_server(Post()) as post:
        assert told(**{WEBHOOK: "http://127.0.0.1:1/"}, **mailing(post)) == [
            "webhook: not taken (ConnectError)",
            "mail: sent",
        ]

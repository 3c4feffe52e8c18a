"""Alerts to people: a webhook, mail, and whatever Apprise reaches. Each is off until its variable is set; none can end a run.

INGEST_WEBHOOK_URL    gets {"text": …}, which chat services take
INGEST_MAIL_TO        addresses, with commas between; needs
INGEST_SMTP_URL       smtp://[user:password@]host[:587] (STARTTLS where it is offered) or smtps://…[:465]
INGEST_MAIL_FROM      the sender; the first address of INGEST_MAIL_TO by default
INGEST_APPRISE_URLS   addresses of Apprise, with blanks between; needs the extra: pip install "ingest-assets[notify]"

An alert holds names of sources and counts, nothing of a document; what went wrong is told without addresses and passwords.
"""

from __future__ import annotations

import os
import smtplib
import ssl
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from email import policy
from email.message import EmailMessage
from urllib.parse import SplitResult, unquote, urlsplit

WEBHOOK, MAIL_TO, SMTP, MAIL_FROM = "INGEST_WEBHOOK_URL", "INGEST_MAIL_TO", "INGEST_SMTP_URL", "INGEST_MAIL_FROM"
APPRISE = "INGEST_APPRISE_URLS"
PATIENCE = 10.0  # wall s: a server that does not answer must not hold up the night
LINE = 200  # characters of a header: folded at the usual 78, a long subject begins with a blank
PORTS = {"smtp": 587, "smtps": 465}


class NoticeError(Exception):
    """Why a channel did not take a notice, without anything secret."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Delivery:
    """What became of one notice on one channel; ``fault`` is "" when it was taken."""

    channel: str
    fault: str = ""

    def __str__(self) -> str:
        return f"{self.channel}: {self.fault or 'sent'}"


def notify(alerts: Sequence[str], environment: Mapping[str, str] = os.environ) -> list[Delivery]:
    """Tell the alerts on every channel that is set up; [] when there is nothing to say or nobody to hear. Never raises for a channel's sake."""
    if not alerts:
        return []
    return [_delivered(channel, send, alerts) for channel, send in _channels(environment)]


def _channels(environment: Mapping[str, str]) -> Iterator[tuple[str, Callable[[Sequence[str]], None]]]:
    if environment.get(WEBHOOK):
        yield "webhook", lambda alerts: _post(environment[WEBHOOK], alerts)
    if environment.get(MAIL_TO) or environment.get(SMTP):
        yield "mail", lambda alerts: _mail(environment, alerts)
    if environment.get(APPRISE):
        yield "apprise", lambda alerts: _apprise(environment[APPRISE].split(), alerts)


def _delivered(channel: str, send: Callable[[Sequence[str]], None], alerts: Sequence[str]) -> Delivery:
    try:
        send(alerts)
    except NoticeError as error:
        return Delivery(channel=channel, fault=str(error))
    return Delivery(channel=channel)


def _post(url: str, alerts: Sequence[str]) -> None:
    import httpx

    try:
        answer = httpx.post(url, json={"text": "\n".join(alerts)}, timeout=PATIENCE)
    except (httpx.HTTPError, httpx.InvalidURL) as error:
        raise NoticeError(f"not taken ({type(error).__name__})") from error
    if answer.is_error:
        raise NoticeError(f"not taken (status {answer.status_code})")


def _mail(environment: Mapping[str, str], alerts: Sequence[str]) -> None:
    receivers = [one.strip() for one in environment.get(MAIL_TO, "").split(",") if one.strip()]
    server = urlsplit(environment.get(SMTP, ""))
    if not receivers or server.scheme not in PORTS or not server.hostname:
        raise NoticeError(f"not sent: {MAIL_TO} and {SMTP} (smtp://host or smtps://host) have to be set both")
    try:
        message = _message(environment.get(MAIL_FROM) or receivers[0], receivers, alerts)
        with _connected(server) as connection:
            refused = connection.send_message(message)
    except (OSError, ValueError, smtplib.SMTPException) as error:
        raise NoticeError(f"not sent ({_told(error)})") from error
    if refused:
        raise NoticeError(f"refused for {len(refused)} of {len(receivers)} receivers")


def _message(sender: str, receivers: Sequence[str], alerts: Sequence[str]) -> EmailMessage:
    """Line ends in a receiver or an alert cannot become headers: EmailMessage refuses them, the subject holds a count and words only."""
    message = EmailMessage(policy.SMTP.clone(max_line_length=LINE))
    message["Subject"] = f"Ingestion: {' '.join(alerts[0].split())[:80]}" + (
        f" (and {len(alerts) - 1} more)" if alerts[1:] else ""
    )
    message["From"], message["To"] = sender, ", ".join(receivers)
    message["Auto-Submitted"] = "auto-generated"
    message.set_content(
        "\n".join(f"- {alert}" for alert in alerts) + "\n\nThe coverage report shows the counts behind this.\n"
    )
    return message


def _connected(server: SplitResult) -> smtplib.SMTP:
    """Encrypted where the server can; a password is sent over an encrypted connection only."""
    host, port = server.hostname or "", server.port or PORTS[server.scheme]
    context = ssl.create_default_context()
    if server.scheme == "smtps":
        connection: smtplib.SMTP = smtplib.SMTP_SSL(host, port, timeout=PATIENCE, context=context)
    else:
        connection = smtplib.SMTP(host, port, timeout=PATIENCE)
    try:
        _secure(connection, server, context)
        if server.username:
            connection.login(unquote(server.username), unquote(server.password or ""))
    except BaseException:  # it goes on to the caller; only the connection is closed first
        connection.close()
        raise
    return connection


def _secure(connection: smtplib.SMTP, server: SplitResult, context: ssl.SSLContext) -> None:
    connection.ehlo()
    if server.scheme == "smtp" and connection.has_extn("starttls"):
        connection.starttls(context=context)
        connection.ehlo()
    elif server.scheme == "smtp" and server.password:
        raise NoticeError("not sent: the server offers no encryption, the password stays here")


def _told(error: Exception) -> str:
    """Class and status: a server's words may repeat what it was sent."""
    code = getattr(error, "smtp_code", None)
    return f"{type(error).__name__} {code}" if code else type(error).__name__


def _apprise(urls: Sequence[str], alerts: Sequence[str]) -> None:
    try:
        import apprise
    except ImportError as error:
        raise NoticeError('not sent: Apprise is not installed (pip install "ingest-assets[notify]")') from error
    service = apprise.Apprise()
    bad = [place for place, url in enumerate(urls, 1) if not service.add(url)]
    if bad:
        raise NoticeError(f"not sent: address {bad[0]} of {APPRISE} is none that Apprise knows")
    if not service.notify(title="Ingestion", body="\n".join(alerts)):
        raise NoticeError("not taken by every service")

"""Servers on this machine that take notices: a webhook, and a mail server that refuses on demand."""

from __future__ import annotations

import datetime
import socket
import ssl
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from email import message_from_bytes, policy
from email.message import EmailMessage
from http.server import BaseHTTPRequestHandler, HTTPServer
from ipaddress import ip_address
from pathlib import Path
from typing import Any

from aiosmtpd.controller import Controller
from aiosmtpd.smtp import AuthResult, LoginPassword
from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec


@contextmanager
def webhook(status: int = 200) -> Iterator[tuple[str, list[bytes]]]:
    """Its address, and the bodies it was sent."""
    heard: list[bytes] = []

    class Hook(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            heard.append(self.rfile.read(int(self.headers["Content-Length"])))
            self.send_response(status)
            self.end_headers()

        def log_message(self, *_: object) -> None:
            """Quiet."""

    server = HTTPServer(("127.0.0.1", 0), Hook)
    threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.02}, daemon=True).start()
    try:
        yield f"http://127.0.0.1:{server.server_port}/", heard
    finally:
        server.shutdown()
        server.server_close()


@dataclass
class Post:
    """A mail server's handler: what arrived, and its answers. ``logins`` are the (user, password) pairs that were tried."""

    refuses: tuple[str, ...] = ()
    answer: str = "250 OK"
    password: str = ""
    port: int = 0
    mails: list[EmailMessage] = field(default_factory=list)
    receivers: list[list[str]] = field(default_factory=list)
    logins: list[tuple[str, str]] = field(default_factory=list)

    async def handle_RCPT(self, server: Any, session: Any, envelope: Any, address: str, options: Any) -> str:
        """Take a receiver or not."""
        if address in self.refuses:
            return "550 no such mailbox"
        envelope.rcpt_tos.append(address)
        return "250 OK"

    async def handle_DATA(self, server: Any, session: Any, envelope: Any) -> str:
        """Take a message or not."""
        if self.answer.startswith("250"):
            message = message_from_bytes(envelope.content, policy=policy.default)
            assert isinstance(message, EmailMessage)
            self.mails.append(message)
            self.receivers.append(envelope.rcpt_tos)
        return self.answer

    def authenticate(self, server: Any, session: Any, envelope: Any, mechanism: str, data: Any) -> AuthResult:
        """Compare the password."""
        assert isinstance(data, LoginPassword)
        self.logins.append((data.login.decode(), data.password.decode()))
        return AuthResult(success=data.password.decode() == self.password, handled=False)


@contextmanager
def mail_server(post: Post, context: ssl.SSLContext | None = None) -> Iterator[Post]:
    """Serve on a free port; with a context it offers STARTTLS."""
    options: dict[str, Any] = {"authenticator": post.authenticate, "auth_require_tls": context is not None}
    with socket.create_server(("127.0.0.1", 0)) as probe:  # aiosmtpd cannot choose a port itself
        post.port = probe.getsockname()[1]
    controller = Controller(post, hostname="127.0.0.1", port=post.port, tls_context=context, **options)
    controller.start()
    try:
        yield post
    finally:
        controller.stop()


def certificate(folder: Path, host: str = "127.0.0.1") -> tuple[Path, ssl.SSLContext]:
    """A certificate for a host that signs itself: its file, and a server's context with it."""
    other: x509.GeneralName = x509.IPAddress(ip_address(host)) if host[0].isdigit() else x509.DNSName(host)
    key = ec.generate_private_key(ec.SECP256R1())
    name = x509.Name([x509.NameAttribute(x509.NameOID.COMMON_NAME, host)])
    now = datetime.datetime.now(datetime.UTC)
    made = (
        x509.CertificateBuilder()
        .subject_name(name)
        .issuer_name(name)
        .public_key(key.public_key())
        .serial_number(1)
        .not_valid_before(now - datetime.timedelta(days=1))
        .not_valid_after(now + datetime.timedelta(days=1))
        .add_extension(x509.SubjectAlternativeName([other]), critical=False)
        .add_extension(x509.BasicConstraints(ca=True, path_length=None), critical=True)
        .sign(key, hashes.SHA256())
    )
    file, key_file = folder / "certificate.pem", folder / "key.pem"
    file.write_bytes(made.public_bytes(serialization.Encoding.PEM))
    key_file.write_bytes(
        key.private_bytes(serialization.Encoding.PEM, serialization.PrivateFormat.PKCS8, serialization.NoEncryption())
    )
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(file, key_file)
    return file, context

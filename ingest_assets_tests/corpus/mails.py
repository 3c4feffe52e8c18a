"""Mails as bytes, part by part: real mailers disagree with every library that would write them for us."""

from __future__ import annotations

from base64 import encodebytes

HEAD = b"From: Anna <anna@quay.example>\r\nTo: oleg@lighthouse.example\r\nDate: Thu, 12 Mar 2026 09:30:00 +0300\r\n"


def mail(
    body: bytes, *, subject: bytes = b"Lock gates", headers: bytes = b"Content-Type: text/plain; charset=utf-8\r\n"
) -> bytes:
    """One mail; ``headers`` end with a line end."""
    return HEAD + b"Subject: " + subject + b"\r\nMIME-Version: 1.0\r\n" + headers + b"\r\n" + body


def multipart(kind: str, *parts: bytes, boundary: bytes = b"edge") -> tuple[bytes, bytes]:
    """(headers, body) of a multipart; each part is headers, blank line, content."""
    body = b"".join(b"--" + boundary + b"\r\n" + part + b"\r\n" for part in parts) + b"--" + boundary + b"--\r\n"
    return b"Content-Type: multipart/" + kind.encode() + b'; boundary="' + boundary + b'"\r\n', body


def part(content: bytes, kind: bytes = b"text/plain; charset=utf-8", more: bytes = b"") -> bytes:
    """One part with its headers."""
    return b"Content-Type: " + kind + b"\r\n" + more + b"\r\n" + content


def attached(name: bytes, content: bytes, kind: bytes = b"application/octet-stream") -> bytes:
    """A part that is a file, packed as base64."""
    more = b'Content-Disposition: attachment; filename="' + name + b'"\r\nContent-Transfer-Encoding: base64\r\n'
    return part(encodebytes(content), kind, more)


def mixed(*parts: bytes, subject: bytes = b"Lock gates") -> bytes:
    """A multipart/mixed mail."""
    headers, body = multipart("mixed", *parts)
    return mail(body, subject=subject, headers=headers)

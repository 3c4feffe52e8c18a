"""Mail messages, mailboxes and saved web archives, by their header lines (sniffing.md section 2.3, point 4)."""

from __future__ import annotations

import re

from ingest_assets.sniff.evidence import Kind

STRONG_NAMES = (
    "from to subject date message-id received return-path mime-version sender delivered-to dkim-signature x-received arc-seal "
    "authentication-results arc-message-signature arc-authentication-results received-spf x-store-info envelope-to x-mozilla-status x-original-to "
)
STRONG = frozenset(STRONG_NAMES.split())
OTHER_NAMES = (
    "cc bcc reply-to content-type content-transfer-encoding content-disposition content-language content-id content-description content-location "
    "in-reply-to references user-agent importance priority thread-topic thread-index accept-language list-id list-unsubscribe list-post list-help "
    "list-archive list-subscribe precedence comments keywords resent-from resent-to resent-date resent-message-id resent-sender organization "
    "errors-to auto-submitted disposition-notification-to status lines newsgroups path xref domainkey-signature mailing-list encoding "
    "acceptlanguage feedback-id snapshot-content-location nntp-posting-host sensitivity original-recipient apparently-to followup-to distribution "
)
KNOWN = STRONG | frozenset(OTHER_NAMES.split())
PROSE_NAMES = frozenset({"from", "to", "subject", "date"})
HEADER = re.compile(r"([!-9;-~]{1,76})[ \t]*:")
MBOX = re.compile(r"From [^\r\n]{0,300}?\d{1,2}:\d\d[^\r\n]{0,60}\r?\n")
ENVELOPE = re.compile(
    r"From \S+ +(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun) (?:Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec) +\d{1,2} +\d\d:\d\d"
)
LIMIT = 20 * 1024


def by_headers(text: str) -> Kind | None:
    """eml, mbox or mhtml; None when the text does not start with mail headers."""
    if ENVELOPE.match(text):
        return Kind(format="mbox", evidence="text:headers")
    mbox = MBOX.match(text)
    if mbox:
        names = _names(text[mbox.end() : mbox.end() + LIMIT])
        return Kind(format="mbox", evidence="text:headers") if names is not None and _is_mail(names) else None
    names = _names(text[:LIMIT])
    if names is None or not names:
        return None
    block = _block(text[:LIMIT])
    if _is_web_archive(block, names):
        return Kind(format="mhtml", evidence="text:headers")
    return Kind(format="eml", evidence="text:headers") if _is_mail(names) else None


def _block(text: str) -> str:
    return re.split(r"\r?\n[ \t]*\r?\n|\r\r", text, maxsplit=1)[0]


def _names(text: str) -> list[str] | None:
    """Lower-case header names up to the first blank line; None when another kind of line stands among them."""
    names: list[str] = []
    for line in re.split(r"\r\n|\n|\r", _block(text)):
        if line[:1] in (" ", "\t") and names:
            continue
        found = HEADER.match(line)
        if found:
            names.append(found[1].lower())
        elif not (line.startswith((">From ", "From ")) and len(names) <= 1):
            return names if len(text) >= LIMIT and len(names) > 8 else None
    return names


def _is_mail(names: list[str]) -> bool:
    distinct = set(names)
    strong = distinct & STRONG
    known = sum(name in KNOWN or name.startswith(("x-", "arc-", "list-", "resent-")) for name in names)
    if known * 2 < len(names):
        return False
    if len(strong) >= 2:
        # "Date: Tuesday / Place: north building" before prose is a note, not a mail.
        return bool(strong - PROSE_NAMES) or len(strong) >= 3 or "from" in strong or bool(distinct & (KNOWN - STRONG))
    return (
        len(strong) == 1
        and bool(distinct & {"content-type", "content-transfer-encoding"})
        and bool(strong & {"from", "mime-version", "to", "subject"})
    )


def _is_web_archive(block: str, names: list[str]) -> bool:
    if re.match(r"(?i)from:\s*[\"']?<?saved by", block) or "snapshot-content-location" in names:
        return True
    if {"received", "to", "delivered-to"} & set(names):
        return False
    related = re.search(r"(?i)^content-type:\s*multipart/related", block, re.MULTILINE)
    location = "content-location" in names or "message-id" not in names
    return bool(related) and location and ("mime-version" in names or "content-location" in names)

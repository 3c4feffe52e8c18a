"""Mailboxes: each message is a document of its own."""

from __future__ import annotations

import re
from collections.abc import Iterator

from ingest_assets.extract.containers import corrupt, member_limit, refused
from ingest_assets.extract.faults import finding_of
from ingest_assets.extract.protocol import ReadRequest
from ingest_assets.extract.unpaged import on_page_one
from ingest_assets.model import Child, Extraction, Finding, Route

FROM_LINE = re.compile(rb"(?:\A|(?<=\n\n)|(?<=\n\r\n))From [^\r\n]*\d\d?:\d\d[^\r\n]*\r?\n")
BARE_FROM = re.compile(rb"(?:\A|(?<=\n\n)|(?<=\n\r\n))From [^\r\n]*\r?\n")
ESCAPED_FROM = re.compile(rb"^>(>*From )", re.MULTILINE)


class MboxParser:
    """Splits at ``From `` lines that stand after a blank line and hold a time; ``>From `` is unescaped (mboxrd)."""

    name = "mbox"
    revision = 1
    engines: tuple[str, ...] = ()
    formats = frozenset({"mbox"})
    routes: frozenset[Route] = frozenset({"native"})
    settings: tuple[str, ...] = ()

    def read(self, request: ReadRequest) -> Extraction:
        """Findings: corrupt, member_limit; the messages up to the limit are children all the same."""
        limit = request.settings.limits.members
        messages = list(messages_of(request.data().lstrip(b"\r\n")))
        if not messages:
            return refused(corrupt("no message begins"))
        children = tuple(
            Child(member=f"message-{number:05d}.eml", data=data, content_type="message/rfc822")
            for number, data in enumerate(messages[:limit], start=1)
        )
        findings: tuple[Finding, ...] = ()
        if len(messages) > limit:
            findings = (finding_of(member_limit(f"{len(messages)} messages, limit {limit}")),)
        read = Extraction(children=children, metadata={"messages": len(messages)}, findings=findings)
        return on_page_one(read, self.name)


def messages_of(data: bytes) -> Iterator[bytes]:
    """The messages of a mailbox without their ``From `` lines; what stands before the first one is a message as well."""
    marks = [match.span() for match in FROM_LINE.finditer(data)] or [match.span() for match in BARE_FROM.finditer(data)]
    starts = [start for start, _ in marks]
    bodies = [data[end:following] for (_, end), following in zip(marks, [*starts[1:], len(data)], strict=False)]
    before = data[: starts[0]] if starts else data
    for body in [before, *bodies] if before.strip() else bodies:
        yield ESCAPED_FROM.sub(rb"\1", body)


PARSER = MboxParser()

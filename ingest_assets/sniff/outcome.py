"""What follows from a format: the named skip rules and the sniff stage's own problems (sniffing.md section 5)."""

from __future__ import annotations

import re
from pathlib import PurePosixPath

from ingest_assets.model import Finding
from ingest_assets.problems import Problem, Severity, SkipRule
from ingest_assets.sniff.evidence import Kind
from ingest_assets.sniff.names import claims_document
from ingest_assets.thresholds.sniff import SniffLimits

FLAG_FINDINGS = {
    "leading_junk": (Problem.LEADING_JUNK, Severity.NOTE, "bytes stand before the signature"),
    "truncated": (Problem.TRUNCATED, Severity.NOTE, "the container's directory is missing or damaged"),
}


def is_system_file(name: str, pattern: str) -> bool:
    """Lock files, thumbnails, and other files that programs leave behind."""
    return re.fullmatch(pattern, PurePosixPath(name.replace("\\", "/")).name, re.IGNORECASE) is not None


def skip_rule(kind: Kind, *, name: str, blank: bool, extension: str, limits: SniffLimits) -> SkipRule | None:
    """The first enabled rule that leaves this document out on purpose; None when it goes on."""
    rules = (
        (SkipRule.EMPTY_FILE, kind.format == "empty"),
        (SkipRule.SYSTEM_FILE, is_system_file(name, limits.system_names)),
        (SkipRule.BLANK_TEXT, blank),
        (SkipRule.NOT_A_DOCUMENT, kind.format in limits.not_a_document),
        (SkipRule.BINARY, kind.format == "binary" and bool(extension) and not claims_document(extension)),
    )
    return next((rule for rule, holds in rules if holds and rule in limits.skip_rules), None)


def findings(kind: Kind, *, extension: str) -> tuple[Finding, ...]:
    """Problems that the format alone brings."""
    found = [
        Finding(code=code, severity=severity, detail=detail)
        for flag, (code, severity, detail) in FLAG_FINDINGS.items()
        if flag in kind.flags
    ]
    hold = Severity.HOLD
    if kind.format == "ole2":
        found.append(
            Finding(
                code=Problem.UNKNOWN_OLE,
                severity=hold,
                detail="damaged directory" if "damaged" in kind.flags else "no known stream",
            )
        )
    elif kind.format == "binary":
        found.append(
            Finding(
                code=Problem.UNKNOWN_FORMAT,
                severity=hold,
                detail=f"no known kind, named .{extension}" if extension else "no known kind, no extension",
            )
        )
    return tuple(found)

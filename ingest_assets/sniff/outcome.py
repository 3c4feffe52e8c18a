"""What follows from a format: the named skip rules and the sniff stage's own problems (sniffing.md section 5)."""

from __future__ import annotations

import re
from pathlib import PurePosixPath

from ingest_assets.model import Finding
from ingest_assets.problems import Problem, Severity, SkipRule
from ingest_assets.sniff.evidence import Kind
from ingest_assets.sniff.names import claims_document

NOT_A_DOCUMENT = frozenset(
    [
        "audio",
        "video",
        "exe",
        "class",
        "sqlite",
        "mdb",
        "dbf",
        "parquet",
        "font",
        "thumbsdb",
        "msi",
        "applesingle",
        "apk",
    ]
)
SYSTEM_NAMES = re.compile(
    r"(?:thumbs\.db|desktop\.ini|\.ds_store|\.directory|ehthumbs.*\.db|iconcache\.db|~\$.*|\.~lock\..*#|\._.*|\.gitignore|\.gitkeep|\.gitattributes)",
    re.IGNORECASE,
)
FLAG_FINDINGS = {
    "leading_junk": (Problem.LEADING_JUNK, Severity.NOTE, "bytes stand before the signature"),
    "truncated": (Problem.TRUNCATED, Severity.NOTE, "the container's directory is missing or damaged"),
    "locked": (Problem.ENCRYPTED, Severity.HOLD, "a password is needed"),
}


def is_system_file(name: str) -> bool:
    """Lock files, thumbnails, and other files that programs leave behind."""
    return SYSTEM_NAMES.fullmatch(PurePosixPath(name.replace("\\", "/")).name) is not None


def skip_rule(kind: Kind, *, name: str, blank: bool, extension: str) -> SkipRule | None:
    """The rule that leaves this document out on purpose; None when it goes on."""
    if kind.format == "empty":
        return SkipRule.EMPTY_FILE
    if is_system_file(name):
        return SkipRule.SYSTEM_FILE
    if blank:
        return SkipRule.BLANK_TEXT
    if kind.format in NOT_A_DOCUMENT:
        return SkipRule.NOT_A_DOCUMENT
    if kind.format == "binary" and extension and not claims_document(extension):
        return SkipRule.BINARY
    return None


def findings(kind: Kind, *, extension: str) -> tuple[Finding, ...]:
    """Problems that the format alone brings."""
    found = [
        Finding(code=code, severity=severity, detail=detail)
        for flag, (code, severity, detail) in FLAG_FINDINGS.items()
        if flag in kind.flags
    ]
    hold = Severity.HOLD
    if kind.format == "ooxml-encrypted":
        found.append(Finding(code=Problem.ENCRYPTED, severity=hold, detail="the office package is encrypted"))
    elif kind.format == "ole2":
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

"""Faults of containers that any parser may meet. This is the one module that raises them."""

from __future__ import annotations

from ingest_assets.model import Finding
from ingest_assets.problems import Problem, Severity

CONTAINER_CODES = frozenset(
    {
        Problem.ENCRYPTED,
        Problem.BROKEN_ZIP,
        Problem.CORRUPT,
        Problem.MISSING_PART,
        Problem.BOMB,
        Problem.MEMBER_LIMIT,
        Problem.DEPTH_LIMIT,
        Problem.TOO_LARGE,
        Problem.XML_ENTITIES,
        Problem.TRUNCATED,
    }
)


def container_finding(code: Problem, detail: str, *, severity: Severity | None = None) -> Finding:
    """The finding of a broken, locked or hostile container, with the severity of the code's entry unless told otherwise."""
    if code not in CONTAINER_CODES:
        raise ValueError(f"{code} is no container code")
    return Finding(code=code, severity=severity or code.about.severity, detail=detail)

"""Pages that are not the document: login forms, shells that need a browser, framesets."""

from __future__ import annotations

import re
from collections.abc import Sequence

from ingest_assets.extract.html.nodes import Facts
from ingest_assets.model import Block, Finding, Table
from ingest_assets.problems import Problem, Severity
from ingest_assets.thresholds.web import Web

ASKS_FOR_SCRIPT = re.compile(r"java\s*script", re.IGNORECASE)


def wall_findings(blocks: Sequence[Block], tables: Sequence[Table], facts: Facts, web: Web) -> tuple[Finding, ...]:
    """The one wall that stands before the document, if any. ``facts`` are those of the whole tree."""
    shown = sum(len(block.text) for block in blocks) + sum(
        len(cell) for table in tables for row in table.rows for cell in row
    )
    if facts.frameset and shown < web.js_text:
        return (_wall(Problem.FRAMES_ONLY, f"frameset, {shown} characters of text"),)
    if facts.password and shown < web.login_text:
        return (_wall(Problem.LOGIN_WALL, f"password field, {shown} characters of text, limit {web.login_text}"),)
    if shown < web.js_text and _is_shell(facts, shown):
        return (
            _wall(Problem.JS_REQUIRED, f"{facts.scripts} scripts, {shown} characters of text, limit {web.js_text}"),
        )
    return ()


def _is_shell(facts: Facts, shown: int) -> bool:
    """A script and a sign that it builds the page: a request for JavaScript, an empty mount point, no text."""
    if ASKS_FOR_SCRIPT.search(facts.noscript):
        return True
    return facts.scripts > 0 and (facts.empty_mount or shown == 0)


def _wall(code: Problem, detail: str) -> Finding:
    return Finding(code=code, severity=Severity.HOLD, detail=detail)

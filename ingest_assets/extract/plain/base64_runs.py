"""Encoded binary data is no text."""

from __future__ import annotations

import re

RUN = re.compile(r"(?:data:[\w.+/-]{0,80};base64,)?[A-Za-z0-9+/]{200,}={0,2}")


def without_base64(text: str) -> str:
    """``text`` with every run of 200 and more base64 characters replaced by a note of its length.

    A run must mix upper case, lower case and digits: a rule of dashes or a long word of one case is no binary data.
    """
    if len(text) < 200:
        return text
    return RUN.sub(_note, text)


def _note(match: re.Match[str]) -> str:
    run = match[0]
    head = run[:2000]
    is_encoded = (
        any(c.isupper() for c in head)
        and any(c.islower() for c in head)
        and (any(c.isdigit() for c in head) or run.startswith("data:"))
    )
    return f"[binary data, {len(run) * 3 // 4} bytes]" if is_encoded else run

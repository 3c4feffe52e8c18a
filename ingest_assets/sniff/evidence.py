"""What a format rule answers: the format, what decided, and what was odd on the way."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True, kw_only=True)
class Kind:
    """``evidence`` names the rule (sniffing.md section 5); ``flags`` are leading_junk, truncated, damaged,
    locked (the whole needs a password), encrypted (some ZIP member does: its parser tries the passwords)."""

    format: str
    evidence: str
    flags: tuple[str, ...] = ()

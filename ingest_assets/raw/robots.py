"""robots.txt after RFC 9309: groups by product token, the longest matching rule wins, allow wins a tie, ``*`` and ``$``.

Own code: the standard library's parser knows neither ``*`` nor the longest match, and patterns from strangers shall not become regular expressions.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from urllib.parse import quote

RULES = {"allow": True, "disallow": False}


@dataclass(slots=True)
class Robots:
    """What one site asks of us. ``delay`` is its Crawl-delay in seconds."""

    rules: list[tuple[str, bool]] = field(default_factory=list)
    delay: float = 0.0

    def allows(self, target: str) -> bool:
        """May this path with its query be fetched?"""
        wanted = _normal(target or "/")
        fitting = [(len(pattern), allow) for pattern, allow in self.rules if _matches(pattern, wanted)]
        return max(fitting)[1] if fitting else True


def robots(text: str, product: str) -> Robots:
    """The rules for ``product`` (no version), else those for everybody."""
    groups = list(_groups(text.removeprefix("\ufeff")))
    ours = [lines for agents, lines in groups if product.lower() in agents]
    return _merged(ours or [lines for agents, lines in groups if "*" in agents])


def _groups(text: str) -> Iterator[tuple[set[str], list[tuple[str, str]]]]:
    agents: set[str] = set()
    lines: list[tuple[str, str]] = []
    for raw in text.splitlines():
        name, colon, value = raw.partition("#")[0].partition(":")
        name, value = name.strip().lower(), value.strip()
        if not colon:
            continue
        if name == "user-agent":
            if lines:
                yield agents, lines
                agents, lines = set(), []
            agents.add(value.partition("/")[0].strip().lower())
        elif agents and name in (*RULES, "crawl-delay"):
            lines.append((name, value))
    if agents:
        yield agents, lines


def _merged(groups: Iterable[list[tuple[str, str]]]) -> Robots:
    found = Robots()
    for name, value in (line for lines in groups for line in lines):
        if name == "crawl-delay":
            found.delay = max(found.delay, float(value) if re.fullmatch(r"\d{1,9}(\.\d{1,9})?", value) else 0.0)
        elif value:
            found.rules.append((_normal(value), RULES[name]))
    return found


def _normal(text: str) -> str:
    """Bytes outside ASCII as %XX, the digits of every %XX in capitals."""
    return re.sub(r"%[0-9a-fA-F]{2}", lambda found: found[0].upper(), quote(text, safe="%/?&=+$*:;,@!'()~-._[]"))


def _matches(pattern: str, text: str) -> bool:
    """``*`` is any run of characters, a last ``$`` the end. Each piece is taken as early as it comes, so the time is linear."""
    ends = pattern.endswith("$")
    first, *pieces = pattern.removesuffix("$").split("*")
    if not text.startswith(first):
        return False
    if not pieces:
        return len(text) == len(first) if ends else True
    last = pieces.pop() if ends else ""
    place = len(first)
    for piece in pieces:
        found = text.find(piece, place)
        if found < 0:
            return False
        place = found + len(piece)
    return text.endswith(last) and len(text) - len(last) >= place

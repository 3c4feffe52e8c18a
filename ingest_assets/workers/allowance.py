"""How a worker asks for more time: when triage has seen how many pages need OCR, the CPU deadline moves."""

from __future__ import annotations

from collections.abc import Callable

_ASK: list[Callable[[float], None]] = []


def listen(ask: Callable[[float], None]) -> None:
    """The worker's own end: called once, with what tells the supervisor."""
    _ASK[:] = [ask]


def allow(cpu_seconds: float) -> None:
    """Add CPU seconds to the current document's deadline; nothing happens outside a worker."""
    for ask in _ASK:
        ask(cpu_seconds)

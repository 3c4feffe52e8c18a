"""How a threshold is written down: default, unit, and where the number comes from."""

from __future__ import annotations

from dataclasses import field
from typing import TypeVar

T = TypeVar("T")


def threshold(default: T, unit: str, origin: str) -> T:
    """A dataclass field that carries its unit and the origin of its number (shown by ``ingest settings``)."""
    return field(default=default, metadata={"unit": unit, "origin": origin})

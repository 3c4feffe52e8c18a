"""What supervisor and worker say to each other over their pipe, in the order it is said."""

from __future__ import annotations

from dataclasses import dataclass

from ingest_assets.model import Finding
from ingest_assets.thresholds.limits import Limits
from ingest_assets.thresholds.workers import Workers


@dataclass(frozen=True, slots=True)
class Orders:
    """What a worker is told when it starts. ``home`` is its own folder, gone with it; beside it lie the pool's ``slots`` and the run's ``tally``."""

    function: str
    limits: Limits
    settings: Workers
    home: str
    slots: int
    tally: str


@dataclass(frozen=True, slots=True)
class Task:
    """One attempt at a job.

    ``payload`` is the pickled argument, or ``path`` the file that holds it; ``factor`` multiplies the limits.
    """

    number: int
    factor: float
    payload: bytes
    path: str


@dataclass(frozen=True, slots=True)
class Started:
    """The worker begins with a task: its death is now that task's. ``cpu_s`` and ``wall`` are its clocks now."""

    number: int
    cpu_s: float
    wall: float


@dataclass(frozen=True, slots=True)
class Allowed:
    """The current task may use so many CPU seconds more: its pages need OCR."""

    cpu_s: float


@dataclass(frozen=True, slots=True)
class Done:
    """The end of a task: a pickled value in ``payload`` or in the file ``path``, or a finding.

    ``leaving``: the worker ends now.
    """

    number: int
    payload: bytes
    path: str
    finding: Finding | None
    cpu_s: float
    wall_s: float
    leaving: bool


@dataclass(frozen=True, slots=True)
class Broken:
    """The worker cannot work at all: the function cannot be imported."""

    reason: str


Message = Started | Allowed | Done | Broken

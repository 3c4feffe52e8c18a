"""What goes into the pool and what comes out."""

from __future__ import annotations

from dataclasses import dataclass

from ingest_assets.model import Finding


@dataclass(frozen=True, slots=True, kw_only=True)
class Job:
    """One document. ``argument`` must be picklable; ``pages_hint`` above 20 buys CPU seconds."""

    key: str
    argument: object
    pages_hint: int = 1


@dataclass(frozen=True, slots=True, kw_only=True)
class Outcome:
    """What became of a job: ``value`` when ``failure`` is None.

    ``cpu_s`` and ``wall_s`` are sums over all attempts; CPU time counts the programs that the worker started.
    """

    key: str
    value: object = None
    failure: Finding | None = None
    cpu_s: float = 0.0
    wall_s: float = 0.0
    attempts: int = 1


class WorkersBrokenError(RuntimeError):
    """The pool itself cannot work: the function cannot be imported, or workers die without a document to blame."""

"""What comes out of an archive: children within the limits, everything else named. Nothing is written to disk."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from typing import IO

from ingest_assets.extract.containers import (
    CHUNK,
    Budget,
    ContainerFault,
    MemberStream,
    container_finding,
    member_limit,
)
from ingest_assets.model import Block, Child, Extraction, Finding, Json
from ingest_assets.problems import Problem
from ingest_assets.thresholds.limits import Limits

SPOILS_ALL = frozenset({Problem.MEMBER_LIMIT})
CONTROL = re.compile(r"[\x00-\x1f\x7f]")


@dataclass(slots=True)
class Members:
    """Collects the members of one archive. A broken member spoils neither the archive nor its brothers."""

    limits: Limits
    budget: Budget
    packed_bytes: int
    children: list[Child] = field(default_factory=list)
    left_out: list[dict[str, Json]] = field(default_factory=list)
    faults: dict[Problem, list[str]] = field(default_factory=dict)

    @classmethod
    def of(cls, limits: Limits, packed_bytes: int) -> Members:
        """An empty collection with a full budget; ``packed_bytes`` is the size of the archive."""
        return cls(limits=limits, budget=Budget(limits), packed_bytes=packed_bytes)

    def add(self, name: str, read: Callable[[], bytes]) -> bool:
        """Read one member; False when the archive must not be read on."""
        if len(self.children) + len(self.left_out) >= self.limits.members:
            self.fault(member_limit(f"more than {self.limits.members} members"), name)
            return False
        try:
            self.children.append(Child(member=label(name), data=read()))
        except ContainerFault as fault:
            self.fault(fault, name)
            self.leave_out(name, fault.code.value)
            return self.budget.left >= 0
        return True

    def read_stream(self, stream: IO[bytes], packed: int | None = None) -> bytes:
        """All of a stream, counted in pieces against the limits; ``packed`` is the member's own packed size."""
        counted = MemberStream(stream, self.packed_bytes if packed is None else packed, self.limits, self.budget)
        return b"".join(iter(lambda: counted.read(CHUNK), b""))

    def leave_out(self, name: str, why: str) -> None:
        """Record a member that is no document: a link, a device, a broken one."""
        self.left_out.append({"member": label(name), "why": why})

    def fault(self, fault: ContainerFault, name: str = "") -> None:
        """Record a fault; each problem becomes one finding."""
        self.faults.setdefault(fault.code, []).append(f"{label(name)}: {fault.detail}" if name else fault.detail)

    def extraction(self) -> Extraction:
        """Children, the list of their names, and the findings."""
        blocks = tuple(
            Block(kind="list_item", level=1, marker="-", text=child.member, page=1) for child in self.children
        )
        metadata: dict[str, Json] = {"members": len(self.children)}
        if self.left_out:
            metadata["left_out"] = list(self.left_out)
        return Extraction(
            blocks=blocks, children=tuple(self.children), metadata=metadata, findings=tuple(self._findings())
        )

    def _findings(self) -> Iterator[Finding]:
        for code, details in self.faults.items():
            more = f" (and {len(details) - 3} more)" if len(details) > 3 else ""
            yield container_finding(code, "; ".join(details[:3]) + more)


def label(name: str) -> str:
    """A member's name without control characters. It is a label only: no path is ever made from it here."""
    return CONTROL.sub("_", name.replace("\\", "/")) or "unnamed"

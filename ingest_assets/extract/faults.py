"""Faults of containers as findings, where the rest of the document was read all the same."""

from __future__ import annotations

from ingest_assets.extract.containers import ContainerFault, container_finding
from ingest_assets.model import Finding


def finding_of(fault: ContainerFault) -> Finding:
    """The finding that a fault becomes."""
    return container_finding(fault.code, fault.detail)

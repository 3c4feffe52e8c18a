"""Opening containers safely, and the one place that names what is wrong with them.

Every parser that meets a locked, broken or oversized container raises ``ContainerFault`` through a function of this module and turns it into
a finding with ``container_finding``; so each code has one origin, whichever format met it.
"""

from __future__ import annotations

import struct
import zipfile
import zlib
from collections.abc import Callable
from functools import cached_property
from io import BytesIO
from pathlib import Path
from typing import IO, TypeVar

from ingest_assets.model import Extraction, Finding
from ingest_assets.problems import Problem
from ingest_assets.thresholds.limits import Limits

Opened = TypeVar("Opened")

CHUNK = 1 << 16
"""Bytes read at a time: small enough to notice a bomb early, large enough to be cheap."""


class ContainerFault(Exception):  # noqa: N818 - it ends as a finding, not as an error of the program
    """A container that cannot or must not be read; ``code`` is its problem, the message its detail."""

    def __init__(self, code: Problem, detail: str) -> None:
        super().__init__(detail)
        self.code = code
        self.detail = detail


def container_finding(code: Problem, detail: str = "") -> Finding:
    """The finding of a container's problem, with the severity of the closed list."""
    return Finding(code=code, severity=code.about.severity, detail=detail)


def refused(fault: ContainerFault) -> Extraction:
    """An extraction that says only why nothing was read."""
    return Extraction(findings=(container_finding(fault.code, fault.detail),))


def encrypted(detail: str) -> ContainerFault:
    """A password is needed."""
    return ContainerFault(Problem.ENCRYPTED, detail)


def broken_zip(detail: str) -> ContainerFault:
    """A ZIP that cannot be opened at all."""
    return ContainerFault(Problem.BROKEN_ZIP, detail)


def corrupt(detail: str) -> ContainerFault:
    """The bytes name a format, but do not hold to it."""
    return ContainerFault(Problem.CORRUPT, detail)


def missing_part(detail: str) -> ContainerFault:
    """A part that the container's own index names is not there."""
    return ContainerFault(Problem.MISSING_PART, detail)


def bomb(detail: str) -> ContainerFault:
    """A small container that unpacks into far too much."""
    return ContainerFault(Problem.BOMB, detail)


def member_limit(detail: str) -> ContainerFault:
    """More members than a container may have."""
    return ContainerFault(Problem.MEMBER_LIMIT, detail)


def too_large(detail: str) -> ContainerFault:
    """Over a limit of size or of cells."""
    return ContainerFault(Problem.TOO_LARGE, detail)


def xml_entities(detail: str) -> ContainerFault:
    """XML with a DOCTYPE or entities where none may be."""
    return ContainerFault(Problem.XML_ENTITIES, detail)


class Budget:
    """How many bytes may still come out of a container; shared by all its members."""

    def __init__(self, limits: Limits) -> None:
        self.left = limits.expanded_bytes
        self.limit = limits.expanded_bytes

    def spend(self, count: int) -> None:
        """Take ``count`` bytes; raises the bomb fault when there are not so many left."""
        self.left -= count
        if self.left < 0:
            raise bomb(f"more than {self.limit} bytes unpacked")


class MemberStream:
    """A member being unpacked: every read is counted against the budget and the ratio, because headers lie."""

    def __init__(self, stream: IO[bytes], packed: int, limits: Limits, budget: Budget) -> None:
        self._stream, self._packed, self._limits, self._budget = stream, packed, limits, budget
        self._unpacked = 0

    def read(self, size: int = -1) -> bytes:
        """Up to ``size`` bytes, all of them when negative."""
        if size < 0:
            return b"".join(iter(lambda: self.read(CHUNK), b""))
        data = guarded(lambda: self._stream.read(size))
        self._unpacked += len(data)
        self._budget.spend(len(data))
        if self._unpacked > self._limits.ratio_from_bytes and self._unpacked > self._limits.ratio * max(
            1, self._packed
        ):
            raise bomb(f"{self._unpacked} bytes from {self._packed}: ratio over {self._limits.ratio:g}")
        return data


def guarded(read: Callable[[], Opened]) -> Opened:
    """What ``read`` gives; the ways in which a damaged member fails become one fault."""
    try:
        return read()
    except (zipfile.BadZipFile, zlib.error, EOFError, struct.error, OSError, NotImplementedError, ValueError) as error:
        raise corrupt(f"damaged member: {error}") from error
    except RuntimeError as error:
        raise encrypted(f"locked member: {error}") from error


class SafeZip:
    """A ZIP read within limits. Part names are compared without case and with ``/`` for ``\\``, as the office programs do."""

    def __init__(self, source: Path | bytes, limits: Limits) -> None:
        self._limits = limits
        self._budget = Budget(limits)
        try:
            self._zip = zipfile.ZipFile(BytesIO(source) if isinstance(source, bytes) else source)
        except (zipfile.BadZipFile, struct.error, EOFError, OSError, ValueError, NotImplementedError) as error:
            raise broken_zip(str(error)) from error
        if len(self._zip.infolist()) > limits.members:
            raise member_limit(f"{len(self._zip.infolist())} members, {limits.members} allowed")

    @cached_property
    def _members(self) -> dict[str, zipfile.ZipInfo]:
        return {normal_name(info.filename): info for info in reversed(self._zip.infolist())}

    @property
    def names(self) -> list[str]:
        """Member names as stored, in the order of the directory."""
        return [info.filename for info in self._zip.infolist()]

    def __contains__(self, name: str) -> bool:
        return normal_name(name) in self._members

    def size(self, name: str) -> int:
        """Unpacked size in bytes as the directory claims it; 0 when there is no such member."""
        info = self._members.get(normal_name(name))
        return info.file_size if info else 0

    def open(self, name: str) -> MemberStream:
        """A counted stream over a member. Raises missing_part, encrypted, bomb, corrupt."""
        info = self._members.get(normal_name(name))
        if info is None:
            raise missing_part(f"no member {name!r}")
        if info.flag_bits & 1:
            raise encrypted(f"member {name!r} is locked")
        if info.file_size > self._limits.ratio_from_bytes and info.file_size > self._limits.ratio * max(
            1, info.compress_size
        ):
            raise bomb(f"{name}: {info.file_size} bytes from {info.compress_size}: ratio over {self._limits.ratio:g}")
        stream = guarded(lambda: self._zip.open(info))
        return MemberStream(stream, info.compress_size, self._limits, self._budget)

    def read(self, name: str) -> bytes:
        """A member's bytes. Raises as ``open`` does."""
        return self.open(name).read()


def normal_name(name: str) -> str:
    """The key under which a part is found."""
    return name.replace("\\", "/").lstrip("/").lower()

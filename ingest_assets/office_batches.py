"""Old office documents converted many at a time, before they are read one by one: most of a conversion is the start of the program.

A batch is a convenience and decides nothing. What it did not convert, because it is damaged or because a neighbour ended the program, is
converted alone when it is read; so a bad document costs its batch time and is blamed by name.
"""

from __future__ import annotations

import shutil
from collections import defaultdict
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory

from ingest_assets.extract.child_program import MissingProgramError
from ingest_assets.extract.office_program import EXTENSIONS, TARGETS, converted_batch
from ingest_assets.settings import Settings
from ingest_assets.thresholds.formats import Formats
from ingest_assets.thresholds.workers import Workers
from ingest_assets.workers.allowance import allow
from ingest_assets.workers.job import Job
from ingest_assets.workers.pool import map_documents
from ingest_assets.workers.scratch import scratch_folder

WINDOW = 1000
"""Documents that are looked at together: their conversions lie on the disk at the same time."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Office:
    """A document that LibreOffice would convert."""

    raw_sha256: str
    path: Path
    format: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Batch:
    """Documents of one target; what comes out lies in ``folder`` as ``<hash>.<target>``."""

    documents: tuple[Office, ...]
    target: str
    folder: Path
    formats: Formats


@contextmanager
def prepared(
    documents: Iterable[Office], settings: Settings, *, workers: int, preload: tuple[str, ...], pool: Workers
) -> Iterator[Path | None]:
    """A folder with the conversions, gone at the end; None when there are too few documents for a batch."""
    batches = list(_batches(documents, settings.formats.office_batch))
    if not batches:
        yield None
        return
    with scratch_folder() as folder:
        jobs = [
            Job(
                key=str(number),
                argument=Batch(documents=group, target=target, folder=folder, formats=settings.formats),
            )
            for number, (target, group) in enumerate(batches)
        ]
        function = f"{__name__}:convert_batch"
        for _ in map_documents(function, jobs, limits=settings.limits, workers=workers, preload=preload, settings=pool):
            pass  # a batch that failed leaves its documents to their own turn
        yield folder


def _batches(documents: Iterable[Office], size: int) -> Iterator[tuple[str, tuple[Office, ...]]]:
    """(target, documents), two and more of them, each hash once."""
    by_target: dict[str, dict[str, Office]] = defaultdict(dict)
    for document in documents:
        if document.format in TARGETS:
            by_target[TARGETS[document.format]][document.raw_sha256] = document
    for target, group in by_target.items():
        found = list(group.values())
        for start in range(0, len(found), size):
            part = tuple(found[start : start + size])
            if len(part) > 1:
                yield target, part


def convert_batch(batch: Batch) -> int:
    """Convert in a worker; how many came out."""
    allow(batch.formats.office_cpu_seconds)
    sources = [(document.path, EXTENSIONS.get(document.format, document.format)) for document in batch.documents]
    with TemporaryDirectory(prefix="ingest-") as scratch:
        try:
            found = converted_batch(sources, target=batch.target, scratch=Path(scratch), formats=batch.formats)
        except MissingProgramError:
            return 0
        for document, path in zip(batch.documents, found, strict=True):
            if path is not None:
                shutil.move(path, batch.folder / f"{document.raw_sha256}.{batch.target}")
    return sum(path is not None for path in found)

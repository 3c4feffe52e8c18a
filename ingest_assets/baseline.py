"""The baseline of ``ingest triage``: a seeded sample of a corpus, read the whole way, kept for the next comparison."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable, Iterator, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from tempfile import TemporaryDirectory

from ingest_assets.model import RawFile
from ingest_assets.preload import PRELOAD, worker_settings
from ingest_assets.raw.walk import FoundFile, found_files
from ingest_assets.settings import Settings
from ingest_assets.store.files import write_atomically
from ingest_assets.work import Converted, ConvertJob
from ingest_assets.workers.job import Job, Outcome
from ingest_assets.workers.pool import map_documents


@dataclass(frozen=True, slots=True, kw_only=True)
class Sampled:
    """One file of the sample. ``outcome`` is ok, a skip rule, the first problem code, or the class of the exception."""

    name: str
    raw_sha256: str
    format: str
    outcome: str


@dataclass(frozen=True, slots=True)
class Baseline:
    """Where the rows of one (path, sample, seed) are kept."""

    folder: Path
    path: Path
    sample: int
    seed: int

    def load(self) -> list[Sampled] | None:
        """The rows of the last look; None before the first."""
        if not self._file.exists():
            return None
        return [Sampled(**row) for row in json.loads(self._file.read_text("utf-8"))]

    def save(self, rows: Sequence[Sampled]) -> None:
        """Replace them."""
        write_atomically(
            self._file,
            json.dumps([asdict(row) for row in rows], ensure_ascii=False, indent=0).encode("utf-8", "replace"),
        )

    @property
    def _file(self) -> Path:
        key = hashlib.sha256(
            f"{self.path.absolute()}\0{self.sample}\0{self.seed}".encode("utf-8", "surrogateescape")
        ).hexdigest()[:16]
        return self.folder / f"{key}.json"


def chosen(files: Sequence[FoundFile], *, size: int, seed: int) -> list[FoundFile]:
    """``size`` files, the same ones for the same seed and names: those whose salted hash is smallest."""
    ranked = sorted(
        files, key=lambda file: hashlib.sha256(f"{seed}\0{file.name}".encode("utf-8", "surrogateescape")).digest()
    )
    return sorted(ranked[:size], key=lambda file: file.name)


def read_sample(
    path: Path, *, settings: Settings, size: int, seed: int, workers: int, on_done: Callable[[int], None]
) -> list[Sampled]:
    """Read the sample the whole way; containers count as themselves, their children are not opened."""
    rows: list[Sampled] = []
    files = {f"{number}": file for number, file in enumerate(chosen(list(found_files([path])), size=size, seed=seed))}
    with TemporaryDirectory(prefix="ingest-triage-") as blobs:
        jobs = _jobs(files, Path(blobs), settings)
        for outcome in map_documents(
            "ingest_assets.work:convert_document",
            jobs,
            limits=settings.limits,
            workers=workers,
            preload=PRELOAD,
            settings=worker_settings(settings),
        ):
            rows.append(_sampled(files[outcome.key], outcome))
            on_done(len(rows))
    return sorted(rows, key=lambda row: row.name)


def compare(before: Sequence[Sampled], now: Sequence[Sampled]) -> list[tuple[str, str, str]]:
    """(file, outcome before, outcome now) of those that differ, by name."""
    old = {row.name: f"{row.format} {row.outcome}" for row in before}
    new = {row.name: f"{row.format} {row.outcome}" for row in now}
    return [
        (name, old.get(name, "not there"), new.get(name, "not there"))
        for name in sorted(old.keys() | new.keys())
        if old.get(name) != new.get(name)
    ]


def _jobs(files: dict[str, FoundFile], blobs: Path, settings: Settings) -> Iterator[Job]:
    for key, file in files.items():
        raw = RawFile(raw_sha256=file.raw_sha256, size_bytes=file.size_bytes, name=file.name)
        yield Job(
            key=key,
            argument=ConvertJob(
                raw=raw, path=file.path, stem=key, blobs=blobs, settings=settings, decided=file.skip_rule
            ),
        )


def _sampled(file: FoundFile, outcome: Outcome) -> Sampled:
    if outcome.failure is not None:
        words = outcome.failure.detail.split(":", 1)[0]
        ended = words if outcome.failure.code.value == "parser_exception" else outcome.failure.code.value
        return Sampled(name=file.name, raw_sha256=file.raw_sha256, format="unread", outcome=ended)
    assert isinstance(outcome.value, Converted)
    sidecar = json.loads(outcome.value.sidecar)
    holding = [problem["code"] for problem in sidecar["problems"] if problem["severity"] == "hold"]
    ended = (
        "ok" if sidecar["state"] == "indexed" else sidecar["skip_rule"] or (holding[0] if holding else "quarantined")
    )
    return Sampled(name=file.name, raw_sha256=file.raw_sha256, format=sidecar["format"], outcome=ended)

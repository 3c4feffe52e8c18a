"""What of the search index counts: a pointer to an index folder and a manifest, replaced last, so that readers see the old or the new."""

from __future__ import annotations

import datetime
import json
import shutil
import zlib
from collections.abc import Iterable, Mapping
from dataclasses import asdict, dataclass, field
from pathlib import Path

from ingest_assets.store.files import write_atomically

FOLDER = "search"
NAME = "_current.json"
COPIED = frozenset({"meta.json", ".managed.json"})
LOCKS = frozenset({".tantivy-writer.lock", ".tantivy-meta.lock"})


class IndexMissingError(Exception):
    """Nothing was ever published, or its files are gone or damaged; the message says which."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Past:
    """A publication whose manifest is kept, so that an export can tell what has changed since."""

    number: int
    made_at: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Publication:
    """``sources`` holds for each source the commit numbers of its gate and its chunks that it was made from, ``files`` size and checksum of each file.

    ``restored``: an older index that was called back; every hit in it is held against the current verdicts.

    ``analysis`` is the revision of the analysis; an index of another revision is built anew.
    """

    number: int = 0
    made_at: str = ""
    analysis: int = 0
    documents: int = 0
    chunks: int = 0
    sources: Mapping[str, tuple[int, int]] = field(default_factory=dict)
    files: Mapping[str, tuple[int, int]] = field(default_factory=dict)
    restored: bool = False
    past: tuple[Past, ...] = ()


@dataclass(frozen=True, slots=True)
class Shelf:
    """The folder of the search index below a store's root."""

    root: Path

    @property
    def folder(self) -> Path:
        """Where pointer, indexes and manifests lie."""
        return self.root / FOLDER

    def index_folder(self, number: int) -> Path:
        """The engine's files of a publication."""
        return self.folder / f"index-{number:08d}"

    def manifest_file(self, number: int) -> Path:
        """Every chunk of a publication: identity, document, digest, signature, group of near-duplicates."""
        return self.folder / f"manifest-{number:08d}.parquet"

    def near_file(self, number: int) -> Path:
        """Chunk → group, for the chunks that have near-duplicates."""
        return self.folder / f"near-{number:08d}.links"

    def current(self) -> Publication:
        """The publication that counts; number 0 before the first. Raises IndexMissingError when the pointer is unreadable."""
        try:
            raw = json.loads((self.folder / NAME).read_bytes())
            past = tuple(Past(**one) for one in raw.pop("past"))
            pairs = {
                name: {key: (int(a), int(b)) for key, (a, b) in raw.pop(name).items()} for name in ("sources", "files")
            }
            return Publication(past=past, sources=pairs["sources"], files=pairs["files"], **raw)
        except FileNotFoundError:
            return Publication()
        except (ValueError, TypeError, KeyError, AttributeError) as error:
            raise IndexMissingError(f"{self.folder / NAME} cannot be read ({error})") from error

    def check(self, publication: Publication, *, checksums: bool = False) -> None:
        """Raises IndexMissingError when a file of the publication is missing, cut or (if asked for) changed."""
        if publication.number == 0:
            raise IndexMissingError("no search index has been published yet")
        folder = self.index_folder(publication.number)
        for name, (size, checksum) in publication.files.items():
            path = folder / name
            if not path.is_file() or path.stat().st_size != size:
                raise IndexMissingError(f"{path} is missing or damaged")
            if checksums and crc(path) != checksum:
                raise IndexMissingError(f"{path} is damaged")

    def write(self, publication: Publication) -> None:
        """Make a publication count."""
        write_atomically(self.folder / NAME, json.dumps(asdict(publication), indent=1).encode(), root=self.root)

    def sweep(self, publication: Publication, *, indexes: int) -> None:
        """Remove what neither counts nor is kept: older indexes, manifests that fell out of the past, leftovers of killed writers."""
        numbers = {publication.number, *(one.number for one in publication.past)}
        living = set(sorted(numbers, reverse=True)[:indexes])
        for path in self.folder.glob("index-*"):
            if _number(path) not in living:
                shutil.rmtree(path, ignore_errors=True)
        for path in (*self.folder.glob("manifest-*"), *self.folder.glob("near-*")):
            if _number(path) not in numbers:
                path.unlink(missing_ok=True)

    def seed(self, number: int, before: int | None) -> Path:
        """An empty folder for a new index, or one that shares the files of an older one: segments are never written to again."""
        folder = self.index_folder(number)
        shutil.rmtree(folder, ignore_errors=True)
        folder.mkdir(parents=True)
        for path in self.index_folder(before).iterdir() if before is not None else ():
            if path.name in COPIED:
                shutil.copyfile(path, folder / path.name)
            elif path.name not in LOCKS:
                (folder / path.name).hardlink_to(path)
        return folder


def files_of(folder: Path, known: Mapping[str, tuple[int, int]]) -> dict[str, tuple[int, int]]:
    """Size and checksum of each file of an index; those of shared segments are known."""
    paths = [path for path in folder.iterdir() if path.name not in LOCKS]
    return {
        path.name: known[path.name]
        if path.name in known and path.name not in COPIED
        else (path.stat().st_size, crc(path))
        for path in sorted(paths)
    }


def crc(path: Path) -> int:
    """CRC-32 of a file."""
    checksum = 0
    with path.open("rb") as stream:
        while piece := stream.read(1024**2):
            checksum = zlib.crc32(piece, checksum)
    return checksum


def now() -> str:
    """UTC, ISO 8601, to the second."""
    return datetime.datetime.now(datetime.UTC).replace(microsecond=0).isoformat()


def remembered(publication: Publication, kept: int) -> tuple[Past, ...]:
    """The publications before the next one."""
    here: Iterable[Past] = [Past(number=publication.number, made_at=publication.made_at)] if publication.number else []
    return (*publication.past, *here)[-kept:]


def _number(path: Path) -> int:
    digits = path.name.partition("-")[2].partition(".")[0]
    return int(digits) if digits.isdigit() else -1

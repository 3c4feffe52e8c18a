"""The raw stage: what stands in a source now, against what is known; only differences are read.

Method: design note execution.md section 4. A name whose size and modification time are those of the last look is not opened, except for
the rolling audit. Bytes are stored before anything else happens to them. A whole source whose listing has the signature of the last look is
not even compared: the night over a million unchanged files is one walk.
"""

from __future__ import annotations

import datetime
import hashlib
import time
import zlib
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field, replace
from fnmatch import fnmatchcase
from pathlib import Path

from ingest_assets.model import Finding, RawFile
from ingest_assets.problems import Problem, Severity, SkipRule
from ingest_assets.raw.address_list import modified_ns
from ingest_assets.raw.folder import Folder
from ingest_assets.raw.headers import SUFFIX, content_type
from ingest_assets.raw.place import OverLimitError, Place, ReadFailedError, Received
from ingest_assets.raw.walk import RULES, Entry, label
from ingest_assets.store.blobs import Blobs
from ingest_assets.store.manifest import Location, Manifest
from ingest_assets.thresholds.fetching import Fetching
from ingest_assets.thresholds.limits import Limits
from ingest_assets.thresholds.raw import Scanning

NOTES = {SkipRule.SYMLINK: Problem.SYMLINK, SkipRule.SPECIAL_FILE: Problem.SPECIAL_FILE}


@dataclass(frozen=True, slots=True, kw_only=True)
class Look:
    """How to look at a source. ``now`` is UTC without zone.

    ``is_system_file`` judges a name; ``rules`` must change whenever its judgement does (its module's revision).
    """

    now: datetime.datetime
    is_system_file: Callable[[str], bool]
    rules: str = ""
    limits: Limits = field(default_factory=Limits)
    scanning: Scanning = field(default_factory=Scanning)
    checkpoint_seconds: float = Fetching().checkpoint_seconds

    def is_chosen(self, entry: Entry) -> bool:
        """Does the source's include and exclude let it in? Response headers follow their file; what cannot be listed is always told."""
        include, exclude = self.scanning.include, self.scanning.exclude
        if entry.kind == "unreadable" or not (include or exclude):
            return True
        name = label(entry.path.removesuffix(SUFFIX))
        return (not include or _matches(name, include)) and not _matches(name, exclude)


@dataclass(frozen=True, slots=True, kw_only=True)
class Scan:
    """What a look found, for ``Manifest.save``. ``signature`` is "" when a name could not be read: it is tried again.

    ``read`` counts files whose bytes were read, ``audited`` those of them that looked unchanged, ``failed`` names whose bytes could not be had;
    ``silently_changed`` are names whose bytes changed under the same size and time: a failing disk, or a tool that sets times back.
    """

    locations: tuple[Location, ...]
    changed: bool
    signature: str = ""
    read: int = 0
    audited: int = 0
    failed: int = 0
    silently_changed: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class RawDocument:
    """One document of a source: its bytes under one or more names. ``skip_rule`` says why it is never read."""

    raw: RawFile
    names: tuple[str, ...]
    skip_rule: SkipRule | None = None
    findings: tuple[Finding, ...] = ()


@dataclass(frozen=True, slots=True)
class Listing:
    """A source's names as they stand now, and a hash over them and over the rules that judge them."""

    place: Place
    entries: dict[bytes, Entry]
    signature: str


def _matches(name: str, patterns: Iterable[str]) -> bool:
    """``*`` matches any characters, "/" too; ``*/drafts/*`` also finds drafts at the top."""
    return any(fnmatchcase(name, pattern) or fnmatchcase(f"/{name}", pattern) for pattern in patterns)


def listing(place: Place | Path, look: Look) -> Listing:
    """List a source; a path stands for a folder. Raises SourceMissingError when the source itself cannot be listed."""
    place = Folder(place) if isinstance(place, Path) else place
    entries = {entry.path: entry for entry in place.entries() if look.is_chosen(entry)}
    digest = hashlib.sha256(f"{look.limits.file_bytes} {look.rules}\0".encode())
    for path, kind, size, mtime_ns, etag in entries.values():
        digest.update(b"%b\0%b %d %d%b\n" % (path, kind.encode(), size, mtime_ns, etag.encode()))
    return Listing(place, entries, digest.hexdigest())


def is_unchanged(listed: Listing, manifest: Manifest, blobs: Blobs, look: Look) -> bool:
    """Does everything look as at the last look, and do the files whose audit is due have the same bytes?"""
    if listed.place.asks_each_time or listed.signature != manifest.signature():
        return False
    if not listed.place.is_folder:
        return True
    due = [path for path in listed.entries if _is_audited(path, look)]
    scanner = _Scanner(listed, blobs, look, {location.path: location for location in manifest.load(due) if due})
    return all(scanner.is_intact(location) for location in scanner.known.values())


def scan(
    listed: Listing,
    known: Sequence[Location],
    blobs: Blobs,
    look: Look,
    checkpoint: Callable[[Sequence[Location]], None] = lambda locations: None,
) -> Scan:
    """Compare a listing with the known locations; read what differs.

    ``checkpoint`` is given, now and then, what should be saved in case the run is killed: what is known so far, vanished names included.
    """
    scanner = _Scanner(listed, blobs, look, {location.path: location for location in known}, checkpoint)
    locations = tuple(sorted(scanner.locations(), key=lambda location: location.path))
    failed = sum(location.problem is not None for location in locations)
    return Scan(
        locations=locations,
        changed=locations != tuple(sorted(known, key=lambda location: location.path)),
        signature="" if failed else listed.signature,
        read=len(scanner.received),
        audited=scanner.audited,
        failed=failed,
        silently_changed=tuple(scanner.silently_changed),
    )


def documents(source: str, locations: Iterable[Location]) -> list[RawDocument]:
    """One document per content, named by its first location; sorted by that name."""
    by_content: dict[str, list[Location]] = {}
    for location in locations:
        by_content.setdefault(location.raw_sha256, []).append(location)
    return [_document(source, same) for same in by_content.values()]


@dataclass(slots=True)
class _Scanner:
    listed: Listing
    blobs: Blobs
    look: Look
    known: dict[bytes, Location]
    checkpoint: Callable[[Sequence[Location]], None] = lambda locations: None
    audited: int = 0
    received: list[bytes] = field(default_factory=list)
    silently_changed: list[str] = field(default_factory=list)

    def locations(self) -> Iterator[Location]:
        """One for each name, in no order. Files that must be read are read by several threads."""
        entries = self.listed.entries
        different: list[Entry] = []
        for path, entry in entries.items():
            old = self.known.get(path)
            if entry.kind == "unreadable":
                yield from self._unreadable(path, entries.keys())
            elif self._is_headers_file(path):
                continue
            elif (rule := self._skip_rule(entry)) is not None:
                yield self._unread(entry, skip_rule=rule.value)
            elif old is not None and self._is_same(old, entry):
                yield self._unchanged(entry, old)
            else:
                different.append(entry)
        yield from self._new_locations(different)

    def _new_locations(self, entries: Sequence[Entry]) -> Iterator[Location]:
        batch, new, due = self.look.scanning.batch, dict[bytes, Location](), self._due()
        with ThreadPoolExecutor(self.look.scanning.threads) as threads:
            for start in range(0, len(entries), batch):
                for location in threads.map(self._new_location, entries[start : start + batch]):
                    yield location
                    if not self.listed.place.is_folder:
                        new[location.path] = location
                    if new and time.monotonic() > due:
                        self.checkpoint([*{**self.known, **new}.values()])
                        due = self._due()

    def _due(self) -> float:
        return time.monotonic() + self.look.checkpoint_seconds

    def _new_location(self, entry: Entry) -> Location:
        new = self._read(entry)
        return self._with_headers(new, self._headers_mtime(entry)) if self.listed.place.is_folder else new

    def _is_headers_file(self, path: bytes) -> bool:
        there = self.listed.entries
        return self.listed.place.is_folder and path.endswith(SUFFIX) and path.removesuffix(SUFFIX) in there

    def _headers_mtime(self, entry: Entry) -> int | None:
        headers = self.listed.entries.get(entry.path + SUFFIX)
        return headers.mtime_ns if headers is not None and headers.kind == "file" else None

    def _is_same(self, old: Location, entry: Entry) -> bool:
        return not self.listed.place.asks_each_time and _same(old, entry)

    def _unchanged(self, entry: Entry, old: Location) -> Location:
        if not self.listed.place.is_folder:
            return old
        headers_mtime = self._headers_mtime(entry)
        if _is_audited(entry.path, self.look):
            old = self._audit(old, entry)
        return old if old.headers_mtime_ns == headers_mtime else self._with_headers(old, headers_mtime)

    def _skip_rule(self, entry: Entry) -> SkipRule | None:
        if entry.kind in RULES:
            return RULES[entry.kind]
        if self.look.is_system_file(label(entry.path)):
            return SkipRule.SYSTEM_FILE
        return SkipRule.SIZE_LIMIT if entry.size_bytes > self.look.limits.file_bytes else None

    def _read(self, entry: Entry) -> Location:
        """Hash and store. What could not be had again stays as it was had last, with the problem beside it, unless it is really gone."""
        old = self.known.get(entry.path)
        try:
            found = self.listed.place.read(entry, old, self.blobs)
        except OverLimitError as error:
            return self._unread(entry, skip_rule=SkipRule.SIZE_LIMIT.value, detail=str(error))
        except ReadFailedError as error:
            if error.keeps and old is not None and _has_bytes(old):
                return replace(old, problem=error.code.value, detail=str(error))
            return self._unread(entry, problem=error.code.value, detail=str(error))
        if found.blob is None and old is not None:
            return replace(old, problem=None, detail=None)
        return self._stored(entry, found)

    def _stored(self, entry: Entry, found: Received) -> Location:
        assert found.blob is not None  # only a known name can be unchanged
        self.received.append(entry.path)
        new = self._new(entry, found.blob.raw_sha256, size_bytes=found.blob.size_bytes)
        mtime_ns = entry.mtime_ns or modified_ns(found.headers)
        return replace(
            new, mtime_ns=mtime_ns, http_content_type=found.content_type, etag=found.etag, headers=found.headers
        )

    def _audit(self, old: Location, entry: Entry) -> Location:
        self.audited += 1
        new = self._read(entry)
        if new.raw_sha256 == old.raw_sha256:
            return old
        if new.problem is None:
            self.silently_changed.append(old.name)
        return replace(new, http_content_type=old.http_content_type, headers_mtime_ns=old.headers_mtime_ns)

    def is_intact(self, location: Location) -> bool:
        """Audit one file that looks unchanged; True as well for what is never read."""
        return location.skip_rule is not None or self._audit(location, self.listed.entries[location.path]) is location

    def _unreadable(self, path: bytes, seen: Iterable[bytes]) -> Iterator[Location]:
        """A folder that cannot be listed: what is known below it stays, and the folder itself becomes a problem."""
        below = path + b"/"
        yield from (old for old in self.known.values() if old.path.startswith(below) and old.path not in seen)
        yield self._failed(Entry(path, "unreadable"), "it cannot be listed")

    def _failed(self, entry: Entry, detail: str) -> Location:
        return self._unread(entry, problem=Problem.READ_ERROR.value, detail=detail)

    def _unread(self, entry: Entry, **why: str) -> Location:
        reason = why.get("skip_rule") or why["problem"]
        return self._new(entry, _identity(reason, entry.path), size_bytes=entry.size_bytes, **why)

    def _new(self, entry: Entry, raw_sha256: str, *, size_bytes: int, **why: str) -> Location:
        old = self.known.get(entry.path)
        return Location(
            path=entry.path,
            name=label(entry.path),
            size_bytes=size_bytes,
            mtime_ns=entry.mtime_ns,
            raw_sha256=raw_sha256,
            first_seen=old.first_seen if old is not None else self.look.now,
            **why,  # type: ignore[arg-type]  # skip_rule, problem and detail are all text
        )

    def _with_headers(self, location: Location, mtime_ns: int | None) -> Location:
        found = None
        if mtime_ns is not None and isinstance(self.listed.place, Folder):
            found = content_type(self.listed.place.path, location.path + SUFFIX, self.look.scanning.headers_bytes)
        return replace(location, http_content_type=found, headers_mtime_ns=mtime_ns)


def _is_audited(path: bytes, look: Look) -> bool:
    days = look.scanning.audit_days
    return zlib.crc32(path) % days == look.now.toordinal() % days


def _identity(reason: str, path: bytes) -> str:
    """What stands for the content of a name without bytes."""
    return hashlib.sha256(b"unread\0" + reason.encode() + b"\0" + path).hexdigest()


def _has_bytes(location: Location) -> bool:
    """Were the bytes of this name had once? A problem beside them tells of the last try only."""
    reason = location.skip_rule or location.problem
    return reason is None or location.raw_sha256 != _identity(reason, location.path)


def _same(old: Location, entry: Entry) -> bool:
    """A read error is tried again each time; a skip rule that no longer holds as well."""
    unchanged = (old.size_bytes, old.mtime_ns, old.etag or "") == (entry.size_bytes, entry.mtime_ns, entry.etag)
    return unchanged and old.problem is None and old.skip_rule is None


def _document(source: str, same: Sequence[Location]) -> RawDocument:
    first = same[0]
    raw = RawFile(
        raw_sha256=first.raw_sha256,
        size_bytes=first.size_bytes,
        name=first.name,
        source=source,
        http_content_type=first.http_content_type,
    )
    rule = SkipRule(first.skip_rule) if first.skip_rule else None
    names = tuple(location.name for location in same)
    return RawDocument(raw=raw, names=names, skip_rule=rule, findings=tuple(_findings(same, rule)))


def skip_findings(rule: SkipRule | None, name: str) -> Iterator[Finding]:
    """The note that goes with a rule: a link is not followed, a pipe not opened."""
    if rule in NOTES:
        yield _finding(NOTES[rule], name)


def _findings(same: Sequence[Location], rule: SkipRule | None) -> Iterator[Finding]:
    yield from (_problem(location) for location in same if location.problem is not None)
    yield from skip_findings(rule, same[0].name)
    if len(same) > 1:
        yield _finding(Problem.DUPLICATE_BYTES, "also " + ", ".join(location.name for location in same[1:]))


def _problem(location: Location) -> Finding:
    """It holds back a name without bytes; beside bytes of an earlier run it is a note."""
    code = Problem(str(location.problem))
    severity = Severity.NOTE if _has_bytes(location) else code.about.severity
    return Finding(code=code, severity=severity, detail=location.detail or "")


def read_failure(detail: str) -> Finding:
    """The fault of a file whose bytes cannot be had."""
    return _finding(Problem.READ_ERROR, detail)


def _finding(code: Problem, detail: str) -> Finding:
    return Finding(code=code, severity=code.about.severity, detail=detail)

"""The raw stage: what stands in a source now, against what is known; only differences are read.

Method: design note execution.md section 4. A name whose size and modification time are those of the last look is not opened, except for
the rolling audit. Bytes are stored before anything else happens to them. A whole source whose listing has the signature of the last look is
not even compared: the night over a million unchanged files is one walk.
"""

from __future__ import annotations

import datetime
import hashlib
import zlib
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field, replace
from fnmatch import fnmatchcase
from pathlib import Path

from ingest_assets.model import Finding, RawFile
from ingest_assets.problems import Problem, SkipRule
from ingest_assets.raw.headers import SUFFIX, content_type
from ingest_assets.raw.walk import RULES, Entry, label, open_inside, walk
from ingest_assets.store.blobs import Blobs, ChangedError
from ingest_assets.store.manifest import Location, Manifest
from ingest_assets.thresholds.limits import Limits
from ingest_assets.thresholds.raw import Scanning

NOTES = {SkipRule.SYMLINK: Problem.SYMLINK, SkipRule.SPECIAL_FILE: Problem.SPECIAL_FILE}


class SourceMissingError(OSError):
    """The source's own folder cannot be listed. Nothing is concluded from that: an unmounted disk is not a million deletions."""


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

    ``read`` counts files whose bytes were read, ``audited`` those of them that looked unchanged;
    ``silently_changed`` are names whose bytes changed under the same size and time: a failing disk, or a tool that sets times back.
    """

    locations: tuple[Location, ...]
    changed: bool
    signature: str = ""
    read: int = 0
    audited: int = 0
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

    folder: Path
    entries: dict[bytes, Entry]
    signature: str


def _matches(name: str, patterns: Iterable[str]) -> bool:
    """``*`` matches any characters, "/" too; ``*/drafts/*`` also finds drafts at the top."""
    return any(fnmatchcase(name, pattern) or fnmatchcase(f"/{name}", pattern) for pattern in patterns)


def listing(folder: Path, look: Look) -> Listing:
    """Walk a source. Raises SourceMissingError when the folder itself cannot be listed."""
    entries = {entry.path: entry for entry in walk(folder) if look.is_chosen(entry)}
    if b"" in entries:
        raise SourceMissingError(f"the folder of the source cannot be listed: {folder}")
    digest = hashlib.sha256(f"{look.limits.file_bytes} {look.rules}\0".encode())
    for path, kind, size, mtime_ns in entries.values():
        digest.update(b"%b\0%b %d %d\n" % (path, kind.encode(), size, mtime_ns))
    return Listing(folder, entries, digest.hexdigest())


def is_unchanged(listed: Listing, manifest: Manifest, blobs: Blobs, look: Look) -> bool:
    """Does everything look as at the last look, and do the files whose audit is due have the same bytes?"""
    if listed.signature != manifest.signature():
        return False
    due = [path for path in listed.entries if _is_audited(path, look)]
    scanner = _Scanner(listed, blobs, look, {location.path: location for location in manifest.load(due) if due})
    return all(scanner.is_intact(location) for location in scanner.known.values())


def scan(listed: Listing, known: Sequence[Location], blobs: Blobs, look: Look) -> Scan:
    """Compare a listing with the known locations; read what differs."""
    scanner = _Scanner(listed, blobs, look, {location.path: location for location in known})
    locations = tuple(sorted(scanner.locations(), key=lambda location: location.path))
    failed = any(location.problem is not None for location in locations)
    return Scan(
        locations=locations,
        changed=locations != tuple(sorted(known, key=lambda location: location.path)),
        signature="" if failed else listed.signature,
        read=scanner.read,
        audited=scanner.audited,
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
    read: int = 0
    audited: int = 0
    silently_changed: list[str] = field(default_factory=list)

    def locations(self) -> Iterator[Location]:
        """One for each name, in no order. Files that must be read are read by several threads."""
        entries = self.listed.entries
        different: list[Entry] = []
        for path, entry in entries.items():
            old = self.known.get(path)
            if entry.kind == "unreadable":
                yield from self._unreadable(path, entries.keys())
            elif path.endswith(SUFFIX) and path.removesuffix(SUFFIX) in entries:
                continue
            elif (rule := self._skip_rule(entry)) is not None:
                yield self._unread(entry, skip_rule=rule.value)
            elif old is not None and _same(old, entry):
                yield self._unchanged(entry, old)
            else:
                different.append(entry)
        yield from self._new_locations(different)

    def _new_locations(self, entries: Sequence[Entry]) -> Iterator[Location]:
        batch = self.look.scanning.batch
        with ThreadPoolExecutor(self.look.scanning.threads) as threads:
            for start in range(0, len(entries), batch):
                yield from threads.map(self._new_location, entries[start : start + batch])
        self.read += len(entries)

    def _new_location(self, entry: Entry) -> Location:
        return self._with_headers(self._read(entry), self._headers_mtime(entry))

    def _headers_mtime(self, entry: Entry) -> int | None:
        headers = self.listed.entries.get(entry.path + SUFFIX)
        return headers.mtime_ns if headers is not None and headers.kind == "file" else None

    def _unchanged(self, entry: Entry, old: Location) -> Location:
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
        """Hash and store. A file that its owner writes to is read a second time, then left to the next run."""
        for last in (False, True):
            try:
                with open_inside(self.listed.folder, entry.path) as stream:
                    blob = self.blobs.put_stream(stream)
            except ChangedError as error:
                if last:
                    return self._failed(entry, str(error))
            except OSError as error:
                return self._failed(entry, f"{type(error).__name__}: {error.strerror or error}")
            else:
                return self._new(entry, blob.raw_sha256, size_bytes=blob.size_bytes)
        raise AssertionError("unreachable")

    def _audit(self, old: Location, entry: Entry) -> Location:
        self.audited += 1
        self.read += 1
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
        identity = hashlib.sha256(b"unread\0" + reason.encode() + b"\0" + entry.path).hexdigest()
        return self._new(entry, identity, size_bytes=entry.size_bytes, **why)

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
        if mtime_ns is not None:
            found = content_type(self.listed.folder, location.path + SUFFIX, self.look.scanning.headers_bytes)
        return replace(location, http_content_type=found, headers_mtime_ns=mtime_ns)


def _is_audited(path: bytes, look: Look) -> bool:
    days = look.scanning.audit_days
    return zlib.crc32(path) % days == look.now.toordinal() % days


def _same(old: Location, entry: Entry) -> bool:
    """A read error is tried again each time; a skip rule that no longer holds as well."""
    unchanged = (old.size_bytes, old.mtime_ns) == (entry.size_bytes, entry.mtime_ns)
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
    if same[0].problem is not None:
        yield read_failure(same[0].detail or "")
    yield from skip_findings(rule, same[0].name)
    if len(same) > 1:
        yield _finding(Problem.DUPLICATE_BYTES, "also " + ", ".join(location.name for location in same[1:]))


def read_failure(detail: str) -> Finding:
    """The fault of a file whose bytes cannot be had."""
    return _finding(Problem.READ_ERROR, detail)


def _finding(code: Problem, detail: str) -> Finding:
    return Finding(code=code, severity=code.about.severity, detail=detail)

"""What a stage's rules were when a source last went through it: its revision, the settings that matter to it, its engines.

Written for each source when a stage is up to date, so that the sensor sees a changed rule without looking at a single document. Parsers
versions are not in it: rows record who has read them (``planning.stale``).
"""

from __future__ import annotations

import json
from collections.abc import Collection, Mapping, Sequence
from dataclasses import asdict, dataclass, field
from pathlib import Path

from ingest_assets.extract.registry import planned_parsers, settings_of
from ingest_assets.planning import fingerprint
from ingest_assets.settings import Settings
from ingest_assets.stages import STAGES, Stage, engine_version
from ingest_assets.store.files import write_atomically
from ingest_assets.store.lock import pointer_lock

FOLDER = "signatures"
COMPARED = "comparisons/rules"
"""The rules by which a source's last comparison passed."""
NONE = "none"
SHOWN = 16  # hexadecimal digits of a group's fingerprint: an accident in 2^64


@dataclass(frozen=True, slots=True, kw_only=True)
class Signature:
    """``settings`` maps each group to the fingerprint of its values, ``engines`` each distribution to its version, ``readers`` (for
    extraction) each format of the source to the parsers that would read it."""

    revision: int
    settings: Mapping[str, str]
    engines: Mapping[str, str]
    readers: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True, slots=True, kw_only=True)
class Change:
    """Why a stage has to be gone through again. ``token`` names the code that did it, such as ``cleaned-3``; "" where somebody changed a setting."""

    reason: str
    token: str = ""


def signature(stage: Stage, settings: Settings, formats: Collection[str] = ()) -> Signature:
    """A stage's rules today. ``formats`` are those of the source's documents (for extraction)."""
    readers = {name: planned_parsers(name) for name in sorted(formats)}
    planned = {parser for parsers in readers.values() for parser in parsers}
    groups = sorted({*stage.settings, *settings_of(tuple(sorted(planned)))})
    return Signature(
        revision=stage.revision,
        settings={name: _shown(getattr(settings, name)) for name in groups if hasattr(settings, name)},
        engines={name: engine_version(name) for name in stage.engines},
        readers={name: "+".join(parsers) for name, parsers in readers.items()},
    )


def changes(settings: Settings, recorded: Mapping[str, Signature]) -> dict[str, list[Change]]:
    """Stage → what has changed, e.g. ``gated: gate settings changed``. A stage that was never recorded gives none: its documents wait for a run."""
    found = {stage.name: _changes(stage, recorded[stage.name], settings) for stage in STAGES if stage.name in recorded}
    return {name: why for name, why in found.items() if why}


def reasons(found: Mapping[str, Sequence[Change]]) -> dict[str, list[str]]:
    """The same in words."""
    return {stage: [one.reason for one in why] for stage, why in found.items()}


@dataclass(frozen=True, slots=True)
class Signatures:
    """The recorded signatures of one source. Another ``folder`` holds those of another moment."""

    root: Path
    source: str
    folder: str = FOLDER

    def load(self) -> dict[str, Signature]:
        """Stage → signature; {} before the first run."""
        try:
            raw = json.loads(self._file.read_bytes())
        except FileNotFoundError:
            return {}
        return {stage: Signature(**values) for stage, values in raw.items()}

    def record(self, found: Mapping[str, Signature]) -> None:
        """The source went through these stages by these rules. Nothing is written when they are those of the last time."""
        with pointer_lock(self.root, f"{FOLDER}.{self.source}"):
            known = self.load()
            if any(known.get(stage) != one for stage, one in found.items()):
                rows = {name: asdict(one) for name, one in sorted({**known, **found}.items())}
                write_atomically(self._file, json.dumps(rows, indent=0).encode(), root=self.root)

    @property
    def _file(self) -> Path:
        return self.root / self.folder / f"{self.source}.json"


def _changes(stage: Stage, before: Signature, settings: Settings) -> list[Change]:
    now, name = signature(stage, settings, before.readers), stage.name
    found = []
    if before.revision != stage.revision:
        found.append(Change(reason=f"{name} {before.revision} → {stage.revision}", token=f"{name}-{stage.revision}"))
    for engine, old, new in _moved(before.engines, now.engines):
        found.append(Change(reason=f"{name}: {engine} {old} → {new}", token=f"{name}+{engine}-{new}"))
    for kind, old, new in _moved(before.readers, now.readers):
        found.append(Change(reason=f"{name}: {kind} is read by {new}, not {old}", token=f"{name}+{kind}-{new}"))
    for group, old, new in _moved(before.settings, _comparable(before, now, settings)):
        if NONE in (old, new):
            told = "no longer count" if new == NONE else "count now"
            found.append(Change(reason=f"{name}: {group} settings {told}", token=f"{name}+{group}"))
        else:
            found.append(Change(reason=f"{name}: {group} settings changed"))
    return found


def _comparable(before: Signature, now: Signature, settings: Settings) -> Mapping[str, str]:
    """Today's groups. What was recorded before readers were is compared as far as it was recorded."""
    recorded = {name: _shown(getattr(settings, name)) for name in before.settings if hasattr(settings, name)}
    return now.settings if before.readers else {**recorded, **now.settings}


def _moved(before: Mapping[str, str], now: Mapping[str, str]) -> list[tuple[str, str, str]]:
    """(name, old, new) of what differs."""
    names = sorted(before.keys() | now.keys())
    return [(name, before.get(name, NONE), now.get(name, NONE)) for name in names if before.get(name) != now.get(name)]


def _shown(value: object) -> str:
    return fingerprint(value)[:SHOWN]

"""What a stage's rules were when a source last went through it: its revision, the settings that matter to it, its engines.

Written for each source when a stage is up to date, so that the sensor sees a changed rule without looking at a single document. Parsers
are not in it: rows record who has read them (``planning.stale``).
"""

from __future__ import annotations

import json
from collections.abc import Collection, Mapping
from dataclasses import asdict, dataclass
from pathlib import Path

from ingest_assets.extract.registry import settings_of
from ingest_assets.planning import fingerprint
from ingest_assets.settings import Settings
from ingest_assets.stages import STAGES, Stage, engine_version
from ingest_assets.store.files import write_atomically
from ingest_assets.store.lock import pointer_lock

FOLDER = "signatures"
SHOWN = 16  # hexadecimal digits of a group's fingerprint: an accident in 2^64


@dataclass(frozen=True, slots=True, kw_only=True)
class Signature:
    """``settings`` maps each group to the fingerprint of its values, ``engines`` each distribution to its version."""

    revision: int
    settings: Mapping[str, str]
    engines: Mapping[str, str]


def signature(stage: Stage, settings: Settings, planned: Collection[str] = ()) -> Signature:
    """A stage's rules today. ``planned`` are the parsers that may read the source's documents (for extraction)."""
    groups = sorted({*stage.settings, *settings_of(tuple(sorted(planned)))})
    return Signature(
        revision=stage.revision,
        settings={name: _shown(getattr(settings, name)) for name in groups if hasattr(settings, name)},
        engines={name: engine_version(name) for name in stage.engines},
    )


def changes(settings: Settings, recorded: Mapping[str, Signature]) -> dict[str, list[str]]:
    """Stage → reasons, such as ``gated: gate settings changed``. A stage that was never recorded gives none: its documents wait for a run."""
    found = {stage.name: _reasons(stage, recorded[stage.name], settings) for stage in STAGES if stage.name in recorded}
    return {name: reasons for name, reasons in found.items() if reasons}


@dataclass(frozen=True, slots=True)
class Signatures:
    """The recorded signatures of one source."""

    root: Path
    source: str

    def load(self) -> dict[str, Signature]:
        """Stage → signature; {} before the first run."""
        try:
            raw = json.loads(self._file.read_bytes())
        except FileNotFoundError:
            return {}
        return {stage: Signature(**values) for stage, values in raw.items()}

    def record(self, stage: str, found: Signature) -> None:
        """The source went through this stage by these rules. Nothing is written when they are those of the last time."""
        with pointer_lock(self.root, f"{FOLDER}.{self.source}"):
            known = self.load()
            if known.get(stage) != found:
                known[stage] = found
                rows = {name: asdict(one) for name, one in sorted(known.items())}
                write_atomically(self._file, json.dumps(rows, indent=0).encode(), root=self.root)

    @property
    def _file(self) -> Path:
        return self.root / FOLDER / f"{self.source}.json"


def _reasons(stage: Stage, before: Signature, settings: Settings) -> list[str]:
    revision = [f"{stage.name} {before.revision} → {stage.revision}"] if before.revision != stage.revision else []
    now = signature(stage, settings)
    # groups of parsers are not the stage's own: compared as far as they were recorded
    groups = {name: _shown(getattr(settings, name)) for name in before.settings if hasattr(settings, name)}
    changed = [
        name
        for name in {**before.settings, **now.settings}
        if before.settings.get(name) != {**groups, **now.settings}.get(name)
    ]
    engines = [
        f"{stage.name}: {name} {before.engines.get(name, 'none')} → {now.engines.get(name, 'none')}"
        for name in sorted(before.engines.keys() | now.engines.keys())
        if before.engines.get(name) != now.engines.get(name)
    ]
    return [*revision, *(f"{stage.name}: {name} settings changed" for name in sorted(changed)), *engines]


def _shown(value: object) -> str:
    return fingerprint(value)[:SHOWN]

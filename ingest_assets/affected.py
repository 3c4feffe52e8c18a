"""Which documents an upgrade would change, from which stage on, and why; and which upgrades somebody has accepted as they are."""

from __future__ import annotations

import json
from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass, field
from pathlib import Path

from ingest_assets.advance import Advance
from ingest_assets.extract.registry import installed_versions
from ingest_assets.planning import is_current, stale
from ingest_assets.signatures import COMPARED, Signature, Signatures, changes
from ingest_assets.stages import BY_NAME
from ingest_assets.store.columns import current_columns
from ingest_assets.store.files import write_atomically
from ingest_assets.store.lock import pointer_lock

JUDGED = ("sniffed", "triaged", "extracted", "cleaned", "gated")
"""The stages whose rules are compared: what is cut into chunks and searched follows from them."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Affected:
    """``documents`` maps each document to the stage from which it would go again; ``tokens`` name changed code, see ``signatures.Change``."""

    documents: Mapping[str, str] = field(default_factory=dict)
    reasons: tuple[str, ...] = ()
    tokens: frozenset[str] = frozenset()


def pending(run: Advance) -> Affected:
    """What parsers, stages and settings of today would change in the source, but for code that somebody has accepted.

    Documents that a person has decided about (another route, another encoding) are left out, as are those that are asked for by hand.
    """
    taken = Accepted(run.store.root).load()
    versions = _recorded(run)
    parsers = _outdated(versions, taken)
    rules = {
        stage: [one for one in why if one.token not in taken]
        for stage, why in changes(run.settings, _compared(run)).items()
        if stage in JUDGED
    }
    found = dict.fromkeys((sha for sha, names in versions.items() if names & parsers.keys()), "extracted")
    for stage, upstream in (("extracted", JUDGED[:3]), ("cleaned", ("cleaned",)), ("gated", ("gated",))):
        if any(rules.get(name) for name in upstream):
            todo = run.change(BY_NAME[stage], run.wanted(BY_NAME[stage])).todo
            found = {**dict.fromkeys(todo, stage), **found}
    asked = run.forced | run.overrides.keys()
    named = [one for why in rules.values() for one in why]
    return Affected(
        documents={sha: stage for sha, stage in found.items() if sha not in asked},
        reasons=(*_reasons(parsers), *(one.reason for one in named)),
        tokens=frozenset({*parsers.values(), *(one.token for one in named if one.token)}),
    )


def read_by(run: Advance, parser: str) -> Affected:
    """Every document that this parser has read, whatever its version."""
    found = [sha for sha, versions in _recorded(run).items() if parser in {name_of(one) for one in versions}]
    return Affected(documents=dict.fromkeys(found, "extracted"))


def gone_through(run: Advance, stage: str) -> Affected:
    """Every document that has been in this stage."""
    return Affected(documents=dict.fromkeys(run.store.present(stage, run.source), stage))


def passed(run: Advance) -> None:
    """The comparison let today's rules pass: they are what the next one is held against."""
    Signatures(run.store.root, run.source, COMPARED).record({name: run.rules(BY_NAME[name]) for name in JUDGED})


def name_of(version: str) -> str:
    """``pdf_words`` of ``pdf_words-3+pymupdf-1.28.2``."""
    return version.split("+", 1)[0].rpartition("-")[0]


@dataclass(frozen=True, slots=True)
class Accepted:
    """Code that somebody has accepted as it is, whatever the comparison says: versions of parsers, tokens of stages."""

    root: Path

    def load(self) -> frozenset[str]:
        """All of it."""
        try:
            return frozenset(json.loads(self._file.read_bytes()))
        except FileNotFoundError:
            return frozenset()

    def add(self, tokens: Collection[str]) -> None:
        """Let it go on."""
        with pointer_lock(self.root, "accepted"):
            known = sorted(self.load() | set(tokens))
            write_atomically(self._file, json.dumps(known, indent=0).encode(), root=self.root)

    @property
    def _file(self) -> Path:
        return self.root / "comparisons" / "accepted.json"


def token_of(version: str, installed: Mapping[str, str]) -> str | None:
    """What has taken the place of a recorded version; None where it is still installed."""
    name = name_of(version)
    return None if is_current(version, installed) else installed.get(name, f"{name}-gone")


def _compared(run: Advance) -> dict[str, Signature]:
    """The rules of the last comparison that passed; before the first those by which the stored rows came about."""
    before = Signatures(run.store.root, run.source).load()
    return {**before, **Signatures(run.store.root, run.source, COMPARED).load()}


def _recorded(run: Advance) -> dict[str, frozenset[str]]:
    """Document → the versions that have read it."""
    rows = current_columns(run.store.table("extracted", run.source), ["parser_versions"])
    return {str(row["raw_sha256"]): frozenset(row["parser_versions"] or ()) for row in rows}


def _outdated(versions: Mapping[str, frozenset[str]], taken: Collection[str]) -> dict[str, str]:
    """Recorded version → token of what is installed instead, where nobody has accepted that."""
    today = installed_versions()
    found = {version: token_of(version, today) for version in {one for some in versions.values() for one in some}}
    return {version: token for version, token in found.items() if token is not None and token not in taken}


def _reasons(versions: Iterable[str]) -> list[str]:
    return stale({"": versions}, installed_versions().values()).get("", [])

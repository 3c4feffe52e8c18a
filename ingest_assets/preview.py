"""What the next run would do and why, before it does: no document is read, nothing is written."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterator
from dataclasses import dataclass

from ingest_assets.advance import Advance, how_to_look
from ingest_assets.extract.registry import installed_versions
from ingest_assets.planning import stale
from ingest_assets.raw.place import Place, SourceMissingError
from ingest_assets.raw.raw_files import listing
from ingest_assets.settings import Settings
from ingest_assets.signatures import Signatures, changes, reasons
from ingest_assets.stages import STAGES
from ingest_assets.store.columns import current_columns
from ingest_assets.store.rates import Rates
from ingest_assets.store.recorded import recorded_versions
from ingest_assets.store.store import Store
from ingest_assets.workspace import Workspace


@dataclass(frozen=True, slots=True, kw_only=True)
class Plan:
    """One line of ``ingest plan``: so many documents of a source go through a stage again, for this reason.

    ``seconds`` is an estimate in CPU seconds of the workers from what the source's documents have cost so far, None where nothing is known.
    """

    source: str
    stage: str
    documents: int
    reason: str
    seconds: float | None = None


def plan(home: Workspace) -> Iterator[Plan]:
    """Every source that has work."""
    store = Store(home.lake)
    names = home.source_names()
    for source in names:
        settings = home.settings(source)
        yield from _files(store, source, home.place(source), settings)
        yield from _stages(store, source, settings)
    for source in store.sources():
        if source not in names:
            yield Plan(
                source=source,
                stage="raw",
                documents=0,
                reason="its folder is gone; its documents stay until it is back or dropped",
            )


def upgrades(home: Workspace) -> dict[str, dict[str, list[str]]]:
    """Source → stage → why its stored documents are to go through it again: another parser, revision, engine or setting. Opens no document."""
    readers = stale(recorded_versions(home.lake), installed_versions().values())
    found: dict[str, dict[str, list[str]]] = {}
    for source in home.source_names():
        why = reasons(changes(home.settings(source), Signatures(home.lake, source).load()))
        if source in readers:
            why["extracted"] = [*readers[source], *why.get("extracted", [])]
        if why:
            found[source] = why
    return found


def _files(store: Store, source: str, place: Place, settings: Settings) -> Iterator[Plan]:
    """Names that are new, changed or gone against the manifest. An address list tells new and gone ones only: nothing is fetched."""
    asks = place.asks_each_time
    known = {
        location.path: (0, 0) if asks else (location.size_bytes, location.mtime_ns)
        for location in store.manifest(source).load()
    }
    try:
        entries = listing(place, how_to_look(settings)).entries
    except SourceMissingError as error:
        yield Plan(source=source, stage="raw", documents=0, reason=f"{error}; its documents stay")
        return
    finally:
        place.close()
    if asks and known.keys() & entries.keys():
        count = len(known.keys() & entries.keys())
        yield Plan(source=source, stage="raw", documents=count, reason="address to be asked whether it has changed")
    there = {path: (entry.size_bytes, entry.mtime_ns) for path, entry in entries.items() if entry.kind == "file"}
    rates = Rates(store.root, source).load()
    found = Counter(
        "new file" if path not in known else "changed file" for path, state in there.items() if known.get(path) != state
    )
    found["file is gone"] = len(
        known.keys() - there.keys() - {path for path, state in known.items() if not asks and state == (0, 0)}
    )
    for reason, count in found.items():
        if count:
            estimate = sum(rates.values()) * count if rates and reason != "file is gone" else None
            yield Plan(source=source, stage="raw", documents=count, reason=reason, seconds=estimate)


def _stages(store: Store, source: str, settings: Settings) -> Iterator[Plan]:
    """Documents whose stored rows were decided by something else than what is installed and set now."""
    advance = Advance(store=store, source=source, settings=settings)
    advance.documents()
    rules = reasons(changes(settings, Signatures(store.root, source).load()))
    upgraded = stale({source: _versions(store, source)}, installed_versions().values()).get(source, [])
    rules["extracted"] = [*upgraded, *rules.get("extracted", [])]
    for stage in STAGES:
        todo = advance.change(stage, advance.wanted(stage)).todo
        if todo:
            reason = "; ".join(rules.get(stage.name) or ["its input has changed, or it was cut short"])
            seconds = _seconds(store, source, stage.name, todo)
            yield Plan(source=source, stage=stage.name, documents=len(todo), reason=reason, seconds=seconds)


def _versions(store: Store, source: str) -> list[str]:
    rows = current_columns(store.table("extracted", source), ["parser_versions"])
    return sorted({str(version) for row in rows for version in row["parser_versions"] or ()})


def _seconds(store: Store, source: str, stage: str, documents: Collection[str]) -> float | None:
    """What these documents would cost: each what its own last reading took (a scan is no text file), else the mean of the source."""
    mean = Rates(store.root, source).load().get(stage)
    own: dict[str, float] = {}
    if stage == "extracted":
        rows = current_columns(store.table(stage, source), ["cpu_s"])
        own = {str(row["raw_sha256"]): float(row["cpu_s"]) for row in rows if row["cpu_s"] is not None}
        mean = sum(own.values()) / len(own) if mean is None and own else mean
    if mean is None:
        return None
    return round(sum(own.get(document, mean) for document in documents), 3)

"""What the assets work with: the workspace, the settings and one run over one source under its lock."""

import os
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path

import dagster as dg
from pydantic import PrivateAttr

from ingest_assets.advance import Advance, changed_listing
from ingest_assets.orchestration.reaper import claim
from ingest_assets.settings import Settings
from ingest_assets.store.files import write_atomically
from ingest_assets.store.lock import SourceBusyError
from ingest_assets.store.store import Store
from ingest_assets.workers.tally import one_run
from ingest_assets.workspace import Workspace, workspace

LISTENERS: list[Callable[[str, str], None]] = []
"""Called with (source, stage) after each document; ``ingest run`` draws its bars from it. Empty in the daemon's runs."""


class Ingest(dg.ConfigurableResource):
    """The ingestion pipeline's home. ``data`` is a folder; empty means ``$INGEST_DATA`` or ``./data``.

    ``forced`` maps a source to documents (sha256) that this run reads again whatever is stored of them.
    """

    data: str = ""
    workers: int = 0
    forced: dict[str, list[str]] = {}  # noqa: RUF012 - pydantic copies it for each resource

    def workspace(self) -> Workspace:
        """Sources and lake."""
        return workspace(Path(self.data) if self.data else None)

    def settings(self, source: str | None = None) -> Settings:
        """What a run over this source may do."""
        return self.workspace().settings(source)

    def write_report(self, name: str, text: str) -> Path:
        """Write a report for people into the lake's reports; returns its place."""
        path = self.workspace().reports / name
        write_atomically(path, text.encode("utf-8", "replace"), root=self.workspace().lake)
        return path

    def store(self) -> Store:
        """The lake, for reading."""
        return Store(self.workspace().lake)

    def listing_state(self, source: str) -> str | None:
        """A hash of the source's names, sizes and times when they differ from the manifest's; None when nothing has changed."""
        place = self.workspace().place(source)
        try:
            return changed_listing(self.store(), source, place, self.settings(source))
        finally:
            place.close()


class SourceRun(dg.ConfigurableResource):
    """One run over one source: the source's lock is taken by the run's first asset and held until the run ends, however it ends.

    Dagster's own limit works in its queue only: ``dagster job execute``, the command line and orphans of a killed code server pass it by.
    Steps share the run's process (``in_process_executor``), hence one object for all of them.
    """

    ingest: Ingest
    _stack: ExitStack = PrivateAttr(default_factory=ExitStack)
    _advance: Advance | None = PrivateAttr(default=None)

    def setup_for_execution(self, context: dg.InitResourceContext) -> None:
        """Note on the run who works on it, for the reaper."""
        if context.run is not None and context.instance is not None:
            claim(context.instance, context.run.run_id)

    def teardown_after_execution(self, context: dg.InitResourceContext) -> None:
        """The run has ended."""
        del context  # Dagster's signature
        self._stack.close()

    def open(self, source: str) -> Advance:
        """The run's work on this source, under its lock. Raises dg.Failure when another run holds it, whoever started that."""
        if self._advance is None or self._advance.source != source:
            store = self.ingest.store()
            self._stack.enter_context(_held(store, source))
            self._stack.enter_context(one_run())
            store.begin(source)
            self._advance = self._of(store, source)
        return self._advance

    def _of(self, store: Store, source: str) -> Advance:
        advance = Advance(
            store=store,
            source=source,
            settings=self.ingest.settings(source),
            forced=frozenset(self.ingest.forced.get(source, ())),
            workers=self.ingest.workers or os.cpu_count() or 1,
            on_document=lambda stage: _tell(source, stage),
        )
        advance.documents()
        return advance


@contextmanager
def _held(store: Store, source: str) -> Iterator[None]:
    try:
        with store.lock(source):
            yield
    except SourceBusyError as error:
        raise dg.Failure(
            f"{error}: let it end, then run the source again; nothing was changed", allow_retries=False
        ) from None  # the cause says the same


def _tell(source: str, stage: str) -> None:
    for listener in LISTENERS:
        listener(source, stage)

"""Search: ranked chunks of the published index, near-duplicates beneath the best of them, with the place and a snippet of each.

A document that was withdrawn after the publication (its newest verdict is not ``indexed``, or the page is lost) is left out: while commits of
the gate are newer than the publication, the verdicts are looked up in the lake.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import tantivy

from ingest_assets.model import Region
from ingest_assets.search.engine import opened
from ingest_assets.search.links import linked
from ingest_assets.search.publication import IndexMissingError, Publication, Shelf
from ingest_assets.search.query import Engine, Filters, parsed
from ingest_assets.search.snippets import snippet
from ingest_assets.store.pointer import folder_of, read_pointer
from ingest_assets.thresholds.search import SearchLimits

ATTEMPTS = 3  # a reader that began just before two publications finds its index gone, and begins again


@dataclass(frozen=True, slots=True, kw_only=True)
class Found:
    """A chunk as the index holds it. ``locations`` are the document's names in its source, ``modified`` the file's day (ISO)."""

    chunk_id: str
    source: str
    raw_sha256: str
    locations: tuple[str, ...]
    format: str
    modified: str | None
    text: str
    heading_path: tuple[str, ...]
    pages: tuple[int, ...]
    regions: tuple[Region, ...]
    routes: tuple[str, ...]
    parsers: tuple[str, ...]
    language: str | None
    grade: str | None
    model_generated: bool
    flags: tuple[str, ...]
    tables: tuple[int, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Hit:
    """One result. ``near`` are near-duplicates: the same text elsewhere."""

    found: Found
    score: float
    snippet: str
    near: tuple[Found, ...] = ()


@dataclass(slots=True)
class Search:
    """The newest publication, opened once for many queries; make a new one to see a newer publication."""

    root: Path
    limits: SearchLimits = field(default_factory=SearchLimits)
    mark: tuple[str, str] = ("", "")
    publication: Publication = field(init=False)
    _engine: Engine = field(init=False)
    _verdicts: dict[str, tuple[int, dict[str, frozenset[int]]]] = field(init=False, default_factory=dict)

    def __post_init__(self) -> None:
        """Open the index. Raises IndexMissingError when there is none or it is damaged."""
        for attempt in range(ATTEMPTS):
            try:
                self._open()
            except IndexMissingError:
                if attempt == ATTEMPTS - 1:
                    raise
            else:
                return

    def find(self, text: str, filters: Filters | None = None, *, limit: int | None = None) -> list[Hit]:
        """The best chunks, the best first; equal scores in the order of their identities."""
        wanted = limit or self.limits.results
        query = self._engine.query(text, filters or Filters())
        asked = [part.text for part in parsed(text) if not part.excluded]
        hits: list[Hit] = []
        for scored in self._grouped(query, wanted):
            (best, score), others = scored[0], scored[1:]
            shown = snippet(best.text, asked, length=self.limits.snippet_characters, mark=self.mark)
            hits.append(Hit(found=best, score=score, snippet=shown, near=tuple(one for one, _ in others)))
        return hits[:wanted]

    def chunk(self, chunk_id: str) -> Found | None:
        """One chunk by its identity or the beginning of it; None when it is not published or has been withdrawn."""
        schema = self._engine.schema
        exact = tantivy.Query.term_query(schema, "chunk_id", chunk_id)
        prefix = tantivy.Query.regex_query(schema, "chunk_id", f"{chunk_id}.*") if chunk_id.isalnum() else exact
        found = [one for one, _ in self._kept(self._hits(prefix, 2))]
        return found[0] if len(found) == 1 else None

    def _open(self) -> None:
        shelf = Shelf(self.root)
        self.publication = shelf.current()
        shelf.check(self.publication)
        index = opened(shelf.index_folder(self.publication.number))
        self._engine = Engine(index.schema, index.searcher(), self.limits)

    def _grouped(self, query: tantivy.Query, wanted: int) -> list[list[tuple[Found, float]]]:
        """Hits by group of near-duplicates, in the order of the best of each; the group's other chunks follow with score 0."""
        size = wanted + self.limits.spare
        while True:
            raw = self._hits(query, size)
            kept = list(self._kept(raw))
            near = self._near([one.chunk_id for one, _ in kept])
            taken: set[str] = set()
            groups = []
            for one, score in kept:
                if one.chunk_id not in taken:
                    members = near.get(one.chunk_id, [])
                    taken.update((one.chunk_id, *members))
                    groups.append(
                        [(one, score), *((other, 0.0) for other in self._members(members[: self.limits.members]))]
                    )
                if len(groups) == wanted:
                    return groups
            if len(raw) < size:
                return groups
            size *= 4

    def _hits(self, query: tantivy.Query, limit: int) -> list[tuple[Found, float]]:
        searcher = self._engine.searcher
        try:
            hits = searcher.search(query, limit, count=False).hits
            found = [(_found(_record(searcher, address)), score) for score, address in hits]
        except (ValueError, OSError) as error:
            raise IndexMissingError(f"the search index is damaged ({str(error)[:200]})") from error
        return sorted(found, key=lambda hit: (-hit[1], hit[0].chunk_id))

    def _members(self, chunk_ids: Sequence[str]) -> Iterator[Found]:
        if chunk_ids:
            query = tantivy.Query.term_set_query(self._engine.schema, "chunk_id", list(chunk_ids))
            found = (one for one, _ in self._kept(self._hits(query, len(chunk_ids))))
            yield from sorted(found, key=lambda one: (one.source, one.locations, one.pages, one.chunk_id))

    def _near(self, chunk_ids: list[str]) -> dict[str, list[str]]:
        return linked(Shelf(self.root).near_file(self.publication.number), chunk_ids) if chunk_ids else {}

    def _kept(self, hits: Iterable[tuple[Found, float]]) -> Iterator[tuple[Found, float]]:
        """Without the chunks whose document or page has been withdrawn since."""
        commits: dict[str, int] = {}
        for found, score in hits:
            if found.source not in commits:
                commits[found.source] = read_pointer(folder_of(self.root, "gated", found.source)).sequence
            lost = self._lost_pages(found, commits[found.source])
            if lost is not None and not lost & set(found.pages):
                yield found, score

    def _lost_pages(self, found: Found, commit: int) -> frozenset[int] | None:
        """Pages of the document that its verdict leaves out as of a commit of the gate; None when the document is not indexed any more."""
        made_from = self.publication.sources.get(found.source, (-1, -1))[0]
        if commit == made_from and not self.publication.restored:
            return frozenset()
        known = self._verdicts.get(found.source)
        if known is None or known[0] != commit:
            known = (commit, _indexed_documents(self.root, found.source))
            self._verdicts[found.source] = known
        return known[1].get(found.raw_sha256)


def _indexed_documents(root: Path, source: str) -> dict[str, frozenset[int]]:
    """Document → lost pages, for the documents of a source whose newest verdict is ``indexed``."""
    from ingest_assets.store.columns import current_columns
    from ingest_assets.store.store import Store

    rows = current_columns(Store(root).table("gated", source), ["state", "lost_pages"])
    return {row["raw_sha256"]: frozenset(row["lost_pages"] or ()) for row in rows if row["state"] == "indexed"}


def _record(searcher: tantivy.Searcher, address: tantivy.DocAddress) -> dict[str, Any]:
    stored = searcher.doc(address).get_first("record")
    record: dict[str, Any] = json.loads(stored or b"")
    return record


def _found(record: dict[str, Any]) -> Found:
    regions = tuple(Region(page=page, bbox=tuple(box) if box else None) for page, box in record.pop("regions"))
    lists = {name: tuple(value or ()) for name, value in record.items() if name in _LISTS}
    return Found(**{**record, **lists, "regions": regions})


_LISTS = frozenset({"locations", "heading_path", "pages", "routes", "parsers", "flags", "tables"})

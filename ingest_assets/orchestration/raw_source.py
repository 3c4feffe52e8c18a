"""What the first asset does with a source, whatever its kind."""

from __future__ import annotations

import dagster as dg

from ingest_assets.advance import Advance
from ingest_assets.raw.place import Place, SourceMissingError
from ingest_assets.raw.raw_files import Scan
from ingest_assets.sources import SourcesFileError
from ingest_assets.workspace import Workspace


def place_of(home: Workspace, source: str) -> Place:
    """Where the source lies. Raises dg.Failure with one line: no such source, or what is wrong in sources.toml."""
    try:
        return home.place(source)
    except KeyError:
        raise dg.Failure(
            f"the source {source} has no folder in {home.sources} and is not in sources.toml; put it back or delete the partition",
            allow_retries=False,
        ) from None
    except SourcesFileError as error:
        raise dg.Failure(str(error), allow_retries=False) from None


def look(run: Advance, place: Place) -> Scan | None:
    """The raw stage. Raises dg.Failure when the source cannot be listed; what is known of it stays, and the next run looks again."""
    try:
        return run.look(place)
    except SourceMissingError as error:
        raise dg.Failure(f"{error}; nothing was changed, the next run looks again", allow_retries=False) from None


def raw_counts(found: Scan | None) -> dict[str, int]:
    """Files read, and names whose bytes could not be had, for the plots; None is a look that found nothing changed."""
    return {"files_read": found.read if found else 0, "files_failed": found.failed if found else 0}

"""``ingest compare`` and ``ingest rollback``: what an upgraded parser changes, before it counts; and back to the index before."""

from __future__ import annotations

import json
import os
from dataclasses import asdict
from typing import TYPE_CHECKING, Annotated

import typer

from ingest_assets.commands.failure import CommandError
from ingest_assets.commands.run import DataOption, JsonOption

if TYPE_CHECKING:
    from ingest_assets.advance import Advance


def compare_command(
    parser: Annotated[str, typer.Option(help="Name of the parser, as in ingest parsers.")],
    sample: Annotated[int, typer.Option(min=1, help="Documents of each source.")] = 50,
    seed: Annotated[int, typer.Option(help="Another seed is another sample.")] = 0,
    accept: Annotated[
        bool, typer.Option(help="Let the installed version go on, whatever the comparison in the nightly run says.")
    ] = False,
    data: DataOption = None,
    as_json: JsonOption = False,
) -> int:
    """Read a sample of a parser's documents with the installed version beside what is stored; the worst ten first. Nothing is changed."""
    from ingest_assets.comparison import Accepted, compare_source, report
    from ingest_assets.extract.registry import installed_versions
    from ingest_assets.workspace import workspace

    home = workspace(data)
    version = installed_versions().get(parser)
    if version is None:
        raise CommandError(f"no parser {parser}: ingest parsers lists them")
    if accept:
        Accepted(home.lake).add(version)
        print(
            json.dumps({"accepted": version})
            if as_json
            else f"{version} is accepted: it no longer waits for a comparison"
        )
        return 0
    runs = (_source_run(data, source) for source in home.source_names())
    found = [one for run in runs for one in compare_source(run, parser, seed=seed, size=sample)]
    found.sort(key=lambda one: (not one.worse, one.similarity, one.source, one.raw_sha256))
    print(
        json.dumps([asdict(one) for one in found], ensure_ascii=False)
        if as_json
        else report(found, home.settings().reports)
    )
    return 0


def rollback_command(data: DataOption = None, as_json: JsonOption = False) -> int:
    """Return to the search index of the previous publication."""
    from ingest_assets.search.publication import IndexMissingError
    from ingest_assets.search.rollback import rollback
    from ingest_assets.store.store import Store
    from ingest_assets.workspace import workspace

    try:
        now = rollback(Store(workspace(data).lake))
    except IndexMissingError as error:
        raise CommandError(f"{error}: ingest index --rebuild builds it from the lake") from error
    told = {"publication": now.number, "made_at": now.made_at, "documents": now.documents, "chunks": now.chunks}
    print(
        json.dumps(told)
        if as_json
        else f"publication {now.number} of {now.made_at}: {now.documents} documents, {now.chunks} chunks"
    )
    return 0


def _source_run(data: DataOption, source: str) -> Advance:
    from ingest_assets.advance import Advance
    from ingest_assets.store.store import Store
    from ingest_assets.workspace import workspace

    home = workspace(data)
    return Advance(store=Store(home.lake), source=source, settings=home.settings(source), workers=os.cpu_count() or 1)

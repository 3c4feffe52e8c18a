"""``ingest compare`` and ``ingest rollback``: what an upgraded parser, stage or setting changes, before it counts; and back to the index before."""

from __future__ import annotations

import json
import os
from collections.abc import Sequence
from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from ingest_assets.commands.failure import CommandError
from ingest_assets.commands.run import DataOption, JsonOption

if TYPE_CHECKING:
    from ingest_assets.advance import Advance
    from ingest_assets.affected import Affected

STAGES = ("extracted", "cleaned", "gated")


def compare_command(  # noqa: PLR0913, PLR0917 - the command line takes one argument for each option
    parser: Annotated[
        str | None, typer.Option(help="All documents that this parser has read; see ingest parsers.")
    ] = None,
    stage: Annotated[
        str | None, typer.Option(help="All documents from this stage on: extracted, cleaned or gated.")
    ] = None,
    sample: Annotated[int, typer.Option(min=1, help="Documents of each source.")] = 50,
    seed: Annotated[int, typer.Option(help="Another seed is another sample.")] = 0,
    accept: Annotated[
        bool, typer.Option(help="Let the installed code go on, whatever the comparison in the nightly run says.")
    ] = False,
    data: DataOption = None,
    as_json: JsonOption = False,
) -> int:
    """Read a sample with what is installed and set now beside what is stored, the worst ten first; nothing is changed.

    By default the documents that the next run would change.
    """
    from ingest_assets.comparison import Comparison, compare_source, report
    from ingest_assets.workspace import workspace

    home = workspace(data)
    runs = [_source_run(data, source) for source in home.source_names()]
    touched = [(run, _affected(run, parser, stage)) for run in runs]
    if accept:
        return _accept(home.lake, _tokens(touched, parser, stage), as_json=as_json)
    compared = [compare_source(run, affected, seed=seed, size=sample) for run, affected in touched]
    found = [one for part in compared for one in part.documents]
    found.sort(key=lambda one: (not one.worse, one.similarity, one.source, one.raw_sha256))
    whole = Comparison(
        documents=found,
        reasons=tuple(dict.fromkeys(reason for part in compared for reason in part.reasons)),
        tokens=frozenset(token for part in compared for token in part.tokens),
    )
    print(
        json.dumps([asdict(one) for one in found], ensure_ascii=False)
        if as_json
        else report(whole, home.settings().reports)
    )
    return 0


def _affected(run: Advance, parser: str | None, stage: str | None) -> Affected:
    from ingest_assets.affected import gone_through, pending, read_by
    from ingest_assets.extract.registry import installed_versions

    run.documents()
    if parser is not None:
        known = read_by(run, parser)
        if parser not in installed_versions() and not known.documents:
            raise CommandError(f"no parser {parser}: ingest parsers lists them")
        return known
    if stage is not None and stage not in STAGES:
        raise CommandError(f"--stage {stage} is not one of {', '.join(STAGES)}")
    return gone_through(run, stage) if stage is not None else pending(run)


def _tokens(touched: Sequence[tuple[Advance, Affected]], parser: str | None, stage: str | None) -> set[str]:
    """What ``--accept`` accepts: the installed parser, the stage as it is now, or all that waits."""
    from ingest_assets.affected import pending
    from ingest_assets.extract.registry import installed_versions

    if parser is not None:
        return {installed_versions().get(parser, f"{parser}-gone")}
    waiting = {token for run, _ in touched for token in pending(run).tokens}
    return {token for token in waiting if stage is None or token.startswith((f"{stage}-", f"{stage}+"))}


def _accept(lake: Path, tokens: set[str], *, as_json: bool) -> int:
    from ingest_assets.affected import Accepted

    Accepted(lake).add(tokens)
    named = ", ".join(sorted(tokens))
    told = f"accepted, no longer waiting for a comparison: {named}" if tokens else "nothing waits to be accepted"
    print(json.dumps({"accepted": sorted(tokens)}) if as_json else told)
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

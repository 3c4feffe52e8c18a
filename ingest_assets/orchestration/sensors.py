"""New sources, changed files and upgraded parsers ask for runs of exactly the sources they touch."""

import datetime
from collections.abc import Iterator, Mapping, Sequence

import dagster as dg

from ingest_assets.orchestration.jobs import REPARSE, SOURCE_RUN
from ingest_assets.orchestration.partitions import SOURCES, is_running
from ingest_assets.orchestration.resources import Ingest
from ingest_assets.preview import upgrades
from ingest_assets.raw.place import SourceMissingError


@dg.sensor(
    job=SOURCE_RUN,
    minimum_interval_seconds=60,
    description="A new folder below data/sources, or files that changed, ask for a run of that source.",
)
def source_files(context: dg.SensorEvaluationContext, ingest: Ingest) -> dg.SensorResult:
    """Compare each source's listing with its manifest; nothing is opened."""
    home = ingest.workspace()
    folders = home.source_folders()
    known = set(context.instance.get_dynamic_partitions("sources"))
    new = sorted(folders.keys() - known)
    requests = []
    for key in sorted(folders):
        state = _changed(context, ingest, key) if home.schedule(key) == "nightly" else None
        if state is not None and not is_running(context.instance, key):
            tags = {"ingest/source": key, "ingest/reason": "new source" if key in new else "files changed"}
            tags["dagster/priority"] = str(home.priority(key))
            requests.append(dg.RunRequest(partition_key=key, run_key=f"files:{key}:{state}:{_today()}", tags=tags))
    added = [SOURCES.build_add_request(new)] if new else []
    skip = None if requests else f"{len(folders)} sources, none changed"
    return dg.SensorResult(run_requests=requests, dynamic_partitions_requests=added, skip_reason=skip)


@dg.sensor(
    jobs=[SOURCE_RUN, REPARSE],
    minimum_interval_seconds=60,
    description="A parser whose version differs from the recorded one, or a stage whose rules do, asks for the sources that hold its documents.",
)
def parser_upgrades(context: dg.SensorEvaluationContext, ingest: Ingest) -> Iterator[dg.RunRequest | dg.SkipReason]:
    """One query over the store and one small file a source, compared with what is installed and set now."""
    known, home = set(context.instance.get_dynamic_partitions("sources")), ingest.workspace()
    found = upgrades(home)
    asked = [key for key in sorted(found.keys() & known) if not is_running(context.instance, key)]
    for key in asked:
        yield _upgrade(key, found[key], home.priority(key))
    if not asked:
        yield dg.SkipReason(
            "every document was read by the parsers that are installed and judged by the rules that are set"
        )


def _upgrade(key: str, why: Mapping[str, Sequence[str]], priority: int) -> dg.RunRequest:
    reason = "; ".join(dict.fromkeys(one for reasons in why.values() for one in reasons))
    job = SOURCE_RUN if why.keys() & {"sniffed", "triaged"} else REPARSE
    return dg.RunRequest(
        partition_key=key,
        job_name=job.name,
        run_key=f"parsers:{key}:{reason}:{_today()}",
        tags={"ingest/source": key, "ingest/reason": reason, "dagster/priority": str(priority)},
    )


def _changed(context: dg.SensorEvaluationContext, ingest: Ingest, key: str) -> str | None:
    """A folder that cannot be listed (an unmounted disk) harms its own source only."""
    try:
        return ingest.listing_state(key)
    except SourceMissingError as error:
        context.log.warning(str(error))
        return None


def _today() -> str:
    """Part of each run key: a key is used once for ever, and a run that failed for good shall be asked for again the next day."""
    return datetime.date.today().isoformat()

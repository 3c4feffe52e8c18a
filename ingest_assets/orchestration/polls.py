"""Sources that are fetched are polled at their own pace; sources with a cron expression run at their own times."""

import datetime
import json

import dagster as dg

from ingest_assets.orchestration.jobs import SOURCE_RUN
from ingest_assets.orchestration.partitions import SOURCES, is_running
from ingest_assets.orchestration.resources import Ingest
from ingest_assets.raw.place import SourceMissingError
from ingest_assets.sources import SourcesFileError
from ingest_assets.timetable import is_cron, last_due

Moments = dict[str, str]
"""Source → moment, ISO 8601, as a cursor keeps it."""


@dg.sensor(
    job=SOURCE_RUN,
    minimum_interval_seconds=60,
    description="Object stores and lists of addresses, each polled every so many minutes (poll_minutes in data/sources.toml).",
)
def fetched_sources(context: dg.SensorEvaluationContext, ingest: Ingest) -> dg.SensorResult:
    """An object store is listed; addresses are asked by the run itself, politely. One tick polls each source that is due, once."""
    home, now = ingest.workspace(), _now()
    known = set(context.instance.get_dynamic_partitions("sources"))
    fetched = [key for key in home.source_names() if home.poll_minutes(key) is not None]
    polled: Moments = {key: moment for key, moment in _cursor(context).items() if key in fetched}
    new, requests = [key for key in fetched if key not in known], []
    for key in fetched:
        waits = home.schedule(key) != "nightly"  # weekly, by hand or by cron: somebody chose its times
        if waits or is_running(context.instance, key):
            continue
        if key not in new and not _is_due(ingest, key, polled.get(key), now):
            continue
        polled[key] = now.isoformat()
        reason = "new source" if key in new else _changed(context, ingest, key)
        if reason is not None:
            requests.append(_request(ingest, key, reason, f"poll:{key}:{now:%Y-%m-%dT%H:%M}"))
    return dg.SensorResult(
        run_requests=requests,
        dynamic_partitions_requests=[SOURCES.build_add_request(new)] if new else [],
        skip_reason=None if requests else f"{len(fetched)} sources that are fetched, none due and changed",
        cursor=json.dumps(polled),
    )


@dg.sensor(
    job=SOURCE_RUN,
    minimum_interval_seconds=60,
    description="Sources whose schedule in data/sources.toml is a cron expression (UTC).",
)
def source_times(context: dg.SensorEvaluationContext, ingest: Ingest) -> dg.SensorResult:
    """The last moment of each expression is asked for once; a moment that passed while nothing ran is made up for once."""
    home, now = ingest.workspace(), _now()
    known = set(context.instance.get_dynamic_partitions("sources"))
    before, after, requests, new = _cursor(context), Moments(), [], []
    for key in home.source_names():
        if not is_cron(home.schedule(key)):
            continue
        due = last_due(home.schedule(key), now)
        after[key] = due.isoformat()
        if key in before and before[key] < after[key]:
            requests.append(_request(ingest, key, f"due at {due:%Y-%m-%d %H:%M} UTC", f"cron:{key}:{after[key]}"))
        if key not in known:
            new.append(key)
    return dg.SensorResult(
        run_requests=requests,
        dynamic_partitions_requests=[SOURCES.build_add_request(new)] if new else [],
        skip_reason=None if requests else f"{len(after)} sources with times of their own, none due",
        cursor=json.dumps(after),
    )


def _is_due(ingest: Ingest, key: str, polled: str | None, now: datetime.datetime) -> bool:
    """Has its interval passed since the last poll and the last look of any run?"""
    minutes = ingest.workspace().poll_minutes(key)
    if not minutes:
        return False
    seen = ingest.store().manifest(key).seen_at()
    last = max(filter(None, [seen, datetime.datetime.fromisoformat(polled) if polled else None]), default=None)
    return last is None or now - last >= datetime.timedelta(minutes=minutes)


def _changed(context: dg.SensorEvaluationContext, ingest: Ingest, key: str) -> str | None:
    """Why a run is asked for. A store that is down, or without credentials, harms its own source only."""
    try:
        place = ingest.workspace().place(key)
        if place.asks_each_time:
            return "addresses asked again"
        return "objects changed" if ingest.listing_state(key) is not None else None
    except (SourceMissingError, SourcesFileError) as error:
        context.log.warning(str(error))
        return None


def _request(ingest: Ingest, key: str, reason: str, run_key: str) -> dg.RunRequest:
    priority = str(ingest.workspace().priority(key))
    tags = {"ingest/source": key, "ingest/reason": reason, "dagster/priority": priority}
    return dg.RunRequest(partition_key=key, run_key=run_key, tags=tags)


def _cursor(context: dg.SensorEvaluationContext) -> Moments:
    try:
        found = json.loads(context.cursor or "{}")
    except ValueError:
        return {}
    return {str(key): str(moment) for key, moment in found.items()} if isinstance(found, dict) else {}


def _now() -> datetime.datetime:
    return datetime.datetime.now(datetime.UTC).replace(tzinfo=None)

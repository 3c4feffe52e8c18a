"""From what ``sources.toml`` declares to the place that is read. Clients are loaded here, so that folders alone load none."""

from __future__ import annotations

import os
from pathlib import Path
from typing import TYPE_CHECKING

from ingest_assets.settings import Settings

if TYPE_CHECKING:
    from ingest_assets.declared_source import DeclaredSource
    from ingest_assets.raw.address_list import AddressList
    from ingest_assets.raw.object_store import ObjectStore
    from ingest_assets.raw.signing import Credentials


class MissingVariableError(LookupError):
    """Credentials that are declared and not in the environment."""


def object_store(declared: DeclaredSource, settings: Settings) -> ObjectStore:
    """The prefix of a bucket. Raises MissingVariableError."""
    from ingest_assets.raw.object_store import ObjectStore

    prefix = declared.prefix.strip("/")
    return ObjectStore(
        endpoint=declared.endpoint or "",
        bucket=declared.bucket or "",
        prefix=f"{prefix}/" if prefix else "",
        region=declared.region,
        credentials=None if declared.anonymous else _credentials(declared.credentials),
        largest=settings.limits.file_bytes,
        fetching=settings.fetching,
    )


def address_list(declared: DeclaredSource, data: Path, settings: Settings) -> AddressList:
    """The addresses of a source; a relative ``urls_file`` lies beside sources.toml."""
    from ingest_assets.raw.address_list import AddressList
    from ingest_assets.raw.polite import Manners, networks

    return AddressList(
        urls=tuple(url.partition("#")[0] for url in declared.urls),
        file=data / declared.urls_file if declared.urls_file is not None else None,
        largest=settings.limits.file_bytes,
        manners=Manners(
            robots=declared.robots, allowed=networks(declared.allowed_networks), fetching=settings.fetching
        ),
    )


def _credentials(prefix: str) -> Credentials:
    from ingest_assets.raw.signing import Credentials

    names = [f"{prefix}_ACCESS_KEY_ID", f"{prefix}_SECRET_ACCESS_KEY"]
    missing = [name for name in names if not os.environ.get(name)]
    if missing:
        raise MissingVariableError(f"{' and '.join(missing)} not set in the environment (or anonymous = true)")
    key, secret = (os.environ[name] for name in names)
    return Credentials(key=key, secret=secret, token=os.environ.get(f"{prefix}_SESSION_TOKEN", ""))

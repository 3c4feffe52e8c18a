"""One table of ``sources.toml``, validated. (Apart from ``sources.py``, so that commands without a sources.toml do not load pydantic.)"""

from __future__ import annotations

import ipaddress
from collections.abc import Callable, Iterator, Mapping
from dataclasses import is_dataclass, replace
from typing import Annotated, Any, Literal
from urllib.parse import urlsplit

from pydantic import AfterValidator, BaseModel, ConfigDict, Field, StringConstraints

from ingest_assets.settings import Settings
from ingest_assets.timetable import check_schedule

KEYS_OF_KIND: Mapping[str, frozenset[str]] = {
    "folder": frozenset({"path"}),
    "object_store": frozenset({"endpoint", "bucket", "prefix", "region", "credentials", "anonymous", "poll_minutes"}),
    "urls": frozenset(
        {"urls", "urls_file", "delay_seconds", "robots", "user_agent", "allowed_networks", "poll_minutes"}
    ),
}
"""Keys that only sources of this kind have; all others are for every kind."""
NEEDED: Mapping[str, tuple[str, ...]] = {"folder": (), "object_store": ("endpoint", "bucket"), "urls": ()}


def checked(check: Callable[[str], None]) -> AfterValidator:
    """A validator from a function that raises ValueError."""

    def validate(value: str) -> str:
        check(value)
        return value

    return AfterValidator(validate)


def check_pattern(pattern: str) -> None:
    """Raise ValueError for a pattern that could never match."""
    if pattern.startswith("/"):
        raise ValueError(f"{pattern!r} begins with /, names are relative to the source")
    if pattern.count("[") != pattern.count("]"):
        raise ValueError(f"{pattern!r} has a [ without its ]; write [[] for the character itself")


def check_web_address(address: str) -> None:
    """Raise ValueError for what is no http address, or holds a password. The message does not repeat it."""
    parts = urlsplit(address)
    if parts.scheme not in ("http", "https") or not parts.hostname:
        raise ValueError("this is no address that begins with http:// or https:// and a host")
    if parts.username is not None or parts.password is not None:
        raise ValueError("a user or password in an address would be stored with it; leave it out")


def check_network(text: str) -> None:
    """Raise ValueError for what is no network."""
    ipaddress.ip_network(text)


Pattern = Annotated[str, StringConstraints(min_length=1), checked(check_pattern)]
Groups = dict[str, dict[str, int | float | str | bool]]
Language = Annotated[str, StringConstraints(pattern=r"^[a-z]{3}(_[a-z]+)?$")]
WebAddress = Annotated[str, checked(check_web_address)]
Network = Annotated[str, checked(check_network)]
Schedule = Annotated[str, checked(check_schedule)]
Owner = Annotated[str, StringConstraints(pattern=r"^(team:[A-Za-z0-9_.-]+|[^@\s]+@[^@\s]+\.[^@\s]+)$")]
Variable = Annotated[str, StringConstraints(pattern=r"^[A-Z][A-Z0-9_]*$")]


class UnknownSettingError(ValueError):
    """A threshold that does not exist, or a value of another type."""


class DeclaredSource(BaseModel):
    """One table ``[sources.NAME]``. What is not given keeps its default; docs/sources.md explains each key."""

    model_config = ConfigDict(extra="forbid", frozen=True, strict=True)

    kind: Literal["folder", "object_store", "urls"] = "folder"
    path: str | None = None

    endpoint: WebAddress | None = None
    bucket: Annotated[str, StringConstraints(pattern=r"^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$")] | None = None
    prefix: str = ""
    region: str = "us-east-1"
    credentials: Variable = "AWS"
    anonymous: bool = False

    urls: list[WebAddress] = []
    urls_file: str | None = None
    delay_seconds: float | None = Field(default=None, ge=0, strict=False)
    robots: bool = True
    user_agent: Annotated[str, StringConstraints(pattern=r"^[A-Za-z_-]+(/[!-~]+)?( [ -~]+)?$")] | None = None
    allowed_networks: list[Network] = []

    include: list[Pattern] = []
    exclude: list[Pattern] = []
    passwords: list[str] = []
    languages: list[Language] | None = Field(default=None, min_length=1)
    largest_file_bytes: int | None = Field(default=None, gt=0)
    ocr_cpu_seconds_per_page: float | None = Field(default=None, gt=0, strict=False)
    vision_pages_per_document: int | None = Field(default=None, ge=0)
    vision_pages_per_run: int | None = Field(default=None, ge=0)
    schedule: Schedule = "nightly"
    poll_minutes: int | None = Field(default=None, ge=0)
    priority: int = 0
    owners: list[Owner] = []
    settings: Groups = {}

    def faults(self) -> Iterator[tuple[str, str]]:
        """(key, what is wrong with it) where keys do not go together."""
        for kind, keys in KEYS_OF_KIND.items():
            for key in sorted(self.model_fields_set & keys - KEYS_OF_KIND[self.kind]):
                yield key, f"a source of kind {self.kind} has no such key, one of kind {kind} has"
        for key in NEEDED[self.kind]:
            if getattr(self, key) is None:
                yield key, f"a source of kind {self.kind} needs it"
        if self.kind == "urls" and not self.urls and self.urls_file is None:
            yield "urls", "a source of kind urls needs urls or urls_file"

    def applied(self, base: Settings) -> Settings:
        """The settings of this source's runs. Raises UnknownSettingError."""
        base = with_groups(base, self.settings)
        limits = _given(file_bytes=self.largest_file_bytes, cpu_seconds_per_ocr_page=self.ocr_cpu_seconds_per_page)
        vision = _given(pages_per_document=self.vision_pages_per_document, pages_per_source=self.vision_pages_per_run)
        fetching = _given(delay_seconds=self.delay_seconds)
        if self.user_agent is not None:
            fetching["user_agent"] = self.user_agent
        return replace(
            base,
            limits=replace(base.limits, **limits),
            vision=replace(base.vision, **vision),
            scanning=replace(base.scanning, include=tuple(self.include), exclude=tuple(self.exclude)),
            fetching=replace(base.fetching, **fetching),
            passwords=(*base.passwords, *self.passwords),
            ocr_languages=tuple(self.languages) if self.languages else base.ocr_languages,
        )


class SourcesFile(BaseModel):
    """The whole file."""

    model_config = ConfigDict(extra="forbid", frozen=True, strict=True)

    settings: Groups = {}
    sources: dict[str, DeclaredSource] = {}

    def applied(self, source: DeclaredSource | None) -> Settings:
        """The settings of a source's runs, or those that all share. Raises UnknownSettingError."""
        common = with_groups(Settings(), self.settings)
        return source.applied(common) if source is not None else common


def with_groups(base: Settings, groups: Mapping[str, Mapping[str, object]]) -> Settings:
    """``base`` with single thresholds replaced: group → name → value. Raises UnknownSettingError."""
    for group, values in groups.items():
        old = getattr(base, group, None)
        if old is None or not is_dataclass(old) or isinstance(old, type):
            raise UnknownSettingError(f"settings.{group}: no such group of settings")
        for name, value in values.items():
            _check(f"settings.{group}.{name}", getattr(old, name, None), value)
        changed: dict[str, Any] = {group: replace(old, **values)}
        base = replace(base, **changed)
    return base


def _check(place: str, default: object, value: object) -> None:
    if default is None:
        raise UnknownSettingError(f"{place}: no such setting")
    fits = isinstance(value, type(default)) or (isinstance(default, float) and isinstance(value, int))
    if not fits or isinstance(value, bool) != isinstance(default, bool):
        raise UnknownSettingError(f"{place}: {value!r} is no {type(default).__name__}, the default is {default!r}")


def _given(**values: float | None) -> dict[str, Any]:
    return {name: value for name, value in values.items() if value is not None}

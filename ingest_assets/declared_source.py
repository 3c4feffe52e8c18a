"""One table of ``sources.toml``, validated. (Apart from ``sources.py``, so that commands without a sources.toml do not load pydantic.)"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import is_dataclass, replace
from typing import Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Field, StringConstraints

from ingest_assets.settings import Settings

Pattern = Annotated[str, StringConstraints(min_length=1)]
Groups = dict[str, dict[str, int | float | str | bool]]
Language = Annotated[str, StringConstraints(pattern=r"^[a-z]{3}(_[a-z]+)?$")]


class UnknownSettingError(ValueError):
    """A threshold that does not exist, or a value of another type."""


class DeclaredSource(BaseModel):
    """One table ``[sources.NAME]``. What is not given keeps its default."""

    model_config = ConfigDict(extra="forbid", frozen=True, strict=True)

    kind: Literal["folder"] = "folder"
    path: str | None = None
    include: list[Pattern] = []
    exclude: list[Pattern] = []
    passwords: list[str] = []
    languages: list[Language] | None = Field(default=None, min_length=1)
    largest_file_bytes: int | None = Field(default=None, gt=0)
    ocr_cpu_seconds_per_page: float | None = Field(default=None, gt=0, strict=False)
    vision_pages_per_document: int | None = Field(default=None, ge=0)
    schedule: Literal["nightly", "weekly", "manual"] = "nightly"
    priority: int = 0
    settings: Groups = {}

    def applied(self, base: Settings) -> Settings:
        """The settings of this source's runs. Raises UnknownSettingError."""
        base = with_groups(base, self.settings)
        limits = _given(file_bytes=self.largest_file_bytes, cpu_seconds_per_ocr_page=self.ocr_cpu_seconds_per_page)
        vision = _given(pages_per_document=self.vision_pages_per_document)
        return replace(
            base,
            limits=replace(base.limits, **limits),
            vision=replace(base.vision, **vision),
            scanning=replace(base.scanning, include=tuple(self.include), exclude=tuple(self.exclude)),
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

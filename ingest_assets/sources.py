"""``data/sources.toml``: what is special about single sources. No file is needed; a folder below ``data/sources`` is a source as it is.

docs/sources.md explains every key. A mistake is told in one line that names file, source and key.
"""

from __future__ import annotations

import os
import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from pydantic import ValidationError

    from ingest_assets.declared_source import DeclaredSource, SourcesFile


class SourcesFileError(ValueError):
    """What is wrong in sources.toml, where, in one line."""


def read_sources(path: Path) -> SourcesFile | None:
    """The file, checked; None where there is none. Raises SourcesFileError."""
    if not path.is_file():
        return None
    from pydantic import ValidationError

    from ingest_assets.declared_source import SourcesFile, UnknownSettingError

    try:
        found = SourcesFile.model_validate(tomllib.loads(path.read_text("utf-8")))
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise SourcesFileError(f"{path} is no TOML file: {error}") from error
    except ValidationError as error:
        raise SourcesFileError(f"{path}: {_first(error)}") from error
    for place, fault in _faults(found, path.parent):
        raise SourcesFileError(f"{path}: sources.{place}: {fault}")
    for declared in (None, *found.sources.values()):
        try:
            found.applied(declared)
        except UnknownSettingError as error:
            raise SourcesFileError(f"{path}: {error}") from error
    return found


def _faults(found: SourcesFile, data: Path) -> Iterator[tuple[str, str]]:
    """(source and key, what is wrong) where values do not go together."""
    taken = {os.path.realpath(data / "sources" / name): name for name in _undeclared_folders(found, data)}
    for name, source in found.sources.items():
        yield from ((f"{name}.{key}", fault) for key, fault in source.faults())
        if source.path is not None and not Path(source.path).is_absolute():
            yield f"{name}.path", f"{source.path!r} has to be an absolute path"
        key, identity = _identity(name, source, data)
        if identity in taken:
            yield f"{name}.{key}", f"this is also the source {taken[identity]}"
        taken[identity] = name


def _undeclared_folders(found: SourcesFile, data: Path) -> list[str]:
    root = data / "sources"
    return [entry.name for entry in os.scandir(root) if entry.name not in found.sources] if root.is_dir() else []


def _identity(name: str, source: DeclaredSource, data: Path) -> tuple[str, str]:
    """The key that says where a source lies, and that place in one spelling."""
    if source.kind == "object_store":
        place = f"{(source.endpoint or '').rstrip('/')}/{source.bucket}/{source.prefix.strip('/')}"
        return "bucket", place
    if source.kind == "urls":
        file = source.urls_file
        return "urls_file", os.path.realpath(data / file) if file else f"the urls of {name}"
    return "path", os.path.realpath(source.path or data / "sources" / name)


def _first(error: ValidationError) -> str:
    """The first of the faults, with its place; values are not shown, since they may be passwords."""
    fault = error.errors(include_url=False, include_input=False)[0]
    place = ".".join(str(part) for part in fault["loc"])
    if fault["type"] == "extra_forbidden":
        from ingest_assets.declared_source import DeclaredSource

        known = ", ".join(DeclaredSource.model_fields)
        return f"{place}: no such setting; there are {known}"
    message = fault["msg"].removeprefix("Value error, ")
    more = len(error.errors()) - 1
    return f"{place}: {message}" + (f" (and {more} more)" if more else "")

"""``data/sources.toml``: what is special about single sources. No file is needed; a folder below ``data/sources`` is a source as it is.

[sources.contracts]
path = "/mnt/contracts"            # elsewhere than data/sources/contracts
include = ["*.pdf", "*.docx"]      # * matches any characters, "/" too; a name has to match one of them
exclude = ["*/drafts/*", "~*"]     # and none of these
passwords = ["winter"]             # tried on locked PDF, Office files and archives
languages = ["rus", "eng"]         # for OCR, in Tesseract's codes
largest_file_bytes = 500_000_000   # larger files are skipped by size_limit
ocr_cpu_seconds_per_page = 20
vision_pages_per_document = 0
schedule = "nightly"               # or weekly (Mondays), or manual
priority = 5                       # higher runs first
[sources.contracts.settings.gate]  # any threshold of this source; [settings.gate] at the top is for all
ocr_share = 0.5
"""

from __future__ import annotations

import tomllib
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from pydantic import ValidationError

    from ingest_assets.declared_source import SourcesFile


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
    for name, source in found.sources.items():
        if source.path is not None and not Path(source.path).is_absolute():
            raise SourcesFileError(f"{path}: sources.{name}.path: {source.path!r} has to be an absolute path")
    for declared in (None, *found.sources.values()):
        try:
            found.applied(declared)
        except UnknownSettingError as error:
            raise SourcesFileError(f"{path}: {error}") from error
    return found


def _first(error: ValidationError) -> str:
    """The first of the faults, with its place; values are not shown, since they may be passwords."""
    fault = error.errors(include_url=False, include_input=False)[0]
    place = ".".join(str(part) for part in fault["loc"])
    if fault["type"] == "extra_forbidden":
        from ingest_assets.declared_source import DeclaredSource

        known = ", ".join(DeclaredSource.model_fields)
        return f"{place}: no such setting; there are {known}"
    more = len(error.errors()) - 1
    return f"{place}: {fault['msg']}" + (f" (and {more} more)" if more else "")

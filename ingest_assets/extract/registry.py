"""The folder ``parsers/`` is the registry: every module in it offers one ``PARSER``."""

from __future__ import annotations

import importlib
import pkgutil
from functools import cache
from importlib.metadata import version

from ingest_assets.extract import parsers
from ingest_assets.extract.protocol import Parser


@cache
def installed() -> tuple[Parser, ...]:
    """All parsers, sorted by name."""
    names = sorted(module.name for module in pkgutil.iter_modules(parsers.__path__))
    found: list[Parser] = [importlib.import_module(f"{parsers.__name__}.{name}").PARSER for name in names]
    return tuple(sorted(found, key=lambda parser: parser.name))


@cache
def parser_for(file_format: str, route: str) -> Parser | None:
    """The parser that reads this format by this route."""
    for parser in installed():
        if file_format in parser.formats and route in parser.routes:
            return parser
    return None


def parser_named(name: str) -> Parser:
    """The parser with this name."""
    return next(parser for parser in installed() if parser.name == name)


def version_of(name: str) -> str:
    """A parser's version, e.g. ``pdf_words-3+pymupdf-1.28.2``.

    Programs add their own (``program_versions`` of the parser, if it has one), and so does what is configured outside the settings
    (``configured_versions``), which is asked for each time.
    """
    configured: tuple[str, ...] = getattr(parser_named(name), "configured_versions", tuple)()
    return "+".join((_code_version(name), *configured))


@cache
def planned_parsers(file_format: str) -> tuple[str, ...]:
    """Names of the parsers that may read this format: what decides, before any page is looked at, who would read a document."""
    found = (parser_for(file_format, route) for route in ("native", "native_repaired", "ocr"))
    return tuple(dict.fromkeys(parser.name for parser in found if parser is not None))


@cache
def settings_of(names: tuple[str, ...]) -> tuple[str, ...]:
    """The groups of settings that matter to these parsers (a parser's own ``settings``; those of the structured formats by default)."""
    groups = {
        group
        for parser in installed()
        if parser.name in names
        for group in getattr(parser, "settings", ("formats", "web"))
    }
    return tuple(sorted(groups))


def installed_versions() -> dict[str, str]:
    """Parser → its version today."""
    return {parser.name: version_of(parser.name) for parser in installed()}


@cache
def _code_version(name: str) -> str:
    parser = parser_named(name)
    engines = tuple(f"{engine}-{version(engine)}" for engine in parser.engines)
    programs: tuple[str, ...] = getattr(parser, "program_versions", tuple)()
    return "+".join((f"{parser.name}-{parser.revision}", *engines, *programs))

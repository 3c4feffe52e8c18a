"""Four sources that three parsers read, and the upgrades of a year: what each has to touch, and nothing else."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from pathlib import Path

from ingest_assets_tests.corpus.small_sources import NOTE

LONG = (
    "The administrative representatives acknowledged considerable responsibilities; committee engineers described improved lanterns. "
    * 6
)
PAGE = "<html><head><title>{title}</title></head><body><article><h1>{title}</h1>{text}</article></body></html>"
READERS = {
    "letters": {"text": 3},
    "web": {"html": 2, "text": 1},
    "tables": {"csv": 2},
    "mixed": {"text": 1, "csv": 1, "html": 1},
}


def write_four_sources(root: Path) -> None:
    """``letters``: text; ``web``: pages and a text; ``tables``: CSV; ``mixed``: one of each. No two documents are the same."""
    for source in READERS:
        (root / source).mkdir(parents=True)
    for number in range(2):
        (root / "letters" / f"{number}.txt").write_text(f"{NOTE} Letter {number} of the year.", "utf-8")
        (root / "web" / f"{number}.html").write_text(_page(f"Page {number}"), "utf-8")
        (root / "tables" / f"{number}.csv").write_text(_table(number), "utf-8")
    (root / "letters" / "long.txt").write_text(LONG, "utf-8")
    (root / "web" / "robots.txt").write_text(f"{NOTE} Robots.", "utf-8")
    (root / "mixed" / "note.txt").write_text(f"{NOTE} Mixed.", "utf-8")
    (root / "mixed" / "list.csv").write_text(_table(7), "utf-8")
    (root / "mixed" / "page.html").write_text(_page("Mixed page"), "utf-8")


def _page(title: str) -> str:
    return PAGE.format(title=title, text="".join(f"<p>{NOTE} {title}, part {part}.</p>" for part in range(4)))


def _table(number: int) -> str:
    return "berth;depth\n" + "".join(f"Berth {row};{row + number},5\n" for row in range(4))


Counts = Mapping[str, Mapping[str, int]]


@dataclass(frozen=True, slots=True, kw_only=True)
class Upgrade:
    """One change. ``work`` maps source → stage → documents that go through it again; ``found`` what the search index has to take in.

    ``revisions`` and ``engines`` change the code, ``settings`` is the new sources.toml; ``louder`` names a parser that reads one line more.
    """

    name: str
    reason: str
    work: Counts
    found: Mapping[str, int] = field(default_factory=dict)
    parsers: Mapping[str, int] = field(default_factory=dict)
    stages: Mapping[str, int] = field(default_factory=dict)
    engines: Mapping[str, str] = field(default_factory=dict)
    louder: str = ""
    settings: str = ""


def readers_of(parser: str, *stages: str) -> dict[str, dict[str, int]]:
    """Exactly the documents of this parser, in each of these stages."""
    return {source: dict.fromkeys(stages, found[parser]) for source, found in READERS.items() if parser in found}


GATE = "[sources.letters.settings.gate]\nmean_token_length = 9.0\n"
WEB = GATE + "[sources.web.settings.web]\nmain_text = 199\n"
ALL = {source: sum(found.values()) for source, found in READERS.items()}
UPGRADES = (
    Upgrade(
        name="a gate threshold of one source",
        reason="gated: gate settings changed",
        settings=GATE,
        work={"letters": {"gated": 3, "indexed": 3}},
        found={"removed": 1},
    ),
    Upgrade(
        name="a parser's revision, its output the same",
        reason=r"text \d+ → \d+",
        parsers={"text": 1},
        work=readers_of("text", "extracted"),
    ),
    Upgrade(
        name="a parser's revision that reads more",
        reason=r"csv \d+ → \d+",
        parsers={"csv": 1},
        louder="csv",
        work=readers_of("csv", "extracted", "cleaned", "gated", "indexed"),
        found={"changed": 3},
    ),
    Upgrade(
        name="the version of an engine",
        reason=r"html: trafilatura \S+ → 9\.9\.9",
        engines={"trafilatura": "9.9.9"},
        work=readers_of("html", "extracted"),
    ),
    Upgrade(
        name="a setting that matters to the parsers of one source",
        reason="extracted: web settings changed",
        settings=WEB,
        work={"web": {"extracted": 3}},
    ),
    Upgrade(
        name="the cleaning rules' revision",
        reason=r"cleaned \d+ → \d+",
        stages={"cleaned": 1},
        work={source: {"cleaned": count} for source, count in ALL.items()},
    ),
    Upgrade(
        name="a downgrade",
        reason=r"text \d+ → \d+",
        parsers={"text": -1},
        work=readers_of("text", "extracted"),
    ),
)
"""In this order, each on top of the ones before. Cutting the letters again changes no chunk: two keep their place in the search index."""

LOUDER = """
import dataclasses as _dataclasses

from ingest_assets.model import Block as _Block

_read = type(PARSER).read


def _louder(parser, request):
    found = _read(parser, request)
    return _dataclasses.replace(found, blocks=(*found.blocks, _Block(kind="paragraph", text="Read more than before.", page=1)))


type(PARSER).read = _louder
"""


def apply(upgrade: Upgrade, code: Path) -> None:
    """Make the change in a copy of the package at ``code``; sources.toml is the caller's."""
    package = code / "ingest_assets"
    for parser, change in upgrade.parsers.items():
        _edit(package / "extract" / "parsers" / f"{parser}.py", r"(?m)^(    revision = )(\d+)", change)
    for stage, change in upgrade.stages.items():
        _edit(package / "stages.py", rf'(name="{stage}",\s+revision=)(\d+)', change)
    for engine, version in upgrade.engines.items():
        about = code / f"{engine}-{version}.dist-info"
        about.mkdir()
        (about / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {engine}\nVersion: {version}\n", "utf-8")
    if upgrade.louder:
        file = package / "extract" / "parsers" / f"{upgrade.louder}.py"
        file.write_text(file.read_text("utf-8") + LOUDER, "utf-8")


def _edit(file: Path, pattern: str, change: int) -> None:
    raised: Callable[[re.Match[str]], str] = lambda match: f"{match[1]}{int(match[2]) + change}"  # noqa: E731 - one expression
    text, count = re.subn(pattern, raised, file.read_text("utf-8"))
    assert count == 1, f"{pattern} in {file}"
    file.write_text(text, "utf-8")

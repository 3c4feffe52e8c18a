"""What ``make run`` ingests, and what README shows: the demo corpus ends as expected, and every command of the README works on it."""

from __future__ import annotations

import json
import os
import re
import shlex
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
INGEST = str(Path(sys.executable).parent / "ingest")
OUTCOMES = {
    ("contracts", "indexed", None, None): 11,
    ("contracts", "quarantined", "encrypted", None): 1,
    ("mail", "indexed", None, None): 13,
    ("mail", "skipped", None, "container"): 2,
    ("office", "indexed", None, None): 18,
    ("office", "quarantined", "login_wall", None): 1,
    ("office", "quarantined", "unsupported_format", None): 1,
    ("office", "skipped", None, "container"): 1,
    ("office", "skipped", None, "empty_file"): 1,
    ("office", "skipped", None, "image_without_text"): 1,
    ("office", "skipped", None, "not_a_document"): 1,
}
ROUTES = {
    "dogovor-17.pdf": {"native"},
    "vypiska.pdf": {"native_repaired"},
    "scans/akt-9.pdf": {"ocr"},
    "scans/schet-205.png": {"ocr"},
    "service-contract.pdf": {"native", "ocr"},
}


@pytest.fixture(scope="module")
def demo(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A workspace with the demo sources, ingested by the command that ``make run`` calls."""
    data = tmp_path_factory.mktemp("demo") / "data"
    shutil.copytree(ROOT / "data" / "sources", data / "sources")
    result = json.loads(call(data, "run", "--json"))
    assert result["errors"] == {}
    return data


def call(data: Path, *arguments: str) -> str:
    """The command line on a workspace."""
    (data / "dagster").mkdir(exist_ok=True)
    environment = {**os.environ, "INGEST_DATA": str(data), "DAGSTER_HOME": str(data / "dagster")}
    done = subprocess.run([INGEST, *arguments], env=environment, cwd=ROOT, check=False, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    return done.stdout


def test_every_document_ends_as_expected(demo: Path) -> None:
    query = "select source, state, primary_problem, skip_rule, count(*) as n from outcomes group by all"
    rows = json.loads(call(demo, "sql", query, "--json"))
    assert {
        (row["source"], row["state"], row["primary_problem"], row["skip_rule"]): row["n"] for row in rows
    } == OUTCOMES


def test_each_page_took_the_route_it_deserves(demo: Path) -> None:
    query = "select locations[1] as name, list(distinct route) as routes from outcomes join extracted_text using (source, raw_sha256) group by 1"
    routes = {row["name"]: set(row["routes"]) for row in json.loads(call(demo, "sql", query, "--json"))}
    assert {name: routes[name] for name in ROUTES} == ROUTES


def test_one_scanned_page_in_five_makes_one_ocr_page(demo: Path) -> None:
    query = "select count(*) as n from outcomes join extracted_text using (source, raw_sha256) where locations[1] = 'service-contract.pdf' and route = 'ocr'"
    assert json.loads(call(demo, "sql", query, "--json")) == [{"n": 1}]


def test_a_second_run_reads_nothing_and_says_so(demo: Path) -> None:
    assert "0 documents read" in call(demo, "run")


def test_the_commands_of_the_readme_work(demo: Path, tmp_path: Path) -> None:
    text = (ROOT / "README.md").read_text("utf-8")
    blocks = (
        "\n".join(re.findall(r"```\n(.*?)```", text, re.DOTALL))
        + "\n"
        + "\n".join(re.findall(r"`([^`\n]*ingest [^`\n]+)`", text))
    )
    commands = [line.strip() for line in blocks.splitlines() if re.match(r"(\.venv/bin/)?ingest \w", line.strip())]
    commands = [
        command for command in commands if "rollback" not in command
    ]  # needs two publications: test_comparison.py
    assert len(commands) >= 8
    page = demo / "sources" / "contracts" / "dogovor-17.pdf"
    places = {
        "NAME": "text",
        "CODE": "login_wall",
        "FOLDER": str(demo / "sources" / "mail"),
        "OUT": str(tmp_path / "out"),
        "FILE": str(page),
        "<name>": "office",
        "CHUNK_ID": json.loads(call(demo, "search", "срок поставки", "--json"))[0]["chunk_id"],
    }
    for command in commands:
        arguments = [places.get(word, word) for word in shlex.split(command)[1:]]
        assert call(demo, *arguments)


def test_the_make_targets_of_the_readme_exist() -> None:
    targets = set(re.findall(r"^([a-z]+):", (ROOT / "Makefile").read_text("utf-8"), re.MULTILINE))
    shown = set(
        re.findall(
            r"make ([a-z]+)", (ROOT / "README.md").read_text("utf-8") + (ROOT / "CONTRIBUTING.md").read_text("utf-8")
        )
    )
    assert shown <= targets

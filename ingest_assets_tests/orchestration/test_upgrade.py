"""A parser's revision is raised, by hand, in a copy of the code: exactly its sources are asked for, exactly its documents read again."""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

from ingest_assets.workspace import Workspace

ROOT = Path(__file__).resolve().parents[2]
EVALUATE = """
import json, dagster as dg
from ingest_assets.orchestration.resources import Ingest
from ingest_assets.orchestration.sensors import parser_upgrades
with dg.DagsterInstance.get() as instance:
    found = list(parser_upgrades(dg.build_sensor_context(instance=instance, resources={"ingest": Ingest()})))
print(json.dumps({one.partition_key: one.tags["ingest/reason"] for one in found if isinstance(one, dg.RunRequest)}))
"""


def with_revision(folder: Path, parser: str, change: int) -> Path:
    """A copy of the package in which one parser's revision is raised (or lowered) by ``change``."""
    target = folder / f"code{change}"
    shutil.copytree(ROOT / "ingest_assets", target / "ingest_assets", ignore=shutil.ignore_patterns("__pycache__"))
    file = target / "ingest_assets" / "extract" / "parsers" / f"{parser}.py"
    text, count = re.subn(
        r"(?m)^(    revision = )(\d+)", lambda match: f"{match[1]}{int(match[2]) + change}", file.read_text("utf-8")
    )
    assert count == 1
    file.write_text(text, "utf-8")
    return target


def call(code: Path, home: Workspace, *arguments: str) -> str:
    """Run Python with another copy of the code; returns what it printed."""
    environment = {
        **os.environ,
        "PYTHONPATH": str(code),
        "INGEST_DATA": str(home.data),
        "DAGSTER_HOME": str(home.data / "dagster"),
    }
    command = [sys.executable, *arguments]
    done = subprocess.run(command, cwd=code, env=environment, check=True, capture_output=True, text=True)
    return done.stdout.strip().splitlines()[-1]


def test_raising_a_revision_asks_for_its_sources_and_reads_its_documents(home: Workspace, tmp_path: Path) -> None:
    raised = with_revision(tmp_path, "pdf_words", 1)
    asked = json.loads(call(raised, home, "-c", EVALUATE))
    assert set(asked) == {"alpha", "gamma"}
    assert all(re.fullmatch(r"pdf_words \d+ → \d+", reason) for reason in asked.values())
    main = ("-c", "from ingest_assets.cli import main; main()", "run", *asked, "--json")
    result = json.loads(call(raised, home, *main))
    assert result["work"] == {"extracted": 2}, "two PDFs are read again; their output is the same, so nothing follows"
    assert json.loads(call(raised, home, "-c", EVALUATE)) == {}
    back = json.loads(call(ROOT, home, "-c", EVALUATE))
    assert set(back) == {"alpha", "gamma"}, "a downgrade counts as well"

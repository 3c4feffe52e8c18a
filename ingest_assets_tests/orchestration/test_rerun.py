"""A selection is read again: in another encoding, by another route, or after a cure."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections import Counter
from pathlib import Path

from ingest_assets.store.store import Store
from ingest_assets.workspace import Workspace
from ingest_assets_tests.workspaces import run

INGEST = str(Path(sys.executable).parent / "ingest")
TEXT = "Памятка смотрителю маяка: проверять лампу каждый вечер и записывать погоду в журнал наблюдений."


def ingest(home: Workspace, *arguments: str) -> str:
    """Call the command line on a workspace."""
    environment = {**os.environ, "INGEST_DATA": str(home.data), "DAGSTER_HOME": str(home.data / "dagster")}
    done = subprocess.run([INGEST, *arguments], env=environment, check=True, capture_output=True, text=True)
    return done.stdout.strip()


def test_redecode_reads_just_the_selected_documents_and_survives_later_runs(home: Workspace) -> None:
    note = home.sources / "alpha" / "memo.txt"
    note.write_bytes(TEXT.encode("cp1251"))
    run(home.data, "alpha")
    where = "name = 'memo.txt'"
    listed = json.loads(ingest(home, "redecode", "--where", where, "--encoding", "koi8-r", "--dry-run", "--json"))
    assert [row["name"] for row in listed] == ["memo.txt"]
    result = json.loads(ingest(home, "redecode", "--where", where, "--encoding", "koi8-r", "--json"))
    assert result["read"] == 1
    assert encoding(home) == ("koi8-r", "override")
    read: Counter[tuple[str, str]] = Counter()
    run(home.data, "alpha", read=read)
    assert not read
    assert encoding(home) == ("koi8-r", "override")


def encoding(home: Workspace) -> tuple[str, str]:
    with Store(home.lake).connect() as connection:
        query = "select encoding, encoding_source from sniffed_files join raw_files using (source, raw_sha256) where name = 'memo.txt'"
        rows = connection.execute(query).fetchall()
    return rows[0]


def test_the_quarantine_is_a_work_list(home: Workspace) -> None:
    result = json.loads(ingest(home, "quarantine", "--problem", "login_wall", "--rerun", "--json"))
    assert result["read"] == 1
    assert json.loads(ingest(home, "quarantine", "--json")) == [
        {"source": "alpha", "format": "html", "problem": "login_wall", "documents": 1}
    ]
    history = json.loads(
        ingest(
            home, "sql", "select count(*) as lines from document_history where primary_problem = 'login_wall'", "--json"
        )
    )
    assert history == [{"lines": 2}]

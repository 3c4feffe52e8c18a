"""The Dagster UI in headless Chromium: lineage, a partition's metadata, and checks. Screenshots land in build/screenshots."""

from __future__ import annotations

import os
import shutil
import socket
import subprocess
import sys
import time
import urllib.request
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import dagster as dg
import pytest
from selenium import webdriver
from selenium.webdriver.chrome.options import Options
from selenium.webdriver.chrome.service import Service
from selenium.webdriver.support.ui import WebDriverWait

from ingest_assets_tests.corpus.small_sources import STATES
from ingest_assets_tests.workspaces import dagster_home

ROOT = Path(__file__).resolve().parents[2]
PICTURES = ROOT / "build" / "screenshots"
PATIENCE = 120.0
FLAGS = (
    "--headless=new", "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking",
    "--disable-component-update", "--disable-sync", "--window-size=1500,1000",
)  # fmt: skip


@pytest.fixture(scope="module")
def address(ingested: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The webserver over a copy of the ingested workspace."""
    data = tmp_path_factory.mktemp("ui") / "data"
    shutil.copytree(ingested, data)
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    environment = {**os.environ, "DAGSTER_HOME": str(data / "dagster"), "INGEST_DATA": str(data)}
    command = [
        str(Path(sys.executable).parent / "dagster-webserver"),
        "-h",
        "127.0.0.1",
        "-p",
        str(port),
        "-w",
        "workspace.yaml",
    ]
    server = subprocess.Popen(command, cwd=ROOT, env=environment, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    try:
        wait_for(f"http://127.0.0.1:{port}/server_info")
        yield f"http://127.0.0.1:{port}"
    finally:
        server.terminate()
        server.wait(30)


@pytest.fixture(scope="module")
def browser(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Any]:
    """Debian's Chromium."""
    options = Options()
    options.binary_location = "/usr/bin/chromium"
    for flag in (*FLAGS, f"--user-data-dir={tmp_path_factory.mktemp('chromium')}"):
        options.add_argument(flag)
    driver = webdriver.Chrome(options=options, service=Service("/usr/bin/chromedriver"))
    driver.set_page_load_timeout(PATIENCE)
    yield driver
    driver.quit()


def wait_for(url: str) -> None:
    """Until the server answers."""
    end = time.monotonic() + PATIENCE
    while time.monotonic() < end:
        try:
            urllib.request.urlopen(url, timeout=5).read()
        except OSError:
            time.sleep(0.5)
        else:
            return
    raise TimeoutError(url)


def seen(browser: Any, url: str, picture: str, *words: str) -> None:
    """Open a page, wait until all words stand on it, keep a screenshot."""
    browser.get(url)
    try:
        WebDriverWait(browser, PATIENCE).until(
            lambda driver: all(word in driver.find_element("tag name", "body").text for word in words)
        )
        time.sleep(1.0)  # graphs are drawn after their data came
    finally:
        PICTURES.mkdir(parents=True, exist_ok=True)
        browser.save_screenshot(str(PICTURES / f"{picture}.png"))


def test_the_lineage_shows_every_stage(browser: Any, address: str) -> None:
    stages = (
        "raw_files",
        "sniffed_files",
        "page_triage",
        "extracted_text",
        "cleaned_documents",
        "gated_documents",
        "index_chunks",
        "coverage_report",
    )
    seen(browser, f"{address}/locations/ingest_assets/asset-groups/ingestion/lineage", "lineage", *stages)


def test_a_partition_shows_its_quarantine(browser: Any, address: str) -> None:
    url = f"{address}/assets/gated_documents?view=partitions&partition=alpha"
    seen(browser, url, "partition", "docs_quarantined", "docs_indexed", "docs_skipped")


def test_the_checks_are_shown(browser: Any, address: str) -> None:
    seen(browser, f"{address}/assets/gated_documents?view=checks", "checks", "states_add_up", "quarantine_share")


def test_every_source_gives_the_quarantine_plot_a_number(ingested: Path) -> None:
    """The UI plots integer metadata, one line a partition; its own switch to the plot is not driven here."""
    with dagster_home(ingested), dg.DagsterInstance.get() as instance:
        for source, expected in STATES.items():
            filters = dg.AssetRecordsFilter(asset_key=dg.AssetKey("gated_documents"), asset_partitions=[source])
            found = instance.fetch_materializations(filters, limit=1).records[0].asset_materialization
            assert found is not None
            assert found.metadata["docs_quarantined"] == dg.MetadataValue.int(expected["quarantined"])


def test_the_coverage_report_has_the_totals(browser: Any, address: str) -> None:
    seen(browser, f"{address}/assets/coverage_report?view=events", "coverage", "by_source", "docs_total")

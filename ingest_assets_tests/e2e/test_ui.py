"""The Dagster UI in headless Chromium: lineage, a partition, checks, plots and reports. Screenshots land in build/screenshots."""

from __future__ import annotations

import os
import shutil
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
from ingest_assets_tests.orchestration.live import free_port
from ingest_assets_tests.orchestration.test_rules import STRICT
from ingest_assets_tests.workspaces import dagster_home, run

ROOT = Path(__file__).resolve().parents[2]
PICTURES = ROOT / "build" / "screenshots"
PATIENCE = 120.0
FLAGS = (
    "--headless=new", "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking",
    "--disable-component-update", "--disable-sync", "--window-size=1500,1000",
)  # fmt: skip


@pytest.fixture(scope="module")
def address(ingested: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The webserver over a copy of the ingested workspace, in which a threshold of one source was changed afterwards."""
    data = tmp_path_factory.mktemp("ui") / "data"
    shutil.copytree(ingested, data, copy_function=shutil.copy2)
    (data / "sources.toml").write_text(STRICT, "utf-8")
    with dagster_home(data):
        assert run(data, "beta") == {"beta": None}
    port = free_port()
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
    shown(browser, picture, *words)


def shown(browser: Any, picture: str, *words: str) -> None:
    """Wait until all words stand on the page, keep a screenshot."""
    try:
        WebDriverWait(browser, PATIENCE).until(
            lambda driver: all(word in driver.find_element("tag name", "body").text for word in words)
        )
        time.sleep(1.0)  # graphs are drawn after their data came
    finally:
        PICTURES.mkdir(parents=True, exist_ok=True)
        browser.save_screenshot(str(PICTURES / f"{picture}.png"))


PRESS = """
const button = [...document.querySelectorAll("button")].find(one => one.textContent.trim() === arguments[0]);
if (button) { button.scrollIntoView({block: "start"}); button.click(); }
return Boolean(button);
"""


def pressed(browser: Any, text: str) -> None:
    """Press the button with this text, in one go: the page draws itself anew under the hands of a driver."""
    WebDriverWait(browser, PATIENCE).until(lambda driver: driver.execute_script(PRESS, text))


def test_the_lineage_shows_every_stage(browser: Any, address: str) -> None:
    stages = (
        "raw_files",
        "sniffed_files",
        "page_triage",
        "parser_comparison",
        "extracted_text",
        "cleaned_documents",
        "gated_documents",
        "index_chunks",
        "coverage_report",
    )
    browser.set_window_size(3600, 900)
    seen(browser, f"{address}/locations/ingest_assets/asset-groups/ingestion/lineage", "lineage", *stages)
    browser.set_window_size(1500, 1000)


def test_a_partition_shows_its_quarantine_and_where_to_go_on(browser: Any, address: str) -> None:
    url = f"{address}/assets/gated_documents?view=partitions&partition=alpha"
    words = ("docs_quarantined", "docs_indexed", "docs_skipped", "export.csv", "login_wall", "ingest sql")
    seen(browser, url, "partition", *words, "quarantine_report", "coverage_report")


def test_the_columns_have_their_meaning_and_the_asset_its_owners(browser: Any, address: str) -> None:
    words = ("indexed, quarantined or skipped", "Owners", "Parquet", "choose Partitions and Plots")
    seen(browser, f"{address}/assets/gated_documents?view=overview", "overview", *words)


def test_quarantine_is_plotted_by_source(browser: Any, address: str) -> None:
    browser.get(f"{address}/assets/gated_documents?view=overview")
    shown(browser, "plots", "docs_quarantined")
    pressed(browser, "Plots")
    shown(browser, "plots", "docs_quarantined", "Events")
    WebDriverWait(browser, PATIENCE).until(lambda driver: len(driver.find_elements("tag name", "canvas")) > 5)
    browser.execute_script(CENTRE, "docs_quarantined")
    shown(browser, "plots", "docs_quarantined")


CENTRE = """
const found = [...document.querySelectorAll("*")].filter(one => !one.children.length && one.textContent.trim() === arguments[0]);
found[found.length - 1].scrollIntoView({block: "center"});
"""


def test_the_checks_are_shown(browser: Any, address: str) -> None:
    words = ("states_add_up", "quarantine_share", "ocr_share_moved")
    seen(browser, f"{address}/assets/gated_documents?view=checks", "checks", *words)


def test_every_source_gives_the_quarantine_plot_a_number(ingested: Path) -> None:
    """The UI plots integer metadata, one point a partition."""
    with dagster_home(ingested), dg.DagsterInstance.get() as instance:
        for source, expected in STATES.items():
            filters = dg.AssetRecordsFilter(asset_key=dg.AssetKey("gated_documents"), asset_partitions=[source])
            found = instance.fetch_materializations(filters, limit=1).records[0].asset_materialization
            assert found is not None
            assert found.metadata["docs_quarantined"] == dg.MetadataValue.int(expected["quarantined"])


def test_the_comparison_names_the_documents_and_the_change(browser: Any, address: str) -> None:
    words = (
        "docs_worse",
        "gated: gate settings changed",
        "safety.docx",
        "not stopped, since somebody changed a setting",
    )
    seen(browser, f"{address}/assets/parser_comparison?view=partitions&partition=beta", "comparison", *words)


def test_the_coverage_report_has_the_totals(browser: Any, address: str) -> None:
    seen(browser, f"{address}/assets/coverage_report?view=events", "coverage", "by_source", "docs_total")

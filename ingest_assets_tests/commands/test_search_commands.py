"""``ingest search``, ``cite``, ``index`` and ``export`` as people and programs call them."""

from __future__ import annotations

import json
from pathlib import Path

import cv2
import pyarrow.parquet as pq
import pytest
from typer.testing import CliRunner

from ingest_assets.cli import app
from ingest_assets.search.export import COLUMNS
from ingest_assets_tests.corpus.chunk_lake import PAPERS, changed, write_chunks, write_lake
from ingest_assets_tests.corpus.demo_mail import small_pdf


@pytest.fixture
def data(tmp_path: Path) -> Path:
    """A workspace whose lake has chunks; the lease's bytes are there as well."""
    write_lake(tmp_path / "lake")
    call(tmp_path, "index")
    return tmp_path


def call(data: Path, *arguments: str) -> str:
    """Output of a call that ends well."""
    result = CliRunner().invoke(app, [*arguments, "--data", str(data)])
    assert result.exit_code == 0, result.output + repr(result.exception)
    return result.output


def refused(data: Path, *arguments: str) -> str:
    """The one line of a call that is refused."""
    result = CliRunner().invoke(app, [*arguments, "--data", str(data)])
    assert result.exception is not None
    return str(result.exception)


def test_search_prints_file_page_route_and_snippet(data: Path) -> None:
    out = call(data, "search", "неустойка")
    assert "1. harbour/contracts/dogovor.pdf, page 2 · native · pdf · grade a" in out
    assert "Неустойка за просрочку" in out
    assert call(data, "search", "xylophone").strip() == "nothing found"


def test_search_as_json_with_filters(data: Path) -> None:
    found = json.loads(
        call(data, "search", "tenant", "якоря", "lamp", "--format", "png", "--after", "2026-05-01", "--json")
    )
    assert [(hit["locations"], hit["pages"], hit["routes"], hit["regions"][0]["page"]) for hit in found] == [
        (["scan.png"], [1], ["ocr"], 1)
    ]
    assert "May" in refused(data, "search", "lamp", "--after", "May")


def test_without_an_index_the_cure_is_named(tmp_path: Path) -> None:
    assert "ingest index --rebuild" in refused(tmp_path, "search", "lamp")


def test_index_tells_what_it_did(data: Path) -> None:
    assert "built anew: asked for" in call(data, "index", "--rebuild")
    assert json.loads(call(data, "index", "--json"))["added"] == 0


def test_cite_draws_an_excerpt_and_names_the_place(data: Path) -> None:
    chunk = json.loads(call(data, "search", "tenant", "--json"))[0]["chunk_id"]
    image = data / "out.png"
    out = call(data, "cite", chunk[:12], "--image", str(image))
    assert "harbour/contracts/lease.pdf#page=1" in out
    assert "page 1: 50.0, 50.0, 300.0, 90.0" in out
    assert cv2.imread(str(image)).std() > 5
    assert "not on 7" in refused(data, "cite", chunk, "--image", str(image), "--page", "7")
    assert "no published chunk" in refused(data, "cite", "feed")


def test_cite_marks_the_region_on_the_page(data: Path) -> None:
    """Pixels inside the region are tinted, those outside are not."""
    path = data / "lake" / "raw" / "sha256" / PAPERS[0].sha[:2] / PAPERS[0].sha[2:4] / PAPERS[0].sha
    path.parent.mkdir(parents=True)
    path.write_bytes(small_pdf("Lease", "The tenant pays a monthly rent."))
    chunk = json.loads(call(data, "search", "tenant", "--json"))[0]["chunk_id"]
    call(data, "cite", chunk, "--image", str(data / "page.png"))
    picture = cv2.imread(str(data / "page.png"))
    scale = 110 / 72
    blue, green, red = picture[round(55 * scale), round(290 * scale)].tolist()
    assert red > 200
    assert blue < 200
    assert picture[round(400 * scale), round(100 * scale)].tolist() == [255, 255, 255]
    assert green > 200


def test_export_whole_and_since(data: Path) -> None:
    call(data, "export", str(data / "all.jsonl"))
    lines = [json.loads(line) for line in (data / "all.jsonl").read_text("utf-8").splitlines()]
    assert [sorted(line) == sorted(COLUMNS.names) for line in lines] == [True] * 4
    call(data, "export", str(data / "all.parquet"))
    table = pq.read_table(data / "all.parquet")
    assert sorted(table["chunk_id"].to_pylist()) == sorted(line["chunk_id"] for line in lines)
    from ingest_assets.store.store import Store

    write_chunks(Store(data / "lake"), "harbour", [changed(PAPERS[0], "The rent is waived.")])
    call(data, "index")
    call(data, "export", str(data / "step.jsonl"), "--since", "1")
    steps = [json.loads(line) for line in (data / "step.jsonl").read_text("utf-8").splitlines()]
    assert [step["op"] for step in steps] == ["begin", "delete", "add"]
    assert (steps[0]["publication"], steps[0]["full"], steps[2]["text"]) == (2, False, "The rent is waived.")
    assert "say" in refused(data, "export", str(data / "all.csv"))
    assert "deletions" in refused(data, "export", str(data / "all.parquet"), "--since", "1")


def test_loaders_give_every_chunk_with_its_place(data: Path) -> None:
    """On the real packages."""
    from ingest_assets.search.langchain import IngestLoader
    from ingest_assets.search.llamaindex import IngestReader

    documents = IngestLoader(data / "lake").load()
    assert {document.metadata["locations"][0] for document in documents} == {paper.name for paper in PAPERS[:3]}
    assert all(document.id == document.metadata["chunk_id"] and document.page_content for document in documents)
    nodes = IngestReader(data / "lake").load_data()
    assert {node.id_ for node in nodes} == {document.id for document in documents}
    assert nodes[0].metadata["regions"][0]["page"] == 1
    assert "parsers" not in nodes[0].get_content("embed")

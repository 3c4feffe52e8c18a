"""A page that a person sent to the vision route: OCR first, then the model, whatever the endpoint does; labelled down to the chunk."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

import pytest

from ingest_assets.clean.clean import clean
from ingest_assets.extract.extract import extract
from ingest_assets.model import Document, RawFile
from ingest_assets.pipeline import judged
from ingest_assets.settings import Settings
from ingest_assets.sniff.sniff import sniff
from ingest_assets.triage.images import triage_image
from ingest_assets_tests.corpus.scans import encoded, rendered
from ingest_assets_tests.corpus.vision_pages import configured
from ingest_assets_tests.corpus.vision_server import Reply, Server, chat

TEXT = "The buyer pays 4219 roubles for the goods within 30 days of the invoice and not later."
SHARP = encoded(rendered(f"<p>{TEXT}</p>", height=60))
TRANSCRIPT = TEXT.replace("The buyer", "The Buyer")
HASTY = replace(
    Settings(), vision=replace(Settings().vision, backoff_seconds=0.01, read_seconds=0.4, retry_after_cap=0.05)
)
BUSY, BROKEN = Reply(status=429, headers={"Retry-After": "9"}), Reply(status=500)
ERROR = Reply(body=json.dumps({"error": {"message": "out of memory"}}).encode())


def forced(folder: Path, monkeypatch: pytest.MonkeyPatch, replies: Sequence[Reply]) -> tuple[Document, Server]:
    """The whole way of a sharp page whose route a person has set to vision."""
    path = folder / "blob"
    path.write_bytes(SHARP)
    raw = RawFile(raw_sha256="0" * 64, size_bytes=len(SHARP), name="scan.png")
    sniffed = sniff(path, raw, HASTY)
    triaged = triage_image(path, sniffed, HASTY)
    triaged = replace(triaged, pages=tuple(replace(page, route="vision") for page in triaged.pages))
    with configured(monkeypatch, replies) as server:
        extraction = extract(raw, path, sniffed, triaged, settings=HASTY, scratch=folder)
    generous = replace(HASTY, gate=replace(HASTY.gate, vision_share=1.0))
    return judged(raw, sniffed, triaged, extraction, clean(extraction, sniffed, generous), generous), server


@pytest.mark.parametrize(
    ("replies", "calls"),
    [
        ([chat(TRANSCRIPT)], 1),
        ([BUSY, chat(TRANSCRIPT)], 2),
        ([BROKEN, BROKEN, BROKEN, chat(TRANSCRIPT)], 4),
        ([replace(chat("late"), wait=1.0), chat(TRANSCRIPT)], 2),
        ([replace(chat("x" * 400), cut=True), chat(TRANSCRIPT)], 2),
    ],
    ids=["at once", "429", "500 three times", "slow", "cut off"],
)
def test_the_model_reads_a_page_that_ocr_read_well(
    replies: list[Reply], calls: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    document, server = forced(tmp_path, monkeypatch, replies)
    assert len(server.bodies) == calls
    (page,) = document.extraction.pages
    assert (page.route, page.signals["model_generated"]) == ("vision", True)
    assert [(chunk.text, chunk.model_generated, chunk.routes, chunk.flags) for chunk in document.chunks] == [
        (TRANSCRIPT, True, ("vision",), ())
    ]
    assert document.findings == ()


@pytest.mark.parametrize(
    ("reply", "reason"),
    [
        (BUSY, "HTTP 429 after 4 calls"),
        (BROKEN, "HTTP 500 after 4 calls"),
        (replace(chat("late"), wait=1.0), "ReadTimeout after 4 calls"),
        (replace(chat("x" * 400), cut=True), "RemoteProtocolError after 4 calls"),
        (chat(TRANSCRIPT[:40], finish_reason="length"), "finish reason length"),
        (Reply(body=b"<html>It works!</html>"), "no chat completion"),
        (ERROR, "no chat completion"),
        (chat("I'm sorry, I can't help with that."), "a refusal"),
        (chat("paid\n" * 40), "a line 40 times"),
        (chat(" ".join(f"qxz{letter}wv" for letter in "abcdefghij" * 5)), "dictionary hit"),
    ],
    ids=["429", "500", "slow", "cut off", "truncated", "html", "error body", "refusal", "loop", "nonsense"],
)
def test_what_the_endpoint_says_badly_leaves_the_ocr_reading(
    reply: Reply, reason: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    document, _ = forced(tmp_path, monkeypatch, [reply])
    assert [page.route for page in document.extraction.pages] == ["ocr"]
    assert [(finding.code, reason in finding.detail) for finding in document.findings] == [("vision_rejected", True)]
    assert [(chunk.text, chunk.model_generated) for chunk in document.chunks] == [(TEXT, False)]


def test_numbers_that_the_ocr_pass_did_not_see_are_flagged_in_the_chunk(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    document, _ = forced(tmp_path, monkeypatch, [chat(TRANSCRIPT.replace("4219", "4279"))])
    assert [(finding.code, finding.detail) for finding in document.findings] == [("vision_numbers_unverified", "4279")]
    assert [(chunk.model_generated, chunk.flags) for chunk in document.chunks] == [(True, ("numbers_unverified",))]

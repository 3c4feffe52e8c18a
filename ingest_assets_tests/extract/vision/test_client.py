"""The client against a real server on the loopback: what is sent, what is tried again, what is given up."""

from __future__ import annotations

import base64
from dataclasses import replace

import cv2
import numpy as np
import pytest

from ingest_assets.extract.vision.client import VisionCallError, transcribe
from ingest_assets.extract.vision.endpoint import Endpoint, endpoint
from ingest_assets.extract.vision.picture import page_png
from ingest_assets.thresholds.vision import Vision
from ingest_assets_tests.corpus.scans import ENGLISH, rendered
from ingest_assets_tests.corpus.vision_server import Reply, Server, chat, serving

PNG = page_png(rendered(ENGLISH), Vision())
LIMITS = Vision(read_seconds=0.3, connect_seconds=1.0)


def ask(server: Server, waits: list[float] | None = None, limits: Vision = LIMITS) -> str:
    to = Endpoint(base_url=server.base_url, model="m", key="secret-key")
    return transcribe(PNG, to, limits, sleep=(waits if waits is not None else []).append).text


def test_one_call_carries_one_page_and_the_answer_comes_back_with_its_label() -> None:
    with serving([chat("Hello")]) as server:
        to = Endpoint(base_url=server.base_url, model="m", key="secret-key")
        answer = transcribe(PNG, to, LIMITS)
    assert (answer.text, answer.finish_reason, answer.model, answer.fingerprint) == (
        "Hello",
        "stop",
        "test-model-1",
        "fp_test",
    )
    assert (answer.tokens, answer.attempts) == (1200, 1)
    (body,) = server.bodies
    assert (body["model"], body["temperature"], body["max_tokens"]) == ("m", 0, LIMITS.max_tokens)
    (message,) = body["messages"]
    images = [part for part in message["content"] if part["type"] == "image_url"]
    assert len(images) == 1
    assert base64.b64decode(images[0]["image_url"]["url"].removeprefix("data:image/png;base64,")) == PNG
    assert server.paths == ["/v1/chat/completions"]
    assert server.headers[0]["authorization"] == "Bearer secret-key"


def test_too_many_requests_waits_as_long_as_the_server_asks() -> None:
    waits: list[float] = []
    replies = [
        Reply(status=429, headers={"Retry-After": "0"}),
        Reply(status=429, headers={"Retry-After": "500"}),
        chat("at last"),
    ]
    with serving(replies) as server:
        assert ask(server, waits) == "at last"
    assert waits == [0.0, LIMITS.retry_after_cap]
    assert len(server.bodies) == 3


@pytest.mark.parametrize("status", [500, 502, 503, 504])
def test_a_broken_server_is_asked_four_times_with_growing_waits(status: int) -> None:
    waits: list[float] = []
    with (
        serving([Reply(status=status)]) as server,
        pytest.raises(VisionCallError, match=f"HTTP {status} after 4 calls"),
    ):
        ask(server, waits)
    assert len(server.bodies) == 4
    assert waits[0] <= 1.0
    assert waits[2] > waits[0]


@pytest.mark.parametrize("status", [400, 401, 403, 404, 413, 301])
def test_a_refusal_is_not_tried_again(status: int) -> None:
    with (
        serving([Reply(status=status)]) as server,
        pytest.raises(VisionCallError, match=f"HTTP {status} after 1 call$"),
    ):
        ask(server)
    assert len(server.bodies) == 1


def test_a_slow_answer_and_a_cut_one_are_tried_again() -> None:
    cut = chat("x" * 500)
    with serving([replace(chat("late"), wait=0.6), replace(cut, cut=True), chat("third")]) as server:
        assert ask(server) == "third"
    assert len(server.bodies) == 3


@pytest.mark.parametrize(
    "body", [b"<html>", b"[]", b'{"error": "overloaded"}', b'{"choices": []}', b'{"choices": [{}]}', b"\xff\xfe"]
)
def test_a_body_that_is_no_completion_is_given_up(body: bytes) -> None:
    with serving([Reply(body=body)]) as server, pytest.raises(VisionCallError, match="no chat completion"):
        ask(server)


def test_an_endless_answer_is_cut() -> None:
    with serving([Reply(body=b" " * 20_000)]) as server, pytest.raises(VisionCallError, match="over 10000 bytes"):
        ask(server, limits=replace(LIMITS, answer_bytes=10_000))


def test_nobody_listening_is_told_without_address_or_key() -> None:
    with serving([chat("")]) as server:
        pass
    with pytest.raises(VisionCallError) as caught:
        ask(server)
    assert "ConnectError" in str(caught.value)
    assert "127.0.0.1" not in str(caught.value)
    assert "secret-key" not in str(caught.value)


def test_the_route_is_off_until_url_and_model_are_set_and_the_key_is_never_shown() -> None:
    assert endpoint({}) is None
    assert endpoint({"INGEST_VISION_BASE_URL": "http://a/v1"}) is None
    assert endpoint({"INGEST_VISION_MODEL": "m"}) is None
    found = endpoint(
        {
            "INGEST_VISION_BASE_URL": "http://user:word@host.example/v1/",
            "INGEST_VISION_MODEL": "m",
            "INGEST_VISION_KEY": "secret-key",
        }
    )
    assert found is not None
    assert (found.base_url, found.host) == ("http://user:word@host.example/v1", "host.example")
    assert "secret-key" not in repr(found)


def test_the_picture_keeps_within_its_limits() -> None:
    limits = Vision(image_bytes=300_000)
    noise = np.random.default_rng(0).integers(0, 255, (3000, 1000)).astype(np.uint8)
    png = page_png(noise, limits)
    assert len(png) <= limits.image_bytes
    shape = cv2.imdecode(np.frombuffer(png, np.uint8), cv2.IMREAD_UNCHANGED).shape
    assert max(shape) <= 2000
    colour = np.zeros((40, 40, 3), np.uint8)
    colour[:, :, 0] = 200  # red
    assert tuple(cv2.imdecode(np.frombuffer(page_png(colour, limits), np.uint8), cv2.IMREAD_COLOR)[0, 0]) == (0, 0, 200)

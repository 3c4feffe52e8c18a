"""One page image to one transcription by an OpenAI-compatible endpoint (vLLM, Ollama, llama.cpp, clouds)."""

from __future__ import annotations

import base64
import json
import random
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any

import httpx

from ingest_assets.extract.vision.endpoint import Endpoint
from ingest_assets.extract.vision.prompt import PROMPT
from ingest_assets.thresholds.vision import Vision

RETRIED = frozenset({429, 500, 502, 503, 504})  # what a busy or restarting server answers (triage-ocr.md section 7)


@dataclass(frozen=True, slots=True, kw_only=True)
class Answer:
    """A reply as it came. ``tokens`` counts prompt and completion, ``attempts`` the calls that it took."""

    text: str
    finish_reason: str
    model: str
    fingerprint: str | None
    tokens: int
    attempts: int


class VisionCallError(Exception):
    """No usable reply; the message says why, without address, key or page."""

    def __init__(self, reason: str, attempts: int) -> None:
        super().__init__(f"{reason} after {attempts} call{'s' if attempts > 1 else ''}")
        self.attempts = attempts


class _Retry(Exception):  # noqa: N818 - a signal between two functions of this module, not an error of its caller
    def __init__(self, reason: str, wait: float | None = None) -> None:
        super().__init__(reason)
        self.wait = wait


def transcribe(png: bytes, to: Endpoint, limits: Vision, *, sleep: Callable[[float], None] = time.sleep) -> Answer:
    """Send one page; try again what may pass by itself. Raises VisionCallError."""
    timeout = httpx.Timeout(limits.read_seconds, connect=limits.connect_seconds)
    headers = {"Authorization": f"Bearer {to.key}"} if to.key else {}
    with httpx.Client(timeout=timeout, headers=headers, follow_redirects=False, trust_env=False) as client:
        for attempt, backoff in enumerate(_waits(limits), start=1):
            try:
                return _call(client, png, to, limits, attempt)
            except _Retry as why:
                if attempt > limits.retries:
                    raise VisionCallError(str(why), attempt) from why
                sleep(backoff if why.wait is None else min(why.wait, limits.retry_after_cap))
    raise AssertionError("unreachable: the last attempt returns or raises")


def _waits(limits: Vision) -> Iterator[float]:
    """Exponential backoff with jitter, in s."""
    for retry in range(limits.retries + 1):
        yield limits.backoff_seconds * 2**retry * random.uniform(0.5, 1.0)


def _call(client: httpx.Client, png: bytes, to: Endpoint, limits: Vision, attempt: int) -> Answer:
    try:
        with client.stream("POST", f"{to.base_url}/chat/completions", json=_payload(png, to, limits)) as response:
            status, body = response.status_code, _body(response, limits, attempt)
    except (httpx.TimeoutException, httpx.NetworkError, httpx.RemoteProtocolError) as error:
        raise _Retry(type(error).__name__) from error
    except (httpx.HTTPError, httpx.InvalidURL) as error:
        raise VisionCallError(type(error).__name__, attempt) from error
    if status in RETRIED:
        raise _Retry(f"HTTP {status}", _retry_after(response.headers.get("Retry-After")))
    if status != 200:
        raise VisionCallError(f"HTTP {status}", attempt)
    return _answer(body, attempt)


def _body(response: httpx.Response, limits: Vision, attempt: int) -> bytes:
    body = bytearray()
    for chunk in response.iter_bytes():
        body += chunk
        if len(body) > limits.answer_bytes:
            raise VisionCallError(f"answer over {limits.answer_bytes} bytes", attempt)
    return bytes(body)


def _payload(png: bytes, to: Endpoint, limits: Vision) -> dict[str, Any]:
    image = {"type": "image_url", "image_url": {"url": "data:image/png;base64," + base64.b64encode(png).decode()}}
    content = [{"type": "text", "text": PROMPT}, image]
    return {
        "model": to.model,
        "temperature": 0,
        "max_tokens": limits.max_tokens,
        "messages": [{"role": "user", "content": content}],
    }


def _retry_after(value: str | None) -> float | None:
    """Seconds of a Retry-After header; None where it is missing or a date."""
    try:
        return max(0.0, float(value)) if value is not None else None
    except ValueError:
        return None


def _answer(body: bytes, attempt: int) -> Answer:
    """The reply's first choice. Raises VisionCallError for bodies that are no chat completion."""
    try:
        data = json.loads(body)
        choice = data["choices"][0]
        text = choice["message"]["content"]
        finish_reason = choice["finish_reason"]
    except (ValueError, KeyError, IndexError, TypeError) as error:
        raise VisionCallError("the body is no chat completion", attempt) from error
    usage = data.get("usage") if isinstance(data.get("usage"), dict) else {}
    return Answer(
        text=text if isinstance(text, str) else "",
        finish_reason=str(finish_reason),
        model=str(data.get("model") or ""),
        fingerprint=data.get("system_fingerprint"),
        tokens=sum(int(usage.get(name) or 0) for name in ("prompt_tokens", "completion_tokens")),
        attempts=attempt,
    )

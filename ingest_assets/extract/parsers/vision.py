"""The vision route: pages that OCR could not read well enough, transcribed by a configured model and labelled as generated."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field, replace

from ingest_assets.extract.ocr.render import rendered
from ingest_assets.extract.protocol import UNSET, ReadRequest
from ingest_assets.extract.vision.blocks import Transcript, transcript
from ingest_assets.extract.vision.budget import Budget
from ingest_assets.extract.vision.checks import rejection, unverified_numbers
from ingest_assets.extract.vision.client import Answer, VisionCallError, transcribe
from ingest_assets.extract.vision.endpoint import Endpoint, endpoint
from ingest_assets.extract.vision.picture import page_png
from ingest_assets.extract.vision.prompt import PROMPT_HASH
from ingest_assets.images.decode import FORMATS, PixelLimitError, Raster, UnreadableImageError, frames
from ingest_assets.images.turned import displayed
from ingest_assets.model import Block, ExtractedPage, Extraction, Finding, Json, PageTriage, Route, Span, Table
from ingest_assets.pdf.pages import PAGE_FAULTS, PageUnreadableError
from ingest_assets.problems import Problem

FAULTS: tuple[type[Exception], ...] = (PageUnreadableError, PixelLimitError, *PAGE_FAULTS)


@dataclass(slots=True)
class _Collected:
    """What the pages gave so far; ``budget`` is the document's."""

    budget: Budget
    pages: list[ExtractedPage] = field(default_factory=list)
    blocks: list[Block] = field(default_factory=list)
    tables: list[Table] = field(default_factory=list)
    findings: list[Finding] = field(default_factory=list)


class Vision:
    """Off unless an endpoint is configured. ``request.prior`` holds what OCR read; a page that it does not return keeps that."""

    name = "vision"
    revision = 1
    engines: tuple[str, ...] = ()
    formats = FORMATS | {"pdf"}
    routes: frozenset[Route] = frozenset({"vision"})
    settings: tuple[str, ...] = ("ocr", "vision")

    def configured_versions(self) -> tuple[str, ...]:
        """The model and the question it is asked: another one of either reads its pages again.

        ``UNSET`` where no model is configured: what one has read elsewhere stands. The client library is not among them, since
        it carries the answer and does not change it.
        """
        to = endpoint()
        model = UNSET if to is None else re.sub(r"[^\w.]", "_", to.model)
        return (f"model-{model}", f"prompt-{PROMPT_HASH}")

    def read(self, request: ReadRequest) -> Extraction:
        """The pages whose transcription passed every check; the others with a note."""
        to = endpoint()
        if to is None:
            return Extraction()
        done = _Collected(budget=Budget(source=request.raw.source))
        pictures = _pictures(request)
        for triaged in request.pages:
            pixels = next((pixels for number, pixels in pictures if number == triaged.page), None)
            if pixels is None:
                continue
            spent = done.budget.take_page(request.settings.vision)
            if spent is None:
                _read_page(request, triaged, pixels, to, done)
            else:
                done.findings.append(_note(Problem.VISION_BUDGET_EXCEEDED, triaged.page, spent))
        return Extraction(
            pages=tuple(done.pages), blocks=tuple(done.blocks), tables=tuple(done.tables), findings=tuple(done.findings)
        )


def is_configured() -> bool:
    """True when pages may be sent to a model."""
    return endpoint() is not None


def _pictures(request: ReadRequest) -> Iterator[tuple[int, Raster]]:
    """Number and pixels of the asked pages, in order."""
    limits = request.settings.ocr
    wanted = [triaged.page for triaged in request.pages]
    if request.pdf is None:
        try:
            for frame in frames(request.path, pixel_limit=limits.pixels, frame_limit=limits.image_frames):
                if frame.number in wanted:
                    yield frame.number, frame.grey if frame.colour is None else frame.colour
        except (PixelLimitError, UnreadableImageError):
            return
        return
    for number in wanted:
        try:
            raster = rendered(request.pdf.page(number), limits)
        except FAULTS:
            continue
        yield number, raster.grey if raster.colour is None else raster.colour


def _read_page(request: ReadRequest, triaged: PageTriage, pixels: Raster, to: Endpoint, done: _Collected) -> None:
    limits = request.settings.vision
    try:
        answer = transcribe(page_png(pixels, limits), to, limits)
    except VisionCallError as error:
        done.findings.append(_note(Problem.VISION_REJECTED, triaged.page, str(error)))
        return
    done.budget.spend(answer.tokens)
    words = _ocr_words(request, triaged.page)
    ocr_text = " ".join(span.text for span in words)
    reason = rejection(answer, ocr_text, limits)
    if reason:
        done.findings.append(_note(Problem.VISION_REJECTED, triaged.page, reason))
        return
    suspicious = unverified_numbers(answer.text, ocr_text)
    if suspicious:
        done.findings.append(_note(Problem.VISION_NUMBERS_UNVERIFIED, triaged.page, ", ".join(suspicious[:20])))
    read = transcript(
        answer.text,
        triaged.page,
        words,
        suspicious=suspicious,
        aligned_share=limits.aligned_share,
        first_table=len(done.tables),
    )
    done.blocks.extend(read.blocks)
    done.tables.extend(read.tables)
    done.pages.append(_page(triaged, answer, to, read, suspicious))


def _ocr_words(request: ReadRequest, page: int) -> tuple[Span, ...]:
    """The words that OCR read, their boxes in the displayed frame."""
    content = next((prior.content for prior in request.prior if prior.page == page), None)
    if content is None:
        return ()
    if not content.turned:
        return content.spans
    return tuple(replace(span, bbox=displayed(span.bbox, content)) for span in content.spans)


def _page(
    triaged: PageTriage, answer: Answer, to: Endpoint, read: Transcript, suspicious: tuple[str, ...]
) -> ExtractedPage:
    generated: dict[str, Json] = {
        "model": answer.model or to.model,
        "endpoint_host": to.host,
        "prompt_hash": PROMPT_HASH,
        "system_fingerprint": answer.fingerprint,
        "finish_reason": answer.finish_reason,
        "tokens": answer.tokens,
        "attempts": answer.attempts,
        "unverified_numbers": list(suspicious),
    }
    characters = sum(len(block.text) for block in read.blocks)
    characters += sum(len(cell) for table in read.tables for row in table.rows for cell in row)
    return ExtractedPage(
        page=triaged.page,
        page_class=triaged.page_class,
        route="vision",
        parser="",
        parser_version="",
        characters=characters,
        signals={**triaged.signals, "model_generated": True, "vision": generated},
    )


def _note(code: Problem, page: int, detail: str) -> Finding:
    return Finding(code=code, severity=code.about.severity, page=page, detail=detail)


PARSER = Vision()

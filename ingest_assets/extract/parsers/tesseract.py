"""OCR of scans, broken text layers, image regions and image files with Tesseract: words with boxes, confidences and ruling lines."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from functools import partial

from ingest_assets.extract.containers import container_finding
from ingest_assets.extract.ocr import engine
from ingest_assets.extract.ocr.attempts import PageRaster, read_page
from ingest_assets.extract.ocr.content import content_of
from ingest_assets.extract.ocr.judge import Judgement, judge, without_text
from ingest_assets.extract.ocr.layer_proof import agreement, is_doubted_for_its_words, is_shown
from ingest_assets.extract.ocr.mixed import inside_images, merged, native_part
from ingest_assets.extract.ocr.reading import Reading
from ingest_assets.extract.ocr.render import images_only, reduced, rendered
from ingest_assets.extract.ocr.side_by_side import Task, read_side_by_side
from ingest_assets.extract.programs import missing_program
from ingest_assets.extract.protocol import ReadRequest
from ingest_assets.images.decode import FORMATS, PixelLimitError, UnreadableImageError, frames, pixel_limit_finding
from ingest_assets.model import ExtractedPage, Extraction, Finding, PageContent, PageTriage, Route
from ingest_assets.pdf.pages import PAGE_FAULTS, PageUnreadableError, PdfPages
from ingest_assets.problems import Problem

FAULTS: tuple[type[Exception], ...] = (PageUnreadableError, *PAGE_FAULTS)
PageRead = tuple[ExtractedPage, tuple[Finding, ...]]


class Tesseract:
    """Reads each page for itself; a page that fails costs only itself."""

    name = "tesseract"
    revision = 3
    engines: tuple[str, ...] = ("opencv-python-headless", "pillow", "pymupdf")
    formats = FORMATS | {"pdf"}
    routes: frozenset[Route] = frozenset({"ocr"})
    settings = ("ocr", "ocr_languages")

    def program_versions(self) -> tuple[str, ...]:
        """The binary's version and the hashes of the language data."""
        return engine.program_versions()

    def read(self, request: ReadRequest) -> Extraction:
        """The asked pages. Without Tesseract the whole document is held by missing_program."""
        tasks = _pdf_pages(request, request.pdf) if request.pdf is not None else _frames(request)
        try:
            read = list(read_side_by_side(tasks, pixels=request.settings.ocr.pixels))
        except engine.MissingProgramError as error:
            return Extraction(findings=(missing_program(str(error)),))
        return Extraction(
            pages=tuple(page for page, _ in read), findings=tuple(one for _, found in read for one in found)
        )


def _pdf_pages(request: ReadRequest, pdf: PdfPages) -> Iterator[Task[PageRead]]:
    for triaged in request.pages:
        try:
            yield (
                _mixed_page(request, pdf, triaged)
                if triaged.page_class == "mixed"
                else _pdf_page(request, pdf, triaged)
            )
        except PixelLimitError as error:
            yield _known(_unread(triaged), pixel_limit_finding(error, triaged.page))
        except FAULTS as error:
            yield _known(_unread(triaged), without_text(triaged.page, f"cannot be rendered: {error}"))


def _known(page: ExtractedPage, *findings: Finding) -> Task[PageRead]:
    """A page of which there is nothing to read."""
    return Task(pixels=0, run=lambda: (page, findings))


def _pdf_page(request: ReadRequest, pdf: PdfPages, triaged: PageTriage) -> Task[PageRead]:
    raster = rendered(pdf.page(triaged.page), request.settings.ocr)
    layer = pdf.content(triaged.page) if is_doubted_for_its_words(triaged) else None

    def closer(read: PageRead) -> Task[PageRead] | None:
        if not _is_small_print(read[0], raster.dpi, request):
            return None
        larger = rendered(pdf.page(triaged.page), request.settings.ocr, dpi=request.settings.ocr.small_print_dpi)
        return Task(pixels=larger.grey.size, run=partial(_whole_raster, request, triaged, larger, layer))

    return Task(pixels=raster.grey.size, run=partial(_whole_raster, request, triaged, raster, layer), again=closer)


def _whole_raster(
    request: ReadRequest, triaged: PageTriage, raster: PageRaster, layer: PageContent | None = None
) -> PageRead:
    """A picture of the whole page. A doubted ``layer`` that it shows letter by letter stands where OCR could not be believed."""
    settings = request.settings
    reading = read_page(raster, settings.ocr_languages, settings.ocr)
    judgement = judge(reading, triaged.page, settings.ocr, languages=settings.ocr_languages)
    page = _page(triaged, reading, judgement, content_of(reading, triaged.page, raster.dpi))
    if layer is None or not judgement.held:
        return page, judgement.findings
    agreed = agreement(layer, reading.words, raster.dpi)
    page = replace(page, signals={**page.signals, "layer_agreement": round(agreed, 3)})
    return (_native(page, layer), ()) if is_shown(agreed, settings.ocr) else (page, judgement.findings)


def _native(page: ExtractedPage, layer: PageContent) -> ExtractedPage:
    return replace(
        page,
        page_class="clean_digital",
        route="native",
        confidence=None,
        content=layer,
        characters=layer.characters,
    )


def _is_small_print(page: ExtractedPage, dpi: float, request: ReadRequest) -> bool:
    """True when a page that was rendered at the default resolution has print too small for it."""
    limits = request.settings.ocr
    height = page.signals["x_height"]
    return isinstance(height, float) and dpi == limits.render_dpi and 0 < height < limits.small_x_height


def _mixed_page(request: ReadRequest, pdf: PdfPages, triaged: PageTriage) -> Task[PageRead]:
    settings = request.settings
    native = native_part(pdf.content(triaged.page), pdf.paint(triaged.page))
    raster = images_only(rendered(pdf.page(triaged.page), settings.ocr), native)
    return Task(pixels=raster.grey.size, run=partial(_images_of_page, request, triaged, native, raster))


def _images_of_page(request: ReadRequest, triaged: PageTriage, native: PageContent, raster: PageRaster) -> PageRead:
    """Native words and the words of the images in one content; what the images say badly is left out."""
    settings = request.settings
    reading = read_page(raster, settings.ocr_languages, settings.ocr, may_turn=False)
    words = tuple(inside_images(reading.words, [image.bbox for image in native.images], raster.dpi))
    part = replace(reading, words=words)
    judgement = judge(part, triaged.page, settings.ocr, languages=settings.ocr_languages, region=True)
    content = native if judgement.blank or judgement.held else merged(native, words, raster.dpi)
    page = _page(triaged, reading, judgement, content)
    if judgement.blank:
        page = replace(page, page_class="clean_digital", route="native", confidence=None)
    return page, judgement.findings


def _frames(request: ReadRequest) -> Iterator[Task[PageRead]]:
    """The frames of an image file. A frame cut off in its data is read as far as it goes and held as corrupt."""
    settings = request.settings
    wanted = {page.page: page for page in request.pages}
    reached = 0
    try:
        for frame in frames(request.path, pixel_limit=settings.ocr.pixels, frame_limit=settings.ocr.image_frames):
            reached = frame.number
            if frame.number not in wanted:
                continue
            raster = reduced(frame, settings.ocr)
            run = partial(_frame, request, wanted[frame.number], raster, cut=frame.cut)
            yield Task(pixels=raster.grey.size, run=run)
    except PixelLimitError:
        pass  # triage has met it and named it
    except UnreadableImageError as error:
        for number, page in wanted.items():
            if number > reached:
                yield _known(_unread(page), _corrupt(str(error), number))


def _frame(request: ReadRequest, triaged: PageTriage, raster: PageRaster, *, cut: bool) -> PageRead:
    page, found = _whole_raster(request, triaged, raster)
    return page, (*found, _corrupt("the end of the image data is missing", triaged.page)) if cut else found


def _corrupt(detail: str, page: int) -> Finding:
    return replace(container_finding(Problem.CORRUPT, detail), page=page)


def _page(triaged: PageTriage, reading: Reading, judgement: Judgement, content: PageContent) -> ExtractedPage:
    if judgement.blank:
        content = replace(content, spans=tuple(span for span in content.spans if span.route != "ocr"))
    signals = {
        **triaged.signals,
        "attempts": list(reading.history),
        "attempt": reading.attempt,
        "uncovered": round(reading.uncovered, 4),
        "filled_words": reading.filled,
        "dropped_ink": reading.dropped_ink,
        "turned": content.turned,
        "x_height": reading.x_height(),
        **judgement.proof.signals(),
    }
    return ExtractedPage(
        page=triaged.page,
        page_class="blank" if judgement.blank else triaged.page_class,
        route="none" if judgement.blank else "ocr",
        parser="",
        parser_version="",
        characters=content.characters,
        signals=signals,
        confidence=None if judgement.blank else round(reading.confidence, 1),
        content=content,
    )


def _unread(triaged: PageTriage) -> ExtractedPage:
    return ExtractedPage(
        page=triaged.page,
        page_class=triaged.page_class,
        route="none",
        parser="",
        parser_version="",
        characters=0,
        signals=triaged.signals,
    )


PARSER = Tesseract()

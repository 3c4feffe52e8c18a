"""Triage of image files: every frame is a page, either a scan or blank."""

from __future__ import annotations

from pathlib import Path

from ingest_assets.images.decode import Frame, PixelLimitError, UnreadableImageError, frames, pixel_limit_finding
from ingest_assets.images.ink import ink_of, linked, shows_text
from ingest_assets.model import PageTriage, Sniffed, Triage
from ingest_assets.settings import Settings


def triage_image(path: Path, sniffed: Sniffed, settings: Settings) -> Triage:
    """One PageTriage per frame. A frame without text-like ink is blank; a doubtful one is a scan, because OCR can still find it blank;
    one whose data is cut off is never blank, and the OCR parser says so.

    A frame that no decoder takes is sent on as a scan, so that the OCR parser names the fault; over the pixel limit nothing is decoded.
    """
    pages: list[PageTriage] = []
    try:
        for frame in frames(path, pixel_limit=settings.ocr.pixels, frame_limit=settings.ocr.image_frames):
            pages.append(page_of(frame, settings))
    except PixelLimitError as error:
        return Triage(pages=tuple(pages), findings=(pixel_limit_finding(error, len(pages) + 1),))
    except UnreadableImageError as error:
        pages.append(
            PageTriage(
                page=len(pages) + 1, page_class="scan", route="ocr", characters=0, signals={"unreadable": str(error)}
            )
        )
    return Triage(pages=tuple(pages), metadata={"frames": len(pages), "image_format": sniffed.format})


def page_of(frame: Frame, settings: Settings) -> PageTriage:
    """Class of one frame by its ink, with the figures behind it."""
    ink = ink_of(frame.grey, frame.dpi)
    count, share = linked(ink.boxes)
    signals: dict[str, object] = {
        "ink": round(ink.share(), 4),
        "letter_sized": len(ink.boxes),
        "linked": count,
        "linked_share": round(share, 3),
        "dpi": round(frame.dpi, 1),
    }
    blank = not frame.cut and (ink.share() < settings.ocr.blank_ink or not shows_text(frame.grey, frame.dpi, ink))
    return PageTriage(
        page=frame.number,
        page_class="blank" if blank else "scan",
        route="none" if blank else "ocr",
        characters=0,
        signals=signals,
    )

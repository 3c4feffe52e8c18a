"""Text that a reader cannot see, and its visible look-alikes that must stay."""

from __future__ import annotations

from io import BytesIO
from pathlib import Path
from typing import Any

import numpy as np
import pymupdf
import pytest
from PIL import Image

from ingest_assets.pdf.hidden import ink_shows
from ingest_assets.pdf.pages import PdfPages
from ingest_assets.pdf.paint import cover_of
from ingest_assets.pdf.raster import View, render
from ingest_assets_tests.corpus.broken_pdfs import add_lines, picture_of, text_pdf, written

SECRET = "SECRET order to the machine"
BOX = pymupdf.Rect(50, 300, 500, 330)
PLACE = (60.0, 318.0)


def reasons(page: Any, folder: Path) -> set[str | None]:
    """Reasons of the spans with the secret; empty when the engine does not return it at all."""
    path = written(page.parent.tobytes(), folder)
    with PdfPages(path) as pdf:
        return {span.hidden for span in pdf.content(1).spans if "SECRET" in span.text}


@pytest.fixture
def page() -> Any:
    document = pymupdf.open()
    page = document.new_page()
    add_lines(page, ["Plain text that everybody reads."])
    return page


def test_white_on_white(page: Any, tmp_path: Path) -> None:
    page.insert_text(PLACE, SECRET, color=(1, 1, 1))
    assert reasons(page, tmp_path) == {"colour"}


def test_nearly_white_on_white(page: Any, tmp_path: Path) -> None:
    page.insert_text(PLACE, SECRET, color=(0.97, 0.97, 0.98))
    assert reasons(page, tmp_path) == {"colour"}


def test_grey_that_can_be_read_stays(page: Any, tmp_path: Path) -> None:
    page.insert_text(PLACE, SECRET, color=(0.82, 0.82, 0.82))
    assert reasons(page, tmp_path) == {None}


def test_white_on_a_dark_bar_is_visible(page: Any, tmp_path: Path) -> None:
    page.draw_rect(BOX, color=None, fill=(0, 0, 0.4))
    page.insert_text(PLACE, SECRET, color=(1, 1, 1))
    assert reasons(page, tmp_path) == {None}


def test_red_on_red(page: Any, tmp_path: Path) -> None:
    page.draw_rect(BOX, color=None, fill=(0.8, 0, 0))
    page.insert_text(PLACE, SECRET, color=(0.8, 0, 0))
    assert reasons(page, tmp_path) == {"colour"}


@pytest.mark.parametrize("fill", [(1, 1, 1), (0, 0, 0)], ids=["white box", "black redaction bar"])
def test_covered_by_a_later_box(page: Any, tmp_path: Path, fill: tuple[float, ...]) -> None:
    page.insert_text(PLACE, SECRET)
    page.draw_rect(BOX, color=None, fill=fill)
    assert reasons(page, tmp_path) == {"covered"}


def test_covered_by_strips_side_by_side(page: Any, tmp_path: Path) -> None:
    page.insert_text(PLACE, SECRET)
    for left in range(50, 500, 50):
        page.draw_rect(pymupdf.Rect(left, 300, left + 50, 330), color=None, fill=(1, 1, 1))
    assert reasons(page, tmp_path) == {"covered"}


def test_boxes_over_half_of_a_line_do_not_hide_the_other_half(page: Any, tmp_path: Path) -> None:
    page.insert_text(PLACE, SECRET)
    for left in (50, 90):
        page.draw_rect(pymupdf.Rect(left, 300, left + 40, 330), color=None, fill=(1, 1, 1))
    assert reasons(page, tmp_path) == {None}


def test_a_layer_that_is_switched_off(page: Any, tmp_path: Path) -> None:
    for name, on, where in (("draft", False, PLACE), ("plan", True, (60.0, 500.0))):
        page.insert_text(where, SECRET if not on else "SECRET to nobody", oc=page.parent.add_ocg(name, on=on))
    path = written(page.parent.tobytes(), tmp_path)
    with PdfPages(path) as pdf:
        found = {span.text: span.hidden for span in pdf.content(1).spans}
    assert found == {"Plain text that everybody reads.": None, "SECRET to nobody": None, SECRET: "layer"}


def test_a_box_below_the_text_covers_nothing(page: Any, tmp_path: Path) -> None:
    page.draw_rect(BOX, color=None, fill=(0.9, 0.9, 1))
    page.insert_text(PLACE, SECRET)
    assert reasons(page, tmp_path) == {None}


def test_a_transparent_highlight_covers_nothing(page: Any, tmp_path: Path) -> None:
    page.insert_text(PLACE, SECRET)
    page.draw_rect(BOX, color=None, fill=(1, 1, 0), fill_opacity=0.3)
    assert reasons(page, tmp_path) == {None}


def test_covered_by_a_later_picture(page: Any, tmp_path: Path) -> None:
    page.insert_text(PLACE, SECRET)
    page.insert_image(BOX, stream=picture_of(text_pdf()), keep_proportion=False)
    assert reasons(page, tmp_path) == {"covered"}


def test_a_stamp_with_a_transparent_ground_covers_nothing(page: Any, tmp_path: Path) -> None:
    stamp = BytesIO()
    Image.new("RGBA", (90, 10), (0, 0, 0, 0)).save(stamp, "png")
    page.insert_text(PLACE, SECRET)
    page.insert_image(BOX, stream=stamp.getvalue(), keep_proportion=False)
    assert reasons(page, tmp_path) == {None}


def test_render_mode_three_on_a_digital_page(page: Any, tmp_path: Path) -> None:
    page.insert_text(PLACE, SECRET, render_mode=3)
    assert reasons(page, tmp_path) == {"invisible"}


def test_render_mode_three_over_a_page_picture_is_an_ocr_layer(page: Any, tmp_path: Path) -> None:
    page.insert_image(page.rect, stream=picture_of(text_pdf()))
    page.insert_text(PLACE, SECRET, render_mode=3)
    assert reasons(page, tmp_path) == {None}


def test_fully_transparent(page: Any, tmp_path: Path) -> None:
    page.insert_text(PLACE, SECRET, fill_opacity=0)
    assert reasons(page, tmp_path) & {"transparent", "invisible"}


def test_smaller_than_two_points(page: Any, tmp_path: Path) -> None:
    page.insert_text(PLACE, SECRET, fontsize=0.8)
    assert reasons(page, tmp_path) == {"tiny"}


def test_off_the_page(page: Any, tmp_path: Path) -> None:
    page.insert_text((-500, 300), SECRET)
    assert None not in reasons(page, tmp_path)


def test_outside_its_clip_path(page: Any, tmp_path: Path) -> None:
    page.insert_text(PLACE, SECRET)
    page.insert_text((60, 400), "shown in its SECRETARY's clip")
    xref = page.get_contents()[1]
    stream = page.parent.xref_stream(xref)
    page.parent.update_stream(xref, b"q 0 0 20 20 re W n " + stream + b" Q")
    with PdfPages(written(page.parent.tobytes(), tmp_path)) as pdf:
        found = {span.text: span.hidden for span in pdf.content(1).spans if "SECRET" in span.text}
    assert found == {SECRET: "clipped", "shown in its SECRETARY's clip": None}


def test_hidden_text_is_found_on_a_rotated_page(page: Any, tmp_path: Path) -> None:
    page.insert_text(PLACE, SECRET, color=(1, 1, 1))
    page.insert_text((60, 400), "SECRETLY visible")
    page.set_rotation(90)
    with PdfPages(written(page.parent.tobytes(), tmp_path)) as pdf:
        found = {span.text.strip(): span.hidden for span in pdf.content(1).spans}
    assert found[SECRET] == "colour"
    assert found["SECRETLY visible"] is None


def test_ink_beside_a_frame_does_not_make_white_text_visible() -> None:
    pixels = np.full((10, 100, 3), 255, dtype=np.int16)
    pixels[9, :50] = 0
    assert not ink_shows(pixels, (255, 255, 255))
    pixels[3:6, ::4] = 0
    assert ink_shows(pixels, (0, 0, 0))


def test_strips_are_summed_and_overlaps_counted_once() -> None:
    strips = [(0.0, 10.0 * row, 100.0, 10.0 * row + 10) for row in range(10)]
    assert cover_of(strips, 100, 100) == 1.0
    assert cover_of([(0, 0, 50, 100), (0, 0, 50, 100)], 100, 100) == 0.5
    assert cover_of([(-100, -100, 50, 100)], 100, 100) == 0.5
    assert cover_of([], 100, 100) == 0.0


def test_a_page_rendered_in_parts_looks_like_the_whole(page: Any) -> None:
    page.draw_rect(BOX, color=None, fill=(0.2, 0, 0.4))
    page.insert_text(PLACE, SECRET, color=(1, 1, 1))
    whole, parts = render(page), View(page)
    for box in ((40, 290, 510, 340), (0, 0, 20, 20), (500, 700, 900, 1200), (30, 40, 500, 80)):
        assert np.array_equal(parts.cut(box), whole.cut(box))
    assert np.array_equal(parts.reduced((60, 310, 90, 320), 1.0), whole.cut((60, 310, 90, 320)))


def test_large_white_type_on_white_is_hidden_although_other_text_crosses_it(page: Any, tmp_path: Path) -> None:
    page.insert_text((60, 330), SECRET, color=(1, 1, 1), fontsize=30)
    middle = 60 + pymupdf.get_text_length(SECRET, fontsize=30) / 2
    for row in range(6):
        page.insert_text((middle - 12, 305 + 7 * row), "HMHMHM", fontsize=6)
    assert reasons(page, tmp_path) == {"colour"}


def test_a_light_watermark_over_the_page_is_visible(page: Any, tmp_path: Path) -> None:
    page.insert_text((60, 500), "SECRET", color=(0.8, 0.8, 0.8), fontsize=140)
    assert reasons(page, tmp_path) == {None}

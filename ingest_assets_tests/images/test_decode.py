"""Every kind of raster becomes the same thing: grey, upright, on white, 8 bit, square pixels."""

from __future__ import annotations

from io import BytesIO
from pathlib import Path

import numpy as np
import pytest
from PIL import Image

from ingest_assets.images.decode import Frame, PixelLimitError, UnreadableImageError, frames
from ingest_assets_tests.corpus.scans import Pixels, encoded, tiff


def decoded(data: bytes, folder: Path, *, pixel_limit: int = 10_000_000) -> list[Frame]:
    path = folder / "blob"
    path.write_bytes(data)
    return list(frames(path, pixel_limit=pixel_limit, frame_limit=10))


def corner(height: int = 60, width: int = 90) -> Pixels:
    """White with a black square in the upper left corner."""
    pixels = np.full((height, width), 255, np.uint8)
    pixels[5:20, 5:20] = 0
    return pixels


@pytest.mark.parametrize("kind", ["png", "jpeg", "tiff", "webp", "gif", "bmp"])
def test_each_format_gives_the_same_pixels(kind: str, tmp_path: Path) -> None:
    (frame,) = decoded(encoded(corner(), kind), tmp_path)
    assert np.abs(frame.grey.astype(int) - corner()).mean() < 3
    assert frame.colour is None


def test_exif_turn_is_applied(tmp_path: Path) -> None:
    exif = Image.Exif()
    exif[0x0112] = 6  # the camera lay on its side
    (frame,) = decoded(encoded(np.rot90(corner()).copy(), "jpeg", exif=exif), tmp_path)
    assert frame.grey.shape == (60, 90)
    assert frame.grey[10, 10] < 50


def test_transparent_black_text_lies_on_white(tmp_path: Path) -> None:
    rgba = np.zeros((60, 90, 4), np.uint8)
    rgba[5:20, 5:20, 3] = 255
    (frame,) = decoded(encoded(rgba), tmp_path)
    assert frame.grey[40, 60] == 255
    assert frame.grey[10, 10] == 0


def test_wide_samples_are_shifted_by_the_width_in_use(tmp_path: Path) -> None:
    for white in (65535, 4095):
        wide = (corner().astype(np.uint32) * white // 255).astype(np.uint16)
        (frame,) = decoded(encoded(wide), tmp_path)
        assert frame.grey[40, 60] == 255
        assert frame.grey[10, 10] == 0


def test_cmyk_and_palette_become_grey(tmp_path: Path) -> None:
    for mode, kind in (("CMYK", "TIFF"), ("P", "PNG")):
        buffer = BytesIO()
        Image.fromarray(corner()).convert("RGB").convert(mode).save(buffer, kind)
        (frame,) = decoded(buffer.getvalue(), tmp_path)
        assert frame.grey[40, 60] > 250
        assert frame.grey[10, 10] < 50


def test_fax_pixels_are_made_square(tmp_path: Path) -> None:
    (frame,) = decoded(encoded(corner(100, 200), "tiff", dpi=(204.0, 98.0)), tmp_path)
    assert frame.grey.shape == (208, 200)
    assert frame.dpi == pytest.approx(204)


def test_light_on_dark_is_inverted_and_a_dark_scan_is_not(tmp_path: Path) -> None:
    (inverted,) = decoded(encoded(255 - corner()), tmp_path)
    assert inverted.grey[10, 10] < 50 < inverted.grey[40, 60]
    dark = np.where(corner() == 0, 5, 48).astype(np.uint8)
    (kept,) = decoded(encoded(dark), tmp_path)
    assert kept.grey[10, 10] == 5


def test_colour_is_kept_beside_grey(tmp_path: Path) -> None:
    rgb = np.repeat(corner()[:, :, None], 3, axis=2)
    rgb[30:50, 30:60] = (40, 60, 200)
    (frame,) = decoded(encoded(rgb), tmp_path)
    assert frame.colour is not None
    assert frame.colour.shape == (60, 90, 3)


def test_every_tiff_page_is_a_frame_and_thumbnails_are_none(tmp_path: Path) -> None:
    assert [frame.number for frame in decoded(tiff([corner()] * 3), tmp_path)] == [1, 2, 3]
    buffer = BytesIO()
    thumbnail = Image.fromarray(corner())
    thumbnail.encoderinfo = {"tiffinfo": {254: 1}}
    Image.fromarray(corner(100, 100)).save(buffer, "TIFF", save_all=True, append_images=[thumbnail])
    assert [frame.grey.shape for frame in decoded(buffer.getvalue(), tmp_path)] == [(100, 100)]


def test_of_an_animation_the_first_frame_is_read(tmp_path: Path) -> None:
    buffer = BytesIO()
    Image.fromarray(corner()).save(buffer, "GIF", save_all=True, append_images=[Image.fromarray(255 - corner())])
    assert len(decoded(buffer.getvalue(), tmp_path)) == 1


@pytest.mark.parametrize(("dpi", "inches"), [(300, 1.0), (None, 8.27), (1, 8.27)])
def test_a_page_without_a_believable_resolution_is_an_a4_page(dpi: float | None, inches: float, tmp_path: Path) -> None:
    pixels = np.full((1000, 300 if inches == 1.0 else 800), 255, np.uint8)
    (frame,) = decoded(encoded(pixels, dpi=dpi), tmp_path)
    assert frame.width / 72 == pytest.approx(inches, rel=0.01)


def test_pixels_are_counted_before_anything_is_decoded(tmp_path: Path) -> None:
    with pytest.raises(PixelLimitError, match="5400 pixels, limit 5000"):
        decoded(encoded(corner()), tmp_path, pixel_limit=5000)


def test_a_cut_image_is_read_as_far_as_it_goes(tmp_path: Path) -> None:
    noise = np.random.default_rng(0).integers(0, 255, (200, 200)).astype(np.uint8)
    data = encoded(noise, "jpeg")
    (frame,) = decoded(data[: len(data) // 2], tmp_path)
    assert frame.cut
    (whole,) = decoded(data, tmp_path)
    assert not whole.cut


@pytest.mark.parametrize(
    "data", [b"", b"\x89PNG\r\n\x1a\n" + b"\0" * 40, b"\xff\xd8\xff\xe0 no image", b"II*\0\x08\0\0\0"]
)
def test_what_no_decoder_takes_is_named(data: bytes, tmp_path: Path) -> None:
    with pytest.raises(UnreadableImageError):
        decoded(data, tmp_path)

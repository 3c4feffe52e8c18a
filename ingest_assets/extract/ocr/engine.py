"""One call of Tesseract: a grey raster in, words with boxes and confidences out."""

from __future__ import annotations

import hashlib
import os
import re
import shutil
import subprocess
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cache
from itertools import pairwise
from pathlib import Path
from tempfile import NamedTemporaryFile
from typing import Any

import pytesseract
from lxml import etree

from ingest_assets.images.decode import Raster
from ingest_assets.model import BBox

BINARY = "tesseract"
os.environ.setdefault(
    "OMP_THREAD_LIMIT", "1"
)  # its threads cost five times the CPU on two busy cores (triage-ocr.md section 6)
WALL_FACTOR = 10  # wall s per CPU s: a busy host stretches a call (execution.md section 1)
NUMBER = r"(-?\d+(?:\.\d+)?)"
BOX = re.compile(rf"bbox {NUMBER} {NUMBER} {NUMBER} {NUMBER}")
SIZE = re.compile(rf"x_size {NUMBER}")
DESCENDERS = re.compile(rf"x_descenders {NUMBER}")
ASCENDERS = re.compile(rf"x_ascenders {NUMBER}")
CONFIDENCE = re.compile(rf"x_wconf {NUMBER}")
LINE_CLASSES = {"ocr_line", "ocr_header", "ocr_caption", "ocr_textfloat"}


@dataclass(frozen=True, slots=True, kw_only=True)
class Word:
    """One word in pixels of the raster that was read. ``line`` counts lines in reading order, ``block`` groups of lines; ``size`` is the line's type size."""

    text: str
    bbox: BBox
    confidence: float
    line: int
    block: int = 0
    size: float = 0.0
    x_height: float = 0.0
    direction: tuple[float, float] = (1.0, 0.0)


def scaled(words: Sequence[Word], factor: float) -> tuple[Word, ...]:
    """The words in a raster that is ``factor`` times as large."""
    if factor == 1.0:
        return tuple(words)
    return tuple(
        replace(
            word,
            bbox=(word.bbox[0] * factor, word.bbox[1] * factor, word.bbox[2] * factor, word.bbox[3] * factor),
            size=word.size * factor,
            x_height=word.x_height * factor,
        )
        for word in words
    )


class MissingProgramError(Exception):
    """Tesseract or the data of a language is not installed; the message names the Debian package."""


class EngineFaultError(Exception):
    """Tesseract died or took too long on this raster; the message says which."""


def recognise(
    grey: Raster, dpi: float, languages: Sequence[str], *, psm: int = 3, cpu_seconds: float = 60
) -> tuple[Word, ...]:
    """Words in Tesseract's reading order. Raises MissingProgramError, and EngineFaultError when it died or took too long."""
    _require(languages)
    options = f"--oem 1 --psm {psm} --dpi {round(max(dpi, 70))}"
    with NamedTemporaryFile(suffix=".pgm") as picture:  # raw pixels: packing them as PNG costs more than writing them
        picture.write(f"P5 {grey.shape[1]} {grey.shape[0]} 255\n".encode() + grey.tobytes())
        picture.flush()
        try:
            hocr = pytesseract.image_to_pdf_or_hocr(
                picture.name,
                lang="+".join(languages),
                config=options,
                extension="hocr",
                timeout=WALL_FACTOR * cpu_seconds,
            )
        except pytesseract.TesseractError as error:
            raise EngineFaultError(f"Tesseract ended with status {error.status}") from error
        except RuntimeError as error:  # pytesseract's timeout
            raise EngineFaultError(f"Tesseract took over {WALL_FACTOR * cpu_seconds:g} s") from error
    return tuple(words_of(hocr))


def words_of(hocr: bytes) -> Iterator[Word]:
    """The words of an hOCR page in the order of the file."""
    root = etree.fromstring(
        hocr, etree.XMLParser(recover=True, resolve_entities=False, load_dtd=False, no_network=True)
    )
    if root is None:
        return
    number = 0
    for block, area in enumerate(node for node in root.iter() if node.get("class") == "ocr_carea"):
        for line in area.iter():
            if line.get("class") in LINE_CLASSES:
                yield from _words_of_line(line, number, block)
                number += 1


def _words_of_line(line: Any, number: int, block: int) -> Iterator[Word]:
    title = line.get("title", "")
    size = _figure(SIZE, title)
    x_height = size - _figure(DESCENDERS, title) - _figure(ASCENDERS, title)
    words: list[Word] = []
    for node in line.iter():
        text = "".join(node.itertext()).strip() if node.get("class") == "ocrx_word" else ""
        box = BOX.search(node.get("title", ""))
        if text and box:
            x0, y0, x1, y1 = (float(value) for value in box.groups())
            confidence = _figure(CONFIDENCE, node.get("title", ""))
            words.append(
                Word(
                    text=text,
                    bbox=(x0, y0, x1, y1),
                    confidence=confidence,
                    line=number,
                    block=block,
                    size=size,
                    x_height=x_height,
                )
            )
    direction = direction_of(words)
    yield from (replace(word, direction=direction) for word in words)


def _figure(pattern: re.Pattern[str], title: str) -> float:
    found = pattern.search(title)
    return float(found.group(1)) if found else 0.0


def direction_of(words: Sequence[Word]) -> tuple[float, float]:
    """Writing direction of a line: rightwards, or up or down the page when each word stands beyond the one before."""
    if len(words) < 2:
        return (1.0, 0.0)
    pairs = list(pairwise(words))
    down = sum(after.bbox[1] >= before.bbox[3] - 2 and _overlap(before, after) for before, after in pairs)
    up = sum(after.bbox[3] <= before.bbox[1] + 2 and _overlap(before, after) for before, after in pairs)
    if down > len(pairs) / 2:
        return (0.0, 1.0)
    return (0.0, -1.0) if up > len(pairs) / 2 else (1.0, 0.0)


def _overlap(a: Word, b: Word) -> bool:
    return min(a.bbox[2], b.bbox[2]) > max(a.bbox[0], b.bbox[0])


@cache
def data_folder() -> Path | None:
    """The folder of the traineddata files that the binary uses, None when Tesseract is not installed."""
    if shutil.which(BINARY) is None:
        return None
    listing = subprocess.run([BINARY, "--list-langs"], capture_output=True, text=True, check=False, timeout=60)
    found = re.search(r'"(.+?)"', listing.stdout + listing.stderr)
    return Path(found.group(1)) if found else None


def _require(languages: Sequence[str]) -> None:
    folder = data_folder()
    if folder is None:
        raise MissingProgramError("tesseract is not installed: apt-get install tesseract-ocr")
    for language in languages:
        if not (folder / f"{language}.traineddata").exists():
            raise MissingProgramError(f"Tesseract has no data for {language}: apt-get install tesseract-ocr-{language}")


@cache
def program_versions() -> tuple[str, ...]:
    """The binary's version and the hash of each traineddata file: what decides the words besides our own code."""
    folder = data_folder()
    if folder is None:
        return ("tesseract-missing",)
    printed = subprocess.run([BINARY, "--version"], capture_output=True, text=True, check=False, timeout=60)
    release = re.search(r"tesseract v?(\S+)", printed.stdout + printed.stderr)
    files = sorted(folder.glob("*.traineddata"))
    hashes = (f"{file.stem}-{hashlib.sha256(file.read_bytes()).hexdigest()[:12]}" for file in files)
    return (f"tesseract-{release.group(1) if release else 'unknown'}", *hashes)

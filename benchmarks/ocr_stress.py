"""Where does OCR stop to be believable? Half pages under 51 kinds and strengths of damage in two languages; sets the limit of doubtful words.

    python -m benchmarks.ocr_stress LABELS [--limit N]

LABELS is the labels.csv of the OCR set: its true texts are cut to 90 words, rendered anew and damaged here. Prints each page's word error rate beside
the figures by which ``judge`` holds it, and writes results/ocr_stress.json: bad pages (WER over 15 %) believed, good pages held.
"""

from __future__ import annotations

import argparse
import csv
import datetime
import json
import random
from collections.abc import Callable, Iterator
from difflib import SequenceMatcher
from pathlib import Path

import cv2
import numpy as np

from ingest_assets.extract.ocr.attempts import PageRaster, read_page
from ingest_assets.extract.ocr.engine import Word
from ingest_assets.extract.ocr.judge import judge
from ingest_assets.problems import Severity
from ingest_assets.thresholds.ocr import Ocr
from ingest_assets_tests.corpus.scans import Pixels, blurred, noisy, rendered, shaded, stamped

RESULT = Path(__file__).parent / "results" / "ocr_stress.json"
BAD = 0.15
Damage = Callable[[Pixels], Pixels]


def jpeg(pixels: Pixels, quality: int) -> Pixels:
    coded = cv2.imencode(".jpg", pixels, [cv2.IMWRITE_JPEG_QUALITY, quality])[1]
    return np.asarray(cv2.imdecode(coded, cv2.IMREAD_GRAYSCALE), np.uint8)


def moved(pixels: Pixels, length: int) -> Pixels:
    kernel = np.zeros((length, length), np.float32)
    kernel[length // 2] = 1 / length
    return np.asarray(cv2.filter2D(pixels, -1, kernel), np.uint8)


def peppered(pixels: Pixels, share: float) -> Pixels:
    chance, result = np.random.default_rng(7).random(pixels.shape), pixels.copy()
    result[chance < share / 2], result[chance > 1 - share / 2] = 0, 255
    return result


def scribbled(pixels: Pixels, strokes: int) -> Pixels:
    dice, result = random.Random(7), pixels.copy()
    for _ in range(strokes):
        x, y = dice.randrange(pixels.shape[1] // 2), dice.randrange(pixels.shape[0])
        points = [(x, y)]
        for _ in range(25):
            x, y = x + dice.randrange(4, 25), y + dice.randrange(-14, 15)
            points.append((x, y))
        cv2.polylines(result, [np.array(points, np.int32)], False, 0, 2, cv2.LINE_AA)  # noqa: FBT003 - OpenCV takes it by position
    return result


def waved(pixels: Pixels, height: float) -> Pixels:
    x, y = np.meshgrid(*(np.arange(size, dtype=np.float32) for size in pixels.shape[::-1]))
    there = (y + height * np.sin(x / pixels.shape[1] * 9.4)).astype(np.float32)
    return np.asarray(cv2.remap(pixels, x, there, cv2.INTER_CUBIC, borderValue=255), np.uint8)


def shone_through(pixels: Pixels, strength: float) -> Pixels:
    back = np.roll(np.fliplr(pixels), 7, axis=0).astype(np.float64)
    return np.minimum(pixels, 255 - (255 - back) * strength).astype(np.uint8)


def one_bit(pixels: Pixels, level: int) -> Pixels:
    return np.where(cv2.GaussianBlur(pixels, (0, 0), 1.2) < level, 0, 255).astype(np.uint8)


def damages() -> Iterator[tuple[str, int, Damage]]:
    """Name, resolution and damage of each kind of page."""
    for sigma in (1.2, 1.8, 2.2, 2.6, 3.2):
        yield f"blur {sigma}", 150, lambda page, sigma=sigma: blurred(page, sigma)
    for sigma in (30, 55, 80, 110):
        yield f"noise {sigma}", 150, lambda page, sigma=sigma: noisy(page, sigma)
    for dpi in (55, 62, 70, 80, 95):
        yield f"{dpi} dpi", dpi, lambda page: page
    for kind, dpi, strengths in (
        (jpeg, 90, (3, 5, 8)),
        (scribbled, 150, (1, 3, 6, 10)),
        (moved, 150, (5, 9, 13)),
        (peppered, 150, (0.05, 0.15, 0.3)),
        (waved, 150, (4, 10, 18)),
        (shone_through, 150, (0.4, 0.7, 0.9)),
        (one_bit, 110, (60, 90, 200, 235)),
        (stamped, 150, (0, 60, 150)),
    ):
        for strength in strengths:
            yield f"{kind.__name__} {strength}", dpi, lambda page, kind=kind, strength=strength: kind(page, strength)
    yield "noise on blur", 120, lambda page: noisy(blurred(page, 1.0), 40)
    yield "noise in shadow", 110, lambda page: noisy(shaded(page, 0.25), 18)


def texts(labels: Path, language: str) -> list[str]:
    """True texts of prose pages."""
    csv.field_size_limit(10**7)
    with labels.open(encoding="utf-8", newline="") as rows:
        return [
            row["true_text"]
            for row in csv.DictReader(rows)
            if row["lang"] == language and row["measure"] == "order" and row["readable"] == "yes"
        ]


def word_error(truth: str, words: tuple[Word, ...]) -> float:
    """Share of the words that are wrong, missing or out of order."""
    wanted, got = truth.split(), [word.text for word in words]
    same = sum(block.size for block in SequenceMatcher(None, wanted, got, autojunk=False).get_matching_blocks())
    return 1 - same / max(len(wanted), len(got), 1)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("labels", type=Path)
    parser.add_argument("--limit", type=int, default=1000, help="pages at most")
    arguments = parser.parse_args()
    limits, dice, pages = Ocr(), random.Random(7), []
    sources = {language: texts(arguments.labels, language) for language in ("ru", "en")}
    for name, dpi, damage in list(damages())[: arguments.limit // 2]:
        for language, choice in sources.items():
            words = dice.choice(choice).split()
            truth = " ".join(words[(start := dice.randrange(max(1, len(words) - 95))) : start + 90])
            page = damage(rendered(f"<p>{truth}</p>", width=420, height=200, dpi=dpi))
            reading = read_page(PageRaster(grey=np.ascontiguousarray(page), dpi=dpi), ("rus", "eng"), limits)
            judgement = judge(reading, 1, limits)
            held = judgement.held or any(finding.severity is Severity.HOLD for finding in judgement.findings)
            pages.append(
                {
                    "damage": name,
                    "language": language,
                    "wer": round(word_error(truth, reading.words), 3),
                    "confidence": round(reading.confidence, 1),
                    "uncovered": round(reading.uncovered, 3),
                    "filled": reading.filled,
                    "doubtful": round(judgement.proof.doubtful, 3),
                    "believed": not held and not judgement.blank,
                }
            )
            print(*pages[-1].values(), flush=True)
    bad = [page for page in pages if page["wer"] > BAD]
    good = [page for page in pages if page["wer"] <= BAD]
    summary = {
        "date": datetime.date.today().isoformat(),
        "pages": len(pages),
        "bad_pages": len(bad),
        "bad_pages_believed": sum(page["believed"] for page in bad),
        "good_pages": len(good),
        "good_pages_held": sum(not page["believed"] for page in good),
    }
    RESULT.write_text(json.dumps({"summary": summary, "pages": pages}, indent=1) + "\n", encoding="utf-8")
    print(summary)


if __name__ == "__main__":
    main()

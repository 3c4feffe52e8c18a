"""Pages for the OCR benchmark of kinds: own texts in other fonts and layouts than the development set, each under one kind of damage."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from io import BytesIO
from pathlib import Path

import cv2
import numpy as np
import pymupdf
from numpy.typing import NDArray
from PIL import Image

from ingest_assets_tests.corpus.scans import blurred, noisy, shaded, skewed

Pixels = NDArray[np.uint8]
FONTS = Path("/usr/share/fonts/opentype/urw-base35")
A4 = (595.0, 842.0)
SENTENCES = {
    "ru": (
        "Комиссия осмотрела склад номер 14 и составила опись имущества в трёх экземплярах.",
        "Общая масса груза по накладной составила 1875 килограммов, недостачи не обнаружено.",
        "Водитель прибыл на площадку в 07:45 и передал диспетчеру путевой лист.",
        "Ремонт насосной станции перенесён на 23 октября из-за нехватки запасных частей.",
        "Заказчик возвращает подписанный акт не позднее пяти рабочих дней после получения.",
        "Показания счётчика на начало месяца равны 40318, на конец месяца 41726.",
        "Совет директоров утвердил смету расходов на следующий квартал без замечаний.",
        "Температура в холодильной камере поддерживается в пределах от двух до шести градусов.",
        "Копия паспорта прибора хранится в архиве отдела главного механика.",
        "Ответственным за пожарную безопасность назначен мастер участка Григорьев.",
        "Все изменения к договору оформляются дополнительными соглашениями и действуют с даты подписания.",
        "Пассажиры поезда 126 могут получить возмещение в кассе вокзала до 19 часов.",
        "Учебный план предусматривает 72 часа лекций и 36 часов практических занятий.",
        "Груз упакован в деревянные ящики, на каждом указаны номер места и вес брутто.",
    ),
    "en": (
        "The inspector walked through building 9 and noted every cracked window in the register.",
        "Total weight of the shipment was 2340 kilograms, and nothing was found missing.",
        "The night shift handed over the control room at 06:15 without any remarks.",
        "Repairs to the pumping station have been moved to 17 November for lack of parts.",
        "The customer shall return the signed report within five working days of receipt.",
        "Meter readings stood at 50218 when the month began and at 51634 when it ended.",
        "The board approved the budget for the coming quarter by seven votes to two.",
        "Keep the cold store between two and six degrees and write down each deviation.",
        "A copy of the certificate is kept in the archive of the chief engineer.",
        "Passengers of train 126 may claim a refund at the ticket office before noon.",
        "Changes to this agreement are made in writing and take effect when both sides sign.",
        "The course consists of 72 hours of lectures and 36 hours of laboratory work.",
        "Goods are packed in wooden cases marked with their number and gross weight.",
        "Volunteers planted birches along the canal and painted the old footbridge green.",
    ),
    "de": (
        "Die Prüfer öffneten das Lager und zählten die Kisten für den Übergabebericht.",
        "Das Gewicht der Lieferung betrug 1980 Kilogramm, größere Schäden wurden nicht festgestellt.",
        "Bitte schicken Sie die unterschriebene Bestätigung innerhalb von fünf Tagen zurück.",
        "Die Höhe der Gebühren richtet sich nach der Länge der Straße und der Zahl der Häuser.",
    ),
    "fr": (
        "Les contrôleurs ont visité l'entrepôt et vérifié l'état des caisses déjà reçues.",
        "Le poids total de la livraison était de 1980 kilogrammes et rien ne manquait.",
        "Veuillez renvoyer le procès-verbal signé dans un délai de cinq jours ouvrés.",
        "La société a présenté à l'assemblée générale un budget équilibré pour l'année prochaine.",
    ),
    "uk": (
        "Комісія оглянула склад і склала опис майна у трьох примірниках.",
        "Загальна вага вантажу за накладною становила 1875 кілограмів, нестачі не виявлено.",
        "Замовник повертає підписаний акт не пізніше п'яти робочих днів після отримання.",
        "Її рішення набирає чинності з дня підписання, якщо інше не передбачено угодою.",
    ),
}


@dataclass(frozen=True, slots=True, kw_only=True)
class Case:
    """One image file of one page. ``truth`` is what a reader reads, in order; ``bag``: the order is open (forms, tables)."""

    kind: str
    language: str
    data: bytes
    truth: str
    bag: bool = False


def prose(language: str, seed: int, sentences: int = 12) -> list[str]:
    """Two to four paragraphs; the same seed gives the same text."""
    dice = random.Random(f"{language}{seed}")
    known = SENTENCES[language]
    chosen = [known[index % len(known)] for index in dice.sample(range(max(len(known), sentences)), sentences)]
    return [" ".join(chosen[start : start + 4]) for start in range(0, sentences, 4)]


def page(
    html: str, *, font: str = "P052-Roman", size: float = 11, dpi: int = 200, box: tuple[float, float] = A4
) -> Pixels:
    """RGB pixels of an HTML text set in one font."""
    document = pymupdf.open()
    paper = document.new_page(width=box[0], height=box[1])
    style = (
        f"@font-face {{font-family: own; src: url({font}.otf)}} * {{font-family: own; font-size: {size}pt}}"
        "td {padding: 4px; border: 1px solid black} table {border-collapse: collapse} p {text-align: justify}"
    )
    area = (
        pymupdf.Rect(50, 50, box[0] - 50, box[1] - 40) if box == A4 else pymupdf.Rect(12, 12, box[0] - 12, box[1] - 12)
    )
    spare, _ = paper.insert_htmlbox(area, html, css=style, archive=pymupdf.Archive(str(FONTS)), scale_low=1)
    if spare < 0:
        raise ValueError("the text does not fit")
    pixmap = paper.get_pixmap(dpi=dpi, colorspace=pymupdf.csRGB, alpha=False)
    rows = np.frombuffer(pixmap.samples, np.uint8).reshape(pixmap.height, pixmap.stride)
    return rows[:, : 3 * pixmap.width].reshape(pixmap.height, pixmap.width, 3).copy()


def paragraphs(texts: list[str]) -> str:
    """HTML of paragraphs."""
    return "".join(f"<p>{text}</p>" for text in texts)


def saved(pixels: Pixels, kind: str = "png", *, dpi: int | tuple[int, int] = 200, **options: object) -> bytes:
    """The image file."""
    buffer = BytesIO()
    Image.fromarray(pixels).save(buffer, kind.upper(), dpi=dpi if isinstance(dpi, tuple) else (dpi, dpi), **options)
    return buffer.getvalue()


def grey(pixels: Pixels) -> Pixels:
    """Luminance."""
    return np.asarray(cv2.cvtColor(pixels, cv2.COLOR_RGB2GRAY), np.uint8)


def photocopied(pixels: Pixels) -> Pixels:
    """Skew, fading light, soft focus, grain and specks, as a third copy has them."""
    copy = noisy(blurred(shaded(skewed(grey(pixels), 1.1), 0.8), 0.9), 14, seed=3)
    chance = np.random.default_rng(5).random(copy.shape)
    copy[chance > 0.9995] = 0
    return cv2.dilate(cv2.erode(copy, np.ones((2, 2), np.uint8)), np.ones((2, 2), np.uint8)).astype(np.uint8)


def round_stamp(pixels: Pixels, colour: tuple[int, int, int], *, where: tuple[float, float] = (0.62, 0.3)) -> Pixels:
    """A seal over the text, its ink mixed with the print."""
    height, width = pixels.shape[:2]
    layer = np.full_like(pixels, 255)
    centre, radius = (int(width * where[0]), int(height * where[1])), int(width * 0.15)
    for share, thick in ((1.0, 8), (0.72, 4)):
        cv2.circle(layer, centre, int(radius * share), colour, thick, cv2.LINE_AA)
    cv2.putText(
        layer,
        "RECEIVED",
        (centre[0] - radius + 30, centre[1] + 12),
        cv2.FONT_HERSHEY_DUPLEX,
        1.5,
        colour,
        4,
        cv2.LINE_AA,
    )
    return (pixels.astype(np.uint16) * layer // 255).astype(np.uint8)


def watermarked(pixels: Pixels) -> Pixels:
    """A pale word across the page."""
    height, width = pixels.shape[:2]
    layer = np.full((height, width), 255, np.uint8)
    cv2.putText(layer, "COPY", (width // 8, height // 2), cv2.FONT_HERSHEY_SIMPLEX, 14, 205, 60, cv2.LINE_AA)
    turn = cv2.getRotationMatrix2D((width / 2, height / 2), 40, 1)
    layer = cv2.warpAffine(layer, turn, (width, height), borderValue=255)
    return np.minimum(grey(pixels), layer).astype(np.uint8)


def photographed(pixels: Pixels) -> Pixels:
    """A telephone's picture: perspective, a dark table around, uneven light, JPEG to come."""
    height, width = pixels.shape[:2]
    corners = np.array([(0, 0), (width, 0), (width, height), (0, height)], np.float32)
    moved = np.array(
        [
            (0.05 * width, 0.03 * height),
            (0.97 * width, 0.05 * height),
            (0.94 * width, 0.97 * height),
            (0.03 * width, 0.95 * height),
        ],
        np.float32,
    )
    picture = cv2.warpPerspective(
        pixels, cv2.getPerspectiveTransform(corners, moved), (width, height), borderValue=(52, 44, 40)
    )
    light = np.linspace(1.0, 0.6, height)[:, None, None] * np.linspace(0.85, 1.0, width)[None, :, None]
    return np.asarray(picture * light, np.uint8)


def halftoned(pixels: Pixels) -> Pixels:
    """Newsprint: a grey ground of dots behind the text."""
    tones = grey(pixels).astype(np.float32)
    y, x = np.mgrid[: tones.shape[0], : tones.shape[1]]
    dots = ((np.sin(x * 0.9) + np.sin(y * 0.9)) > 1.25) * 90
    return np.clip(tones - dots, 0, 255).astype(np.uint8)


def edged(pixels: Pixels) -> Pixels:
    """Black scan edges, punch holes and a fold."""
    copy = grey(pixels)
    copy[:, :26] = copy[-40:] = 8
    for part in (0.28, 0.72):
        cv2.circle(copy, (70, int(copy.shape[0] * part)), 22, 15, -1)
    fold = copy.shape[0] // 2
    copy[fold - 3 : fold + 3] = (copy[fold - 3 : fold + 3] * 0.55).astype(np.uint8)
    return copy


def underlined(pixels: Pixels) -> Pixels:
    """A reader's pen: wavy blue lines under and through words, a tick in the margin."""
    copy, dice = pixels.copy(), random.Random(11)
    for _ in range(9):
        x, y = dice.randrange(150, 900), dice.randrange(200, pixels.shape[0] - 700)
        line = np.array([(x + step * 12, y + int(7 * np.sin(step))) for step in range(30)], np.int32)
        cv2.polylines(copy, [line], False, (40, 60, 190), 3, cv2.LINE_AA)  # noqa: FBT003 - OpenCV takes it by position
    return copy


Damage = Callable[[Pixels], bytes]


def prose_kinds() -> Iterator[tuple[str, str, float, int, Damage]]:
    """Kind, font, size, dpi and damage of the kinds of running text."""
    yield "clean palatino", "P052-Roman", 11, 200, saved
    yield "clean bookman", "URWBookman-Light", 11, 200, saved
    yield "clean gothic", "URWGothic-Book", 11, 200, saved
    yield "clean schoolbook italic", "C059-Italic", 11, 200, saved
    yield "clean typewriter", "NimbusMonoPS-Regular", 10, 200, saved
    yield "bold narrow", "NimbusSansNarrow-Bold", 10, 200, saved
    yield "handwriting-like", "Z003-MediumItalic", 14, 200, saved
    yield "handwriting-like waved", "Z003-MediumItalic", 14, 200, lambda p: saved(_waved(p, 9))
    yield "small print", "NimbusRoman-Regular", 6.5, 200, saved
    yield "small print 300", "NimbusRoman-Regular", 6, 300, lambda p: saved(p, dpi=300)
    yield "photocopy", "P052-Roman", 11, 200, lambda p: saved(photocopied(p), "jpeg", quality=60)
    yield "photocopy 150", "NimbusRoman-Regular", 11, 150, lambda p: saved(photocopied(p), "jpeg", dpi=150, quality=50)
    yield "noise", "NimbusSans-Regular", 11, 200, lambda p: saved(noisy(grey(p), 60))
    yield "noise heavy", "NimbusRoman-Regular", 11, 150, lambda p: saved(noisy(grey(p), 95), dpi=150)
    yield "skew", "C059-Roman", 11, 200, lambda p: saved(skewed(grey(p), -3.4))
    yield "stamp blue", "P052-Roman", 11, 200, lambda p: saved(round_stamp(p, (40, 60, 200)))
    yield "stamp black", "P052-Roman", 11, 200, lambda p: saved(round_stamp(p, (25, 25, 25)))
    yield (
        "stamp violet over the last lines",
        "C059-Roman",
        11,
        200,
        lambda p: saved(round_stamp(p, (120, 40, 170), where=(0.4, 0.42))),
    )
    yield "coloured paper", "NimbusSans-Regular", 11, 200, lambda p: saved(_tinted(p, (250, 214, 120)))
    yield "blue paper", "P052-Roman", 11, 150, lambda p: saved(_tinted(p, (120, 170, 225)), dpi=150)
    yield "fax", "NimbusSans-Regular", 12, 204, _faxed
    yield (
        "fax fine",
        "NimbusRoman-Regular",
        11,
        204,
        lambda p: saved(_one_bit(grey(p)), "tiff", dpi=204, compression="group4"),
    )
    yield "light on dark", "URWGothic-Book", 11, 200, lambda p: saved(255 - p)
    yield (
        "grey on grey",
        "P052-Roman",
        11,
        200,
        lambda p: saved((grey(p).astype(np.float32) * 0.22 + 150).astype(np.uint8)),
    )
    yield (
        "faint",
        "NimbusRoman-Regular",
        11,
        200,
        lambda p: saved((255 - (255 - grey(p).astype(np.float32)) * 0.25).astype(np.uint8)),
    )
    yield "jpeg 10", "NimbusRoman-Regular", 11, 150, lambda p: saved(p, "jpeg", dpi=150, quality=10)
    yield "jpeg 10 at 100", "C059-Roman", 11, 100, lambda p: saved(p, "jpeg", dpi=100, quality=10)
    for quarters, name in ((1, "rotated 90"), (2, "rotated 180"), (3, "rotated 270")):
        yield (
            name,
            "C059-Roman",
            11,
            200,
            lambda p, quarters=quarters: saved(np.ascontiguousarray(np.rot90(p, quarters))),
        )
    yield (
        "rotated 180 photocopy",
        "P052-Roman",
        11,
        200,
        lambda p: saved(np.ascontiguousarray(np.rot90(photocopied(p), 2))),
    )
    yield "photograph", "P052-Roman", 11, 200, lambda p: saved(photographed(p), "jpeg", quality=70)
    yield "watermark", "NimbusSans-Regular", 11, 200, lambda p: saved(watermarked(p))
    yield "halftone", "NimbusRoman-Bold", 12, 200, lambda p: saved(halftoned(p))
    yield "black edges", "P052-Roman", 11, 200, lambda p: saved(edged(p))
    yield "pen", "NimbusSans-Regular", 11, 200, lambda p: saved(underlined(p))
    yield "blur", "P052-Roman", 11, 150, lambda p: saved(blurred(grey(p), 2.0), dpi=150)
    yield "blur strong", "P052-Roman", 11, 150, lambda p: saved(blurred(grey(p), 2.9), dpi=150)
    yield "70 dpi", "P052-Roman", 11, 70, lambda p: saved(p, dpi=70)


def _waved(pixels: Pixels, height: float) -> Pixels:
    x, y = np.meshgrid(np.arange(pixels.shape[1], dtype=np.float32), np.arange(pixels.shape[0], dtype=np.float32))
    there = (y + height * np.sin(x / 90)).astype(np.float32)
    return np.asarray(cv2.remap(pixels, x, there, cv2.INTER_CUBIC, borderValue=(255, 255, 255)), np.uint8)


def _tinted(pixels: Pixels, paper: tuple[int, int, int]) -> Pixels:
    return np.asarray(pixels.astype(np.float32) * (np.array(paper) / 255), np.uint8)


def _one_bit(pixels: Pixels) -> NDArray[np.bool_]:
    return np.asarray(blurred(pixels, 0.6) > 150)


def _faxed(pixels: Pixels) -> bytes:
    """Standard fax: 204 x 98 dots per inch, one bit."""
    small = cv2.resize(grey(pixels), None, fx=1, fy=98 / 204, interpolation=cv2.INTER_AREA)
    return saved(np.asarray(small > 150), "tiff", dpi=(204, 98), compression="group4")

"""Layouts for the OCR benchmark of kinds: columns, tables, forms, receipts, two pages on one sheet, two languages, foreign languages."""

from __future__ import annotations

import random
from collections.abc import Iterator

import numpy as np

from benchmarks.ocr_pages import Case, grey, page, paragraphs, photocopied, prose, prose_kinds, saved
from ingest_assets_tests.corpus.scans import noisy

ITEMS = {
    "ru": (
        "Болт М8",
        "Гайка М8",
        "Кабель ВВГ 3х2,5",
        "Труба стальная 20",
        "Краска белая",
        "Кирпич рядовой",
        "Цемент М500",
    ),
    "en": ("Hex bolt M8", "Nut M8", "Cable three cores", "Steel pipe 20", "White paint", "Common brick", "Cement bag"),
}
FIELDS = {
    "ru": (
        ("Наименование организации", "Общество «Северный причал»"),
        ("Адрес", "г. Архангельск, ул. Поморская, д. 14"),
        ("Телефон", "8182 204517"),
        ("Дата поступления", "12.03.2026"),
        ("Предмет заявления", "замена прибора учёта воды"),
        ("Количество листов", "17"),
        ("Ответственный исполнитель", "Морозова Анна Сергеевна"),
    ),
    "en": (
        ("Name of organisation", "Northern Quay Company"),
        ("Address", "14 Harbour Street, Whitby"),
        ("Telephone", "01947 204517"),
        ("Date received", "12 March 2026"),
        ("Subject of the request", "replacement of a water meter"),
        ("Number of sheets", "17"),
        ("Person in charge", "Anna Moreland"),
    ),
}


def rows_of(language: str, count: int = 12) -> list[tuple[str, ...]]:
    """Table rows: number, item, quantity, price, sum."""
    dice, rows = random.Random(language), []
    for number in range(1, count + 1):
        quantity, price = dice.randrange(2, 90), dice.randrange(15, 9000)
        rows.append((str(number), dice.choice(ITEMS[language]), str(quantity), f"{price},00", f"{quantity * price},00"))
    return rows


def _ruled(language: str) -> Case:
    head = (
        ("№", "Наименование", "Кол-во", "Цена", "Сумма")
        if language == "ru"
        else ("No", "Description", "Qty", "Price", "Amount")
    )
    rows = [head, *rows_of(language)]
    body = "".join("<tr>" + "".join(f"<td>{cell}</td>" for cell in row) + "</tr>" for row in rows)
    pixels = page(f"<table>{body}</table>", font="NimbusSans-Regular", size=10)
    return Case(
        kind="ruled table",
        language=language,
        data=saved(pixels),
        truth=" ".join(" ".join(row) for row in rows),
        bag=True,
    )


def _form(language: str, *, copied: bool) -> Case:
    fields = FIELDS[language]
    body = "".join(f"<tr><td>{name}</td><td>{value}</td></tr>" for name, value in fields)
    pixels = page(f"<table>{body}</table>", font="NimbusRoman-Regular", size=12)
    data = saved(photocopied(pixels), "jpeg", quality=60) if copied else saved(pixels)
    truth = " ".join(f"{name} {value}" for name, value in fields)
    return Case(kind="form photocopy" if copied else "form", language=language, data=data, truth=truth, bag=True)


def _receipt(language: str, *, noise: float) -> Case:
    shop = "КАССОВЫЙ ЧЕК" if language == "ru" else "SALES RECEIPT"
    total = "ИТОГ" if language == "ru" else "TOTAL"
    lines = [shop, "12.03.2026 18:42"]
    for number, item, quantity, price, amount in rows_of(language, 9):
        lines += [f"{number} {item}", f"{quantity} x {price} = {amount}"]
    lines += [f"{total} 48213,00", "0004 7719"]
    html = "".join(f"<div>{line}</div>" for line in lines)
    pixels = grey(page(html, font="NimbusMonoPS-Regular", size=9, box=(220, 330)))
    data = saved(noisy(pixels, noise) if noise else pixels)
    return Case(
        kind="receipt noisy" if noise else "receipt", language=language, data=data, truth=" ".join(lines), bag=True
    )


def _two_columns(language: str) -> Case:
    left, right = prose(language, 91), prose(language, 92)
    half = 595 / 2
    pixels = np.full_like(page("<p></p>"), 255)
    for start, texts in ((0, left), (1, right)):
        part = page(paragraphs(texts), size=10, box=(half, 842))
        left_edge = start * (pixels.shape[1] // 2)
        pixels[: part.shape[0], left_edge : left_edge + part.shape[1]] = part[:, : pixels.shape[1] - left_edge]
    return Case(kind="two columns", language=language, data=saved(pixels), truth=" ".join((*left, *right)))


def _two_up(language: str) -> Case:
    left, right = prose(language, 93), prose(language, 94)
    pages = [page(paragraphs(texts), size=13, font="C059-Roman") for texts in (left, right)]
    return Case(
        kind="two pages on a sheet",
        language=language,
        data=saved(np.concatenate(pages, axis=1)),
        truth=" ".join((*left, *right)),
    )


def _both(number: int) -> Case:
    texts = [text for pair in zip(prose("ru", number), prose("en", number), strict=True) for text in pair]
    return Case(
        kind="russian and english", language="ru+en", data=saved(page(paragraphs(texts))), truth=" ".join(texts)
    )


def _foreign(language: str) -> Case:
    texts = prose(language, 5, 4)
    return Case(
        kind=f"language {language}", language=language, data=saved(page(paragraphs(texts))), truth=" ".join(texts)
    )


def cases() -> Iterator[Case]:
    """Every page of the benchmark; the same at each call."""
    for number, (kind, font, size, dpi, damage) in enumerate(prose_kinds()):
        for language in ("ru", "en"):
            texts = prose(language, number)
            data = damage(page(paragraphs(texts), font=font, size=size, dpi=dpi))
            yield Case(kind=kind, language=language, data=data, truth=" ".join(texts))
    for language in ("ru", "en"):
        yield from (_ruled(language), _form(language, copied=False), _form(language, copied=True))
        yield from (_receipt(language, noise=0), _receipt(language, noise=45))
        yield from (_two_columns(language), _two_up(language))
    yield from (_both(61), _both(62))
    yield from (_foreign(language) for language in ("de", "fr", "uk"))

"""What the made documents hold: ledgers, statements, specifications, forms, and things that are no tables."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace


@dataclass(frozen=True, kw_only=True)
class Cell:
    """A cell; line ends in ``text`` are paragraphs. ``upright`` text reads from bottom to top."""

    text: str = ""
    colspan: int = 1
    rowspan: int = 1
    right: bool = False
    bold: bool = False
    upright: bool = False


@dataclass(frozen=True, kw_only=True)
class Sheet:
    """A table. ``rows`` name each cell once; ``repeated`` rows at the top stand again in a part that ``continues`` the one before."""

    rows: tuple[tuple[Cell, ...], ...]
    widths: tuple[float, ...]
    head: int = 1
    lines: str = "grid"
    again: bool = True
    splits: bool = True
    continues: bool = False
    repeated: int = 0
    row_height: float = 0


@dataclass(frozen=True, kw_only=True)
class Text:
    """Anything but a table: ``heading``, ``text``, ``caption``, ``code``, ``contents``, ``label`` or ``break``."""

    kind: str
    text: str = ""


Item = Sheet | Text
LINES = ("grid", "grid", "grid", "rows", "none", "zebra", "outer", "head")


@dataclass(frozen=True, kw_only=True)
class Look:
    """Language, type and paper of a document. Points."""

    russian: bool
    font: str
    size: float
    lines: str
    landscape: bool
    running: bool

    @staticmethod
    def drawn(chance: random.Random) -> Look:
        """By chance."""
        return Look(
            russian=chance.random() < 0.6,
            font=chance.choice(
                ["Liberation Serif", "Liberation Sans", "DejaVu Sans", "Liberation Sans Narrow", "P052"]
            ),
            size=chance.choice([8, 9, 10, 11, 12]),
            lines=chance.choice(LINES),
            landscape=chance.random() < 0.2,
            running=chance.random() < 0.7,
        )

    @property
    def width(self) -> float:
        """Width of the text."""
        return 700 if self.landscape else 480


RU = """поставка оборудования по договору оплата услуг связи аренда помещения ремонт кровли монтаж кабеля материалы для отдела командировка
сотрудника возврат аванса транспортные расходы обслуживание лифтов вывоз снега проверка счётчиков охрана склада подготовка отчёта
программное обеспечение лицензия канцелярские товары электроэнергия отопление водоснабжение страхование имущества"""
EN = """delivery of equipment under contract payment for services rental of premises roof repair cable installation materials for the
department travel of staff refund of advance transport costs maintenance of lifts snow removal meter inspection warehouse guard report
preparation software licence stationery electricity heating water supply property insurance"""
NAMES = (
    ["ООО «Ромашка»", "АО «Север»", "ИП Кузнецов А. В.", "ПАО «Банк»", "ФГУП «Почта»", "ООО «Вектор-М»"],
    ["Harbour Ltd", "North & Sons", "A. Miller", "City Bank plc", "Post Office", "Vector-M GmbH"],
)


def words(chance: random.Random, look: Look, least: int, most: int) -> str:
    """Some words in a row, with a capital."""
    pool = (RU if look.russian else EN).split()
    start = chance.randrange(len(pool))
    picked = [pool[(start + i) % len(pool)] for i in range(chance.randint(least, most))]
    return " ".join(picked).capitalize()


def sentences(chance: random.Random, look: Look, count: int) -> str:
    """A paragraph."""
    return " ".join(f"{words(chance, look, 6, 14)}." for _ in range(count))


def amount(chance: random.Random, look: Look, *, negative: float = 0.2) -> str:
    """A sum in the manner of the language; negative ones with a minus or in brackets."""
    whole, cents = chance.randrange(1, 4_000_000), chance.randrange(100)
    text = f"{whole:,}".replace(",", " ") + f",{cents:02d}" if look.russian else f"{whole:,}.{cents:02d}"
    if chance.random() < negative:
        return f"({text})" if chance.random() < 0.5 else f"-{text}"
    return text


def day(chance: random.Random, look: Look) -> str:
    """A date."""
    d, m = chance.randint(1, 28), chance.randint(1, 12)
    return f"{d:02d}.{m:02d}.2024" if look.russian else f"2024-{m:02d}-{d:02d}"


def heads(look: Look, russian: str, english: str) -> tuple[Cell, ...]:
    """A row of head cells from a list with bars."""
    return tuple(Cell(text=text, bold=True) for text in (russian if look.russian else english).split("|"))


def widths(look: Look, *shares: float) -> tuple[float, ...]:
    """Shares of the text's width in points."""
    return tuple(look.width * share / sum(shares) for share in shares)


def framed(chance: random.Random, look: Look, *sheets: Item) -> Iterator[Item]:
    """The sheets between a heading, a caption and text."""
    yield Text(kind="heading", text=words(chance, look, 2, 4))
    yield Text(kind="text", text=sentences(chance, look, chance.randint(1, 4)))
    yield Text(kind="caption", text=f"{'Таблица' if look.russian else 'Table'} 1 – {words(chance, look, 3, 6)}")
    yield from sheets
    yield Text(kind="text", text=sentences(chance, look, chance.randint(1, 3)))


def statement(chance: random.Random, look: Look) -> Iterator[Item]:
    """Entries over several pages with sums, and a total under them."""
    head = heads(
        look, "Дата|Контрагент|Назначение платежа|Дебет|Кредит|Остаток", "Date|Party|Details|Debit|Credit|Balance"
    )
    rows = [head]
    for _ in range(chance.randint(30, 110)):
        debit = chance.random() < 0.5
        sums = [amount(chance, look), ""] if debit else ["", amount(chance, look)]
        texts = [chance.choice(NAMES[0 if look.russian else 1]), words(chance, look, 2, 9)]
        rows.append((Cell(text=day(chance, look)), *(Cell(text=text) for text in texts),
                     *(Cell(text=text, right=True) for text in [*sums, amount(chance, look)])))  # fmt: skip
    total = "Итого обороты" if look.russian else "Total"
    ends = tuple(Cell(text=amount(chance, look), right=True, bold=True) for _ in range(3))
    rows.append((Cell(text=total, colspan=3, bold=True), *ends))
    again, splits = chance.random() < 0.6, chance.random() < 0.5
    sheet = Sheet(
        rows=tuple(rows), widths=widths(look, 11, 16, 30, 15, 15, 15), lines=look.lines, again=again, splits=splits
    )
    yield from framed(chance, look, sheet)


def sections(chance: random.Random, look: Look) -> Iterator[Item]:
    """A budget with section rows and subtotals."""
    rows = [heads(look, "№|Статья|План|Факт|Отклонение", "No|Item|Plan|Actual|Difference")]
    for part in range(1, chance.randint(3, 7)):
        name = f"{'Раздел' if look.russian else 'Part'} {part}. {words(chance, look, 2, 5)}"
        rows.append((Cell(text=name, colspan=5, bold=True),))
        for number in range(1, chance.randint(4, 14)):
            sums = tuple(Cell(text=amount(chance, look), right=True) for _ in range(3))
            rows.append((Cell(text=f"{part}.{number}"), Cell(text=words(chance, look, 1, 10)), *sums))
        sums = tuple(Cell(text=amount(chance, look), right=True, bold=True) for _ in range(3))
        rows.append((Cell(text="Итого по разделу" if look.russian else "Subtotal", colspan=2, bold=True), *sums))
    lines = look.lines if look.lines != "none" else "rows"
    yield from framed(chance, look, Sheet(rows=tuple(rows), widths=widths(look, 6, 40, 18, 18, 18), lines=lines,
                                          again=chance.random() < 0.5, splits=False))  # fmt: skip


def specification(chance: random.Random, look: Look) -> Iterator[Item]:
    """Long texts in cells, rows that a page end cuts."""
    rows = [heads(look, "№ п/п|Наименование|Требования|Примечание", "No|Name|Requirements|Remark")]
    for number in range(1, chance.randint(8, 26)):
        text = "\n".join(sentences(chance, look, chance.randint(1, 4)) for _ in range(chance.randint(1, 3)))
        note = words(chance, look, 1, 5) if chance.random() < 0.5 else ""
        rows.append((Cell(text=f"{number}."), Cell(text=words(chance, look, 1, 6)), Cell(text=text), Cell(text=note)))
    yield from framed(chance, look, Sheet(rows=tuple(rows), widths=widths(look, 8, 22, 50, 20), again=chance.random() < 0.5,
                                          lines=chance.choice(["grid", "grid", "rows"]), splits=chance.random() < 0.7))  # fmt: skip


def bands(chance: random.Random, look: Look) -> Iterator[Item]:
    """A head of two bands with group heads, upright text in some, and plus and minus below."""
    count = chance.randint(3, 7)
    upright = chance.random() < 0.6
    first = (
        Cell(text=words(chance, look, 1, 3), rowspan=2, bold=True),
        Cell(text=words(chance, look, 2, 3), colspan=count, bold=True),
    )
    second = tuple(Cell(text=words(chance, look, 1, 3), upright=upright) for _ in range(count))
    rows = [first, second]
    for _ in range(chance.randint(3, 12)):
        marks = tuple(Cell(text=chance.choice("+-") if upright else amount(chance, look)) for _ in range(count))
        rows.append((Cell(text=words(chance, look, 1, 4)), *marks))
    yield from framed(chance, look, Sheet(rows=tuple(rows), widths=widths(look, 25, *[75 / count] * count), head=2,
                                          row_height=110 if upright else 0))  # fmt: skip


def sparse(chance: random.Random, look: Look) -> Iterator[Item]:
    """A drawn grid with empty cells, rows and columns: a form to be filled in."""
    count = chance.randint(3, 6)
    empty = chance.randrange(1, count)
    rows = [tuple(Cell(text=words(chance, look, 1, 2), bold=True) for _ in range(count))]
    for _ in range(chance.randint(4, 12)):
        filled = chance.random() < 0.5
        rows.append(tuple(Cell(text=words(chance, look, 1, 3) if filled and c != empty and chance.random() < 0.7 else "")
                          for c in range(count)))  # fmt: skip
    yield from framed(chance, look, Sheet(rows=tuple(rows), widths=widths(look, *[1] * count)))


def records(chance: random.Random, look: Look) -> Iterator[Item]:
    """Records with a rule above each: a row of cells and a row of one remark below."""
    rows: list[tuple[Cell, ...]] = []
    for number in range(1, chance.randint(5, 16)):
        rows.append((Cell(text=str(number)), Cell(text=words(chance, look, 1, 4)), Cell(text=words(chance, look, 2, 7)),
                     Cell(text=day(chance, look), right=True)))  # fmt: skip
        rows.append((Cell(text=words(chance, look, 4, 7), colspan=4, right=True),))
    yield from framed(
        chance, look, Sheet(rows=tuple(rows), widths=widths(look, 6, 30, 40, 18), head=0, lines="records")
    )


def parts(chance: random.Random, look: Look) -> Iterator[Item]:
    """A table set in parts with a line above each that says that it goes on; the head or its row of numbers again."""
    head = heads(look, "№|Показатель|Единица|2023|2024", "No|Indicator|Unit|2023|2024")
    numbers = tuple(Cell(text=str(n)) for n in range(1, 6))
    tops = [head, numbers] if chance.random() < 0.5 else [head]
    out: list[Item] = []
    number = 0
    for part in range(chance.randint(2, 4)):
        rows: list[tuple[Cell, ...]] = list(tops if part == 0 or chance.random() < 0.5 else tops[-1:])
        repeated = len(rows)
        for _ in range(chance.randint(6, 14)):
            number += 1
            sums = tuple(Cell(text=amount(chance, look), right=True) for _ in range(2))
            rows.append((Cell(text=str(number)), Cell(text=words(chance, look, 2, 6)), Cell(text="тыс. руб."), *sums))
        if part:
            out += [
                Text(kind="break"),
                Text(kind="label", text="Продолжение таблицы 1" if look.russian else "Table 1 (continued)"),
            ]
        out.append(Sheet(rows=tuple(rows), widths=widths(look, 6, 44, 14, 18, 18), continues=part > 0, repeated=repeated if part else 0,
                         splits=False, again=False))  # fmt: skip
    yield from framed(chance, look, *out)


def nothing(chance: random.Random, look: Look) -> Iterator[Item]:
    """Contents, program text, labels, lists and text: no table."""
    yield Text(kind="heading", text=words(chance, look, 2, 3))
    for number in range(1, chance.randint(6, 16)):
        yield Text(kind="contents", text=f"{number} {words(chance, look, 2, 5)}\t{number * 3}")
    yield Text(kind="text", text=sentences(chance, look, 4))
    for name in chance.sample(["total", "width", "limit", "count", "offset", "value"], 5):
        yield Text(kind="code", text=f"{name:<12}= {chance.randrange(100):<6}# {words(chance, look, 2, 4).lower()}")
    yield Text(kind="text", text=sentences(chance, look, 3))
    for _ in range(5):
        yield Text(kind="form", text=f"{words(chance, look, 1, 2)}:\t{words(chance, look, 1, 3)}")
    for number in range(1, 9):
        yield Text(
            kind="text",
            text=f"[{number}] Miller A., {words(chance, look, 4, 9)}. – {words(chance, look, 1, 2)}, {1990 + number}. – 120 с.",
        )
    yield Text(kind="form", text=f"{words(chance, look, 1, 2)}\tИ. И. Иванов")


def other_lines(
    build: Callable[[random.Random, Look], Iterator[Item]],
) -> Callable[[random.Random, Look], Iterator[Item]]:
    """The same kind with a full grid, which is what office files mostly have."""
    return lambda chance, look: build(chance, replace(look, lines="grid"))


Build = Callable[[random.Random, Look], Iterator[Item]]
KINDS: tuple[tuple[str, Build], ...] = (
    ("statement", statement),
    ("sections", sections),
    ("specification", specification),
    ("bands", bands),
    ("sparse", sparse),
    ("records", records),
    ("parts", parts),
    ("statement-grid", other_lines(statement)),
    ("sections-grid", other_lines(sections)),
    ("nothing", nothing),
)


def covered(rows: Sequence[Sequence[Cell]]) -> list[list[Cell | None]]:
    """Every row with all its columns; None where a span of another cell reaches."""
    width = sum(cell.colspan for cell in rows[0])
    out: list[list[Cell | None]] = []
    taken: set[tuple[int, int]] = set()
    for r, row in enumerate(rows):
        line: list[Cell | None] = [None] * width
        cells = iter(row)
        for c in range(width):
            if (r, c) not in taken:
                cell = next(cells)
                line[c] = cell
                taken |= {(r + i, c + j) for i in range(cell.rowspan) for j in range(cell.colspan)}
        out.append(line)
    return out

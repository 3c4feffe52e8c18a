"""The demo corpus in ``data/sources``: three sources, about forty files, all written here. ``python -m ingest_assets_tests.corpus.demo`` rewrites it."""

from __future__ import annotations

import shutil
from pathlib import Path
from tempfile import TemporaryDirectory

import pymupdf

from ingest_assets_tests.corpus.demo_mail import write_mail
from ingest_assets_tests.corpus.demo_office import write_office
from ingest_assets_tests.corpus.pdf_writer import PdfWriter, damaged, encoded, page_image, scanned, with_wrong_unicode

RU_CLAUSES = (
    (
        "1. Предмет договора",
        "Поставщик обязуется передать в собственность Покупателя канаты, якоря и навигационные приборы, а Покупатель обязуется принять и оплатить товар на условиях настоящего договора.",
    ),
    (
        "2. Срок поставки",
        "Товар поставляется партиями в течение тридцати календарных дней со дня подписания спецификации. Датой поставки считается день подписания товарной накладной обеими сторонами.",
    ),
    (
        "3. Цена и порядок расчётов",
        "Цена товара указана в спецификации и включает налог на добавленную стоимость. Оплата производится в течение десяти банковских дней после приёмки товара на складе Покупателя.",
    ),
    (
        "4. Ответственность сторон",
        "За просрочку поставки Поставщик уплачивает неустойку в размере одной десятой процента от стоимости непоставленного товара за каждый день просрочки, но не более десяти процентов.",
    ),
    (
        "5. Заключительные положения",
        "Настоящий договор составлен в двух экземплярах, имеющих одинаковую юридическую силу, по одному для каждой из сторон, и вступает в силу со дня его подписания.",
    ),
)
EN_CLAUSES = (
    (
        "1. Subject",
        "The Lessor gives the Lessee the warehouse on the northern quay for temporary use, and the Lessee pays the rent on the terms of this agreement and returns the premises in good order.",
    ),
    (
        "2. Term",
        "The lease begins on the first day of March and runs for eleven months. Either party may end it with two months written notice, delivered to the address given at the end of this agreement.",
    ),
    (
        "3. Rent",
        "The monthly rent is two thousand four hundred euros, payable in advance by the fifth day of each month. Heating, water and electricity are charged separately by the meters.",
    ),
    (
        "4. Repairs",
        "The Lessor keeps the roof, the walls and the gates in repair. The Lessee mends at his own cost whatever damage he or his visitors have done, and reports leaks without delay.",
    ),
    (
        "5. Final provisions",
        "Changes to this agreement are valid only in writing. If one provision is void the others stay in force. The courts of the port city have jurisdiction over any dispute.",
    ),
)


def contract(title: str, clauses: tuple[tuple[str, str], ...], rounds: int = 1, footer: str = "") -> PdfWriter:
    """A contract with numbered headings."""
    writer = PdfWriter()
    writer.heading(title, 18)
    for number in range(rounds):
        for heading, text in clauses:
            writer.heading(heading if rounds == 1 else f"{heading} ({number + 1})", 13)
            writer.paragraph(text)
            writer.paragraph(text.replace(" и ", " а также ").replace(" and ", " as well as "))
    if footer:
        writer.footer(footer)
    return writer


def invoice(title: str, head: tuple[str, ...], rows: tuple[tuple[str, ...], ...], note: str) -> PdfWriter:
    """An invoice with a ruled table."""
    writer = PdfWriter()
    writer.heading(title, 16)
    writer.paragraph(note)
    writer.table([head, *rows], [200, 70, 100, 110])
    return writer


RU_ROWS = (
    ("Канат швартовый, м", "120", "250,00", "30 000,00"),
    ("Якорь Холла", "2", "48 500,00", "97 000,00"),
    ("Компас магнитный", "3", "12 400,50", "37 201,50"),
    ("Итого", "", "", "164 201,50"),
)
EN_ROWS = (
    ("Mooring rope, m", "80", "3.20", "256.00"),
    ("Brass lantern", "12", "41.75", "501.00"),
    ("Chart of the bay", "5", "18.00", "90.00"),
    ("Total", "", "", "847.00"),
)
RU_HEAD = ("Наименование", "Кол-во", "Цена", "Сумма")
EN_HEAD = ("Item", "Qty", "Price", "Amount")
RU_NOTE = "Поставщик: общество с ограниченной ответственностью «Северный причал». Покупатель: акционерное общество «Маяк». Основание: договор поставки от двенадцатого марта."
EN_NOTE = "Seller: Northern Quay Trading Company. Buyer: Lighthouse Keepers Cooperative. Payment is due within thirty days of the date of this invoice."


def write_contracts(folder: Path) -> None:
    """Contracts and invoices: digital, scanned, mixed, with a broken text layer, encrypted."""
    contract("ДОГОВОР ПОСТАВКИ № 17", RU_CLAUSES, footer="ООО «Северный причал» · договор № 17").save(
        folder / "dogovor-17.pdf"
    )
    contract("ДОГОВОР ПОСТАВКИ № 18", RU_CLAUSES, rounds=3, footer="ООО «Северный причал» · договор № 18").save(
        folder / "dogovor-18.pdf"
    )
    contract("LEASE AGREEMENT 4/2026", EN_CLAUSES, footer="Lease 4/2026 · Northern Quay").save(
        folder / "lease-2026.pdf"
    )
    contract("FRAMEWORK AGREEMENT", EN_CLAUSES, rounds=3, footer="Framework agreement").save(folder / "framework.pdf")
    invoice("СЧЁТ № 204 от 14.03.2026", RU_HEAD, RU_ROWS, RU_NOTE).save(folder / "invoices" / "schet-204.pdf")
    invoice("INVOICE 2026-031", EN_HEAD, EN_ROWS, EN_NOTE).save(folder / "invoices" / "invoice-031.pdf")
    with TemporaryDirectory() as name:
        _write_damaged(folder, Path(name))
    shutil.copy(folder / "lease-2026.pdf", folder / "lease-2026 (copy).pdf")
    locked = contract("CONFIDENTIAL SETTLEMENT", EN_CLAUSES)
    locked.save(
        folder / "settlement.pdf", encryption=pymupdf.PDF_ENCRYPT_AES_256, user_pw="harbour", owner_pw="harbour"
    )


def _write_damaged(folder: Path, scratch: Path) -> None:
    plain = scratch / "plain.pdf"
    contract("АКТ ПРИЁМКИ № 9", RU_CLAUSES[:3]).save(plain)
    scanned(plain, folder / "scans" / "akt-9.pdf", dpi=150)
    contract("CERTIFICATE OF DELIVERY", EN_CLAUSES[:3]).save(plain)
    scanned(plain, folder / "scans" / "certificate.pdf", dpi=150)
    contract("SERVICE CONTRACT WITH ANNEX", EN_CLAUSES, rounds=7, footer="Service contract").save(plain)
    scanned(plain, folder / "service-contract.pdf", pages=[3], dpi=150)
    contract("ВЫПИСКА ИЗ РЕЕСТРА", RU_CLAUSES).save(plain)
    with_wrong_unicode(plain, folder / "vypiska.pdf")
    invoice("СЧЁТ № 205 от 20.03.2026", RU_HEAD, RU_ROWS, RU_NOTE).save(plain)
    image = damaged(page_image(pymupdf.open(plain)[0], 150), angle=-0.3, seed=5)
    (folder / "scans" / "schet-205.png").write_bytes(encoded(image[: image.shape[0] // 2], ".png"))


def write_demo(root: Path) -> None:
    """Write all three sources below ``root``."""
    for name, write in (("contracts", write_contracts), ("office", write_office), ("mail", write_mail)):
        shutil.rmtree(root / name, ignore_errors=True)
        (root / name).mkdir(parents=True)
        write(root / name)


if __name__ == "__main__":
    write_demo(Path("data/sources"))

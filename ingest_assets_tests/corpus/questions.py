"""A small corpus with questions whose answers are known, some of which stand only in documents that must not be found."""

from __future__ import annotations

import random
import shutil
from dataclasses import dataclass
from pathlib import Path

from ingest_assets_tests.corpus.demo_mail import write_mail
from ingest_assets_tests.corpus.demo_office import write_office

DEMO = Path(__file__).resolve().parent.parent.parent / "data" / "sources" / "contracts"
COSTLY = ("scans", "service-contract.pdf")
"""Scans: reading them takes longer than everything else together."""


@dataclass(frozen=True, slots=True)
class Question:
    """``head`` is a column's name that must stand in the answering chunk: then its number can be understood."""

    text: str
    name: str
    page: int = 1
    head: str = ""


ANSWERABLE = (
    Question("What is the monthly rent of the warehouse?", "lease-2026.pdf"),
    Question("how long does the lease run, and with what notice can it be ended", "lease-2026.pdf"),
    Question("who repairs roof and gates under lease 4/2026", "lease-2026.pdf"),
    Question("courts of the port city jurisdiction", "lease-2026.pdf"),
    Question("how much does a brass lantern cost on the invoice", "invoices/invoice-031.pdf", head="Price"),
    Question("847.00", "invoices/invoice-031.pdf", head="Amount"),
    Question("payment due within thirty days Lighthouse Keepers Cooperative", "invoices/invoice-031.pdf"),
    Question("сколько стоит якорь Холла", "invoices/schet-204.pdf", head="Цена"),
    Question("164 201,50", "invoices/schet-204.pdf", head="Сумма"),
    Question("цена магнитного компаса в счёте", "invoices/schet-204.pdf", head="Цена"),
    Question("счет от 14.03.2026", "invoices/schet-204.pdf"),
    Question("в какой срок поставляется товар по договору", "dogovor-17.pdf"),
    Question("неустойка за просрочку поставки", "dogovor-17.pdf"),
    Question("порядок расчетов и оплата", "dogovor-17.pdf"),
    Question("price of a lantern per piece", "prices.xlsx", head="Price"),
    Question("сколько судов у северного причала", "vedomost.xlsx", head="Судов"),
    Question("глубина восточного причала", "berths.csv", head="Глубина"),
    Question("tonnage of the ship Meduza", "ships.tsv", head="Tons"),
    Question("account 4712", "statement.xls", head="Sum"),
    Question("when do ships report by radio before arrival", "guide.md"),
    Question("решение собрания о ремонте маяка", "protokol.docx", head="Решение"),
    Question("helmets near cranes", "safety.docx"),
    Question("when did the ice break in March", "bundle.zip!/notes/march.md"),
    Question("памятка смотрителю: проверять лампу", "pamyatka.txt"),
    Question("западный ветер залил ступень причала", "zametki-koi8.txt"),
    Question("приказ о назначении смотрителя", "letter.doc"),
    Question("предложение по канатам и якорям", "offer.eml"),
)
HIDDEN = (
    "confidential settlement",
    "password of the account, sign in",
    "zanzibar ledger xylograph 99871",
    "treasure of the sealed annex",
)


def write_questions(root: Path) -> None:
    """Three sources; ``contracts`` also holds a page of letter salad and a cut Word file with answers that nobody may see."""
    (root / "contracts").parent.mkdir(parents=True, exist_ok=True)
    shutil.copytree(DEMO, root / "contracts", ignore=shutil.ignore_patterns(*COSTLY))
    for name, write in (("office", write_office), ("mail", write_mail)):
        (root / name).mkdir()
        write(root / name)
    letters = random.Random(4)
    salad = " ".join("".join(letters.choices("bcdfghklmnpqrstvwxz", k=7)) for _ in range(400))
    (root / "contracts" / "ledger.txt").write_text(f"zanzibar ledger xylograph 99871 {salad}", "utf-8")
    whole = (root / "office" / "safety.docx").read_bytes()
    (root / "contracts" / "annex.docx").write_bytes(whole[: len(whole) // 2] + b"treasure of the sealed annex")

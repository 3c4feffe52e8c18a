"""The demo source ``mail``: messages with attachments, alternatives, quotes and odd charsets."""

from __future__ import annotations

from email.message import EmailMessage
from email.policy import SMTP
from io import BytesIO
from pathlib import Path
from zipfile import ZIP_DEFLATED, ZipFile, ZipInfo

from ingest_assets_tests.corpus.pdf_writer import PdfWriter


def message(
    subject: str, text: str, *, sender: str = "anna@quay.example", to: str = "oleg@lighthouse.example"
) -> EmailMessage:
    """A plain mail with fixed headers."""
    mail = EmailMessage(policy=SMTP)
    mail["From"], mail["To"], mail["Subject"] = sender, to, subject
    mail["Date"] = "Thu, 12 Mar 2026 09:30:00 +0300"
    mail["Message-ID"] = f"<{sum(subject.encode()):08x}@quay.example>"
    mail.set_content(text)
    return mail


def zipped(members: dict[str, bytes]) -> bytes:
    """A ZIP whose bytes repeat."""
    buffer = BytesIO()
    with ZipFile(buffer, "w", ZIP_DEFLATED) as archive:
        for name, data in members.items():
            archive.writestr(ZipInfo(name, (2026, 3, 12, 9, 30, 0)), data)
    return buffer.getvalue()


def small_pdf(title: str, text: str) -> bytes:
    """One digital page."""
    writer = PdfWriter()
    writer.heading(title)
    writer.paragraph(text)
    writer.document.subset_fonts()
    return bytes(writer.document.tobytes(garbage=4, deflate=True, no_new_id=True))


def write_mail(folder: Path) -> None:
    """Eight messages."""
    offer = message(
        "Коммерческое предложение",
        "Уважаемый Олег!\n\nВысылаю предложение по канатам и якорям. Срок действия до конца месяца.\n\nС уважением,\nАнна",
    )
    offer.add_attachment(
        small_pdf(
            "Коммерческое предложение",
            "Канат швартовый поставляется бухтами по двести метров. Цена одной бухты пятьдесят тысяч рублей без учёта доставки до склада покупателя.",
        ),
        maintype="application",
        subtype="pdf",
        filename="Предложение.pdf",
    )
    report = message(
        "Weekly harbour report",
        "Dear colleagues,\n\nthe report of the week is attached. The dredging of the southern basin is finished.\n",
    )
    report.add_attachment(
        "Berth;Ships;Tons\nNorth;12;4 810\nSouth;7;2 960\nEast;3;1 020\n".encode("cp1251"),
        maintype="text",
        subtype="csv",
        filename="berths.csv",
    )
    html = message("Newsletter", "Plain version of the newsletter of the lighthouse keepers.")
    html.add_alternative(
        "<html><body><h1>Newsletter</h1><p>The lamp of the <b>old lighthouse</b> burns again after the repair of the lens.</p></body></html>",
        subtype="html",
    )
    answer = message(
        "Re: Lease",
        "Agreed, the keys are with the porter.\n\n> Can we move in on the first of March?\n> The boxes are packed.\n",
    )
    only = message("Scan attached", "")
    only.add_attachment(
        small_pdf(
            "Delivery note",
            "Twelve brass lanterns were handed over on the northern quay in good condition and counted by both sides.",
        ),
        maintype="application",
        subtype="pdf",
        filename="note.pdf",
    )
    archive = message("Архив документов", "Во вложении архив с протоколом собрания и списком участников.")
    archive.add_attachment(
        zipped(
            {
                "протокол.txt": "Протокол собрания. Слушали отчёт председателя, постановили утвердить план ремонта маяка на весну.".encode(
                    "cp1251"
                ),
                "list/people.csv": b"name,role\nAnna,chair\nOleg,keeper\nIra,clerk\n",
            }
        ),
        maintype="application",
        subtype="zip",
        filename="archive.zip",
    )
    forwarded = message("Fwd: complaint", "Please see the forwarded message below and answer the customer this week.")
    forwarded.add_attachment(
        message(
            "Complaint about the ferry",
            "The ferry left eleven minutes early and my luggage stayed on the pier. I ask for a refund of the ticket.",
        )
    )
    for name, mail in {
        "offer": offer,
        "report": report,
        "newsletter": html,
        "answer": answer,
        "only-attachment": only,
        "archive": archive,
        "forwarded": forwarded,
    }.items():
        _fix_boundaries(mail, name)
        (folder / f"{name}.eml").write_bytes(mail.as_bytes())
    raw = "From: boris@port.example\r\nTo: anna@quay.example\r\nSubject: Новости порта\r\nDate: Fri, 13 Mar 2026 10:00:00 +0300\r\n\r\nВ порту открыт новый причал, первое судно принято утром без задержек.\r\n"
    (folder / "koi8.eml").write_bytes(raw.encode("koi8-r"))


def _fix_boundaries(mail: EmailMessage, name: str) -> None:
    """Boundaries are random by default; fixed ones keep the bytes the same."""
    for number, part in enumerate(mail.walk()):
        if part.is_multipart() and part.get_content_maintype() == "multipart":
            part.set_boundary(f"=={name}-{number}==")

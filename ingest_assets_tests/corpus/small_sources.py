"""Three small sources that are read in seconds: text, mail, web, tables, one digital PDF, one container, one quarantined page."""

from __future__ import annotations

from pathlib import Path

from ingest_assets_tests.corpus.demo_mail import message, small_pdf, zipped
from ingest_assets_tests.corpus.demo_office import LOGIN, docx

NOTE = "The keeper lights the lamp at dusk and writes the hour into the book, then he looks at the sky and sleeps."


def write_sources(root: Path) -> None:
    """``alpha``: PDF, text, CSV and a login page; ``beta``: Word and a mail with an attachment; ``gamma``: PDF in a ZIP, an empty file."""
    alpha, beta, gamma = (root / name for name in ("alpha", "beta", "gamma"))
    for folder in (alpha, beta, gamma):
        folder.mkdir(parents=True)
    (alpha / "note.txt").write_text(NOTE, "utf-8")
    (alpha / "lease.pdf").write_bytes(small_pdf("Lease", NOTE * 2))
    (alpha / "berths.csv").write_text("berth;depth\nNorth;9,5\nSouth;7,0\n", "utf-8")
    (alpha / "export.csv").write_text(LOGIN, "utf-8")
    (beta / "safety.docx").write_bytes(docx("Safety rules", [NOTE], [["Zone", "Helmet"], ["Quay", "yes"]]))
    mail = message("Report", NOTE)
    mail.add_attachment(b"ship;tons\nAurora;4810\nDelfin;2960\n", maintype="text", subtype="csv", filename="ships.csv")
    mail.set_boundary("==report==")
    (beta / "report.eml").write_bytes(mail.as_bytes())
    (gamma / "papers.zip").write_bytes(zipped({"deed.pdf": small_pdf("Deed", NOTE * 3), "readme.txt": NOTE.encode()}))
    (gamma / "empty.txt").write_bytes(b"")


STATES = {
    "alpha": {"indexed": 3, "quarantined": 1, "skipped": 0},
    "beta": {"indexed": 3, "quarantined": 0, "skipped": 0},
    "gamma": {"indexed": 2, "quarantined": 0, "skipped": 2},
}

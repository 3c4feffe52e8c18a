"""One small input or more for every parser whose output is its own: what the golden hashes are made from."""

from __future__ import annotations

import json
from collections.abc import Iterator

from ingest_assets_tests.corpus import office
from ingest_assets_tests.corpus.archives import tarred, zipped
from ingest_assets_tests.corpus.broken_pdfs import text_pdf
from ingest_assets_tests.corpus.demo_office import docx, xlsx
from ingest_assets_tests.corpus.layout_pdfs import broken_page
from ingest_assets_tests.corpus.mails import attached, mixed, part
from ingest_assets_tests.corpus.texts import HARBOUR
from ingest_assets_tests.corpus.web import article_page

RTF = rb"{\rtf1\ansi\ansicpg1251{\fonttbl{\f0\fcharset204 Times;}}\f0 \'cf\'f0\'e8\'ea\'e0\'e7 \'ee \'e4\'e5\'eb\'e5.\par}"
MBOX = b"From a@b.example Thu Mar 12 09:30:00 2026\nFrom: a@b.example\nTo: c@d.example\nSubject: One\n\nThe ferry leaves at noon.\n"
NOTEBOOK = {
    "nbformat": 4,
    "nbformat_minor": 5,
    "metadata": {},
    "cells": [{"cell_type": "markdown", "metadata": {}, "source": ["# Tides"]}],
}
FORMULA = "<math><semantics><mi>h</mi><annotation>h = {12} over {35}</annotation></semantics></math>"


def samples() -> Iterator[tuple[str, bytes]]:
    """(name, bytes), always the same."""
    text = HARBOUR.encode()
    yield from {"note.txt": text, "note.md": b"# Tides\n\n- one\n- two\n\n| a | b |\n|---|---|\n| 1 | 2 |\n"}.items()
    yield from {
        "berths.csv": b"berth;depth\nNorth;9,5\nSouth;7,0\n",
        "ships.tsv": b"ship\ttons\nAurora\t4810\n",
    }.items()
    yield "page.html", article_page().encode()
    yield (
        "feed.xml",
        b'<?xml version="1.0"?><harbour><berth depth="9">North</berth><berth depth="7">South</berth></harbour>',
    )
    yield "data.json", json.dumps({"harbour": "Narva", "berths": [{"name": "North", "depth": 9.5}]}).encode()
    yield "tides.ipynb", json.dumps(NOTEBOOK).encode()
    yield "letter.rtf", RTF
    yield "report.docx", docx("Report", [HARBOUR], [["Zone", "Helmet"], ["Quay", "yes"]])
    yield "prices.xlsx", xlsx("Prices", [["Article", "Price"], ["Rope", 3.2], ["Chart", 18]])
    yield "slides.pptx", office.pptx(office.shape("Tides of the year", placeholder="title"))
    yield "text.odt", office.odf("text", f"<text:p>{HARBOUR}</text:p>")
    yield (
        "formula.odf",
        office.zipped({"mimetype": "application/vnd.oasis.opendocument.formula", "content.xml": FORMULA}),
    )
    yield "mail.eml", mixed(part(text), attached(b"a.txt", b"The ferry leaves at noon."))
    yield "mails.mbox", MBOX * 2
    yield "papers.zip", zipped([("a.txt", text)])
    yield "papers.tar", tarred([("a.txt", text)])
    yield "lease.pdf", text_pdf()
    yield "survey.pdf", broken_page()

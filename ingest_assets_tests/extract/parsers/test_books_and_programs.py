"""EPUB books, and the formats that foreign programs read."""

from __future__ import annotations

from pathlib import Path

import pytest

from ingest_assets.extract.child_program import run_program
from ingest_assets.extract.containers import ContainerFault
from ingest_assets.problems import Problem
from ingest_assets.settings import Settings
from ingest_assets.thresholds.web import Web
from ingest_assets_tests.corpus.archives import zipped
from ingest_assets_tests.corpus.texts import HARBOUR, extraction, kinds, text_of

CONTAINER = b'<container><rootfiles><rootfile full-path="OEBPS/book.opf"/></rootfiles></container>'
PACKAGE = b"""<package xmlns:dc="http://purl.org/dc/elements/1.1/"><metadata><dc:title>The lock</dc:title></metadata><manifest>
<item id="z" href="first%20chapter.xhtml" media-type="application/xhtml+xml"/>
<item id="a" href="b.xhtml" media-type="application/xhtml+xml"/>
<item id="n" href="nav.xhtml" media-type="application/xhtml+xml" properties="nav"/></manifest>
<spine><itemref idref="n"/><itemref idref="z"/><itemref idref="a"/></spine></package>"""
CHAPTERS = [("OEBPS/b.xhtml", b"<p>Second.</p>"), ("OEBPS/nav.xhtml", b"<p>NAVENTRY</p>")]
FIRST = ("OEBPS/first chapter.xhtml", "<?xml version='1.0' encoding='windows-1251'?><p>Глава.</p>".encode("cp1251"))
LOCK = b'<encryption><EncryptedData><EncryptionMethod Algorithm="%s"/><CipherReference URI="OEBPS/b.xhtml"/></EncryptedData></encryption>'


def book(*more: tuple[str, bytes]) -> bytes:
    return zipped([("META-INF/container.xml", CONTAINER), ("OEBPS/book.opf", PACKAGE), *CHAPTERS, *more])


def test_epub_reads_in_spine_order() -> None:
    read = extraction(book(FIRST), "epub")
    assert text_of(read) == "Глава.\nSecond."
    assert read.metadata["title"] == "The lock"


def test_epub_with_a_missing_chapter() -> None:
    read = extraction(book(), "epub")
    assert [finding.code for finding in read.findings] == [Problem.MISSING_PART]
    assert text_of(read) == "Second."


@pytest.mark.parametrize(
    ("method", "codes"),
    [
        (b"http://www.w3.org/2001/04/xmlenc#aes128-cbc", [Problem.ENCRYPTED]),
        (b"http://www.idpf.org/2008/embedding", []),
    ],
)
def test_epub_locks(method: bytes, codes: list[Problem]) -> None:
    read = extraction(book(FIRST, ("META-INF/encryption.xml", LOCK % method)), "epub")
    assert [finding.code for finding in read.findings] == codes


LATEX = r"""\documentclass{article}\newcommand{\gate}{Widget}\title{My title}\begin{document}\maketitle
\section{Scope} The \gate{} costs 5\% more.\footnote{A note.} % secret comment
Na\"{\i}ve caf\'e. \iffalse dropped \ifx a b x \fi branch \else kept \fi
\begin{tabular}{lr}Item & Qty \\ Bolt & 12 \\\end{tabular}
\begin{verbatim}
% kept literal \iffalse
\end{verbatim}
$\frac{12}{35}$ \input{/etc/hostname}
\end{document}"""


def test_latex() -> None:
    read = extraction(LATEX, "tex")
    text = text_of(read)
    assert kinds(read)[:2] == [("heading", "My title"), ("heading", "Scope")]
    assert "The Widget costs 5% more.[^1] Naïve café. kept" in text
    assert "% kept literal \\iffalse" in text
    assert r"$\frac{12}{35}$" in text
    assert "secret" not in text
    assert "dropped" not in text
    assert read.tables[0].rows == (("Item", "Qty"), ("Bolt", "12"))
    assert [(block.marker, block.text) for block in read.blocks if block.kind == "footnote"] == [("1", "A note.")]


def test_latex_that_does_not_parse_is_read_without_its_commands() -> None:
    read = extraction(rf"\begin{{document}} {HARBOUR} \end{{itemize}} 50\% % comment", "tex")
    assert text_of(read) == f"{HARBOUR} 50%"
    assert "pandoc failed" in str(read.metadata["tex"])


def test_postscript_pages() -> None:
    source = (
        "%!PS-Adobe-3.0\n/Helvetica findfont 24 scalefont setfont\n"
        "72 700 moveto (Page one words) show showpage\nshowpage\n72 700 moveto (Page three) show showpage\n"
    )
    read = extraction(source, "ps")
    assert [(page.page, page.route) for page in read.pages] == [(1, "native"), (2, "none"), (3, "native")]
    assert [(block.page, block.text) for block in read.blocks] == [(1, "Page one words"), (3, "Page three")]


def test_postscript_may_not_read_files() -> None:
    source = "%!PS\n/Helvetica findfont 9 scalefont setfont 72 700 moveto (/etc/hostname) (r) file 99 string readline pop show showpage\n"
    assert extraction(source, "ps").findings[0].code is Problem.CORRUPT


def test_an_endless_program_is_ended(tmp_path: Path) -> None:
    with pytest.raises(ContainerFault) as met:
        run_program(("/bin/sh", "-c", "while :; do :; done"), tmp_path, Web(program_cpu_seconds=1))
    assert met.value.code is Problem.TOO_LARGE


def test_a_damaged_djvu_is_corrupt() -> None:
    assert (
        extraction(b"AT&TFORM\x00\x00\x00\x10DJVUnothing", "djvu", settings=Settings()).findings[0].code
        is Problem.CORRUPT
    )

"""LaTeX through pandoc in its sandbox: no file is included, nothing is run."""

from __future__ import annotations

import re
from dataclasses import replace
from unicodedata import normalize

from ingest_assets.code_pages.decode import decode
from ingest_assets.extract.child_program import MissingProgramError, missing, run_program, version_line
from ingest_assets.extract.containers import ContainerFault
from ingest_assets.extract.html.document import read_html
from ingest_assets.extract.plain.prose import paragraphs, readable
from ingest_assets.extract.plain.tex import plain_reading, without_false_branches
from ingest_assets.extract.protocol import ReadRequest
from ingest_assets.extract.unpaged import on_page_one
from ingest_assets.model import Block, Extraction, Route

ARGUMENTS = (
    "--sandbox",
    "--from=latex",
    "--to=html5",
    "--mathjax",
    "--wrap=none",
    "--standalone",
)
NOTES = '<section id="footnotes"'
NOTE_REFERENCE = re.compile(r'<a href="#fn(\d+)" class="footnote-ref"[^>]*><sup>\d+</sup></a>')
DOTLESS = re.compile("[ıȷ][\u0300-\u036f]")  # \\"{\\i}: the accent takes the place of the dot
BACK = re.compile(r'<a href="#fnref\d+"[^>]*>.*?</a>')
INLINE_MATH = re.compile(r'<span\s+class="math inline">\\\((.*?)\\\)</span>', re.DOTALL)
DISPLAY_MATH = re.compile(r'<span\s+class="math display">\\\[(.*?)\\\]</span>', re.DOTALL)


def pandoc() -> str:
    """The binary that pypandoc-binary ships. Raises MissingProgramError."""
    import pypandoc

    try:
        return str(pypandoc.get_pandoc_path())
    except OSError as error:
        raise MissingProgramError("pandoc (Python package pypandoc-binary)") from error


class TexParser:
    """Macros expanded, comments and false branches gone, formulas as LaTeX."""

    name = "tex"
    revision = 1
    engines = ("pypandoc-binary", "selectolax")
    formats = frozenset({"tex"})
    routes: frozenset[Route] = frozenset({"native"})

    def program_versions(self) -> tuple[str, ...]:
        """pandoc's own version."""
        try:
            return (version_line((pandoc(), "--version")).replace(" ", "-"),)
        except MissingProgramError:
            return ()

    def read(self, request: ReadRequest) -> Extraction:
        """Findings: missing_program. A source that pandoc cannot parse is read without its commands; metadata says so."""
        source = readable(decode(request.data(), request.sniffed.encoding or "utf-8"))
        try:
            command = (pandoc(), *ARGUMENTS)
            page = run_program(
                command, request.scratch, request.settings.web, data=without_false_branches(source).encode()
            )
        except MissingProgramError as error:
            return missing(error)
        except ContainerFault as fault:
            parts = paragraphs(plain_reading(source), request.settings.web)
            blocks = tuple(Block(kind="paragraph", text=part, page=1) for part in parts)
            return on_page_one(
                Extraction(blocks=blocks, metadata={"tex": f"read without commands: {fault.detail}"}), self.name
            )
        return on_page_one(_read(page.decode("utf-8", "replace"), request), self.name)


def _read(page: str, request: ReadRequest) -> Extraction:
    page = DOTLESS.sub(lambda match: normalize("NFC", ("i" if match[0][0] == "ı" else "j") + match[0][1]), page)
    page = DISPLAY_MATH.sub(r"$$\1$$", INLINE_MATH.sub(r"$\1$", NOTE_REFERENCE.sub(r"[^\1]", page)))
    page = page.replace("<title>-</title>", "")  # pandoc's name for a document without a title
    body, found, notes = page.partition(NOTES)
    read = read_html(body, request.settings.web)
    if not found:
        return read
    footnotes = read_html(found + BACK.sub("", notes), request.settings.web).blocks
    marked = tuple(
        replace(block, kind="footnote", level=0, marker=str(number)) for number, block in enumerate(footnotes, start=1)
    )
    return replace(read, blocks=(*read.blocks, *marked))


PARSER = TexParser()

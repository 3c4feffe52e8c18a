"""pandoc in a child process and in its sandbox: no file is included, nothing is run. Its HTML is read by our own walk."""

from __future__ import annotations

import re
from dataclasses import replace
from pathlib import Path
from unicodedata import normalize

from ingest_assets.extract.child_program import MissingProgramError, run_program, version_line
from ingest_assets.extract.html.document import read_html
from ingest_assets.model import Extraction
from ingest_assets.thresholds.web import Web

ARGUMENTS = (
    "--sandbox",
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


def pandoc_versions() -> tuple[str, ...]:
    """pandoc's own version, for a parser's ``program_versions``."""
    try:
        return (version_line((pandoc(), "--version")).replace(" ", "-"),)
    except MissingProgramError:
        return ()


def through_pandoc(source: str, reader: str, scratch: Path, web: Web) -> Extraction:
    """A text in the markup ``reader`` names. Raises MissingProgramError, and corrupt or too_large when pandoc fails."""
    page = run_program((pandoc(), f"--from={reader}", *ARGUMENTS), scratch, web, data=source.encode())
    return _read(page.decode("utf-8", "replace"), web)


def _read(page: str, web: Web) -> Extraction:
    page = DOTLESS.sub(lambda match: normalize("NFC", ("i" if match[0][0] == "ı" else "j") + match[0][1]), page)
    page = DISPLAY_MATH.sub(r"$$\1$$", INLINE_MATH.sub(r"$\1$", NOTE_REFERENCE.sub(r"[^\1]", page)))
    page = page.replace("<title>-</title>", "")  # pandoc's name for a document without a title
    body, found, notes = page.partition(NOTES)
    read = read_html(body, web)
    if not found:
        return read
    footnotes = read_html(found + BACK.sub("", notes), web).blocks
    marked = tuple(
        replace(block, kind="footnote", level=0, marker=str(number)) for number, block in enumerate(footnotes, start=1)
    )
    return replace(read, blocks=(*read.blocks, *marked))

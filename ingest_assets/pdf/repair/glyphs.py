"""Read a page with the Unicode that its embedded fonts themselves know: glyph number to code by the font's own cmap.

The page's fonts get a new ToUnicode map in a second, private copy of the open file, and the page is read again the usual way:
positions, blanks and order stay those of the native layer. Nothing is written to disk.
"""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pymupdf

from ingest_assets.model import PageContent
from ingest_assets.pdf.pages import PageUnreadableError, PdfPages

BY_FONT = "glyphs:font"
BY_OFFSET = "glyphs:+29"
NAMES = (BY_FONT, BY_OFFSET)

# In fonts made from the TrueType standard order glyph 3 is the blank, so a printable ASCII code is its glyph number + 29.
OFFSET = 29
ASCII_GLYPHS = range(3, 98)
BLOCK = 100  # entries of one bfchar block (ISO 32000-1, 9.10.3)
HEAD = """/CIDInit /ProcSet findresource begin 12 dict begin begincmap
/CMapName /Repaired def /CMapType 2 def
1 begincodespacerange <0000> <FFFF> endcodespacerange
"""
TAIL = "endcmap CMapName currentdict /CMap defineresource pop end end"


def read_mapped(pdf: PdfPages, number: int, name: str) -> PageContent | None:
    """The page read with new maps, or None when no font of it can be mapped or the file does not open a second time."""
    if pdf.document.is_encrypted or pdf.document.needs_pass:
        return None
    with PdfPages(Path(pdf.document.name)) as copy:
        mapped = 0
        for font in copy.document.get_page_fonts(number - 1, full=True):
            mapped += _remap(copy.document, font, name)
        if not mapped:
            return None
        try:
            return copy.content(number)
        except PageUnreadableError:
            return None


def _remap(document: Any, font: tuple[Any, ...], name: str) -> bool:
    """Give one composite font with two-byte glyph codes a new ToUnicode map; True when that was possible."""
    xref, _, kind, _, _, encoding, *_ = font
    if kind != "Type0" or not encoding.startswith("Identity") or not _codes_are_glyphs(document, xref):
        return False
    known = _by_cmap(document, xref) if name == BY_FONT else {glyph: glyph + OFFSET for glyph in ASCII_GLYPHS}
    if not known:
        return False
    stream = document.get_new_xref()
    document.update_object(stream, "<<>>")
    document.update_stream(stream, to_unicode(known).encode("ascii"))
    document.xref_set_key(xref, "ToUnicode", f"{stream} 0 R")
    return True


def _codes_are_glyphs(document: Any, xref: int) -> bool:
    """True when the descendant maps character codes to glyphs unchanged."""
    kind, value = document.xref_get_key(xref, "DescendantFonts")
    if kind != "array":
        return False
    descendant = int(value.strip("[] ").split()[0])
    kind, value = document.xref_get_key(descendant, "CIDToGIDMap")
    return kind in ("null", "name") and value in ("null", "/Identity")


def _by_cmap(document: Any, xref: int) -> Mapping[int, int]:
    _, _, _, data = document.extract_font(xref)
    if not data:
        return {}
    try:
        font = pymupdf.Font(fontbuffer=data)
    except (RuntimeError, pymupdf.mupdf.FzErrorBase):
        return {}
    found: dict[int, int] = {}
    for code in font.valid_codepoints():
        glyph = font.has_glyph(code)
        if glyph and (glyph not in found or _is_private(found[glyph])):
            found[glyph] = code
    return {glyph: code for glyph, code in found.items() if not _is_private(code)}


def _is_private(code: int) -> bool:
    return 0xE000 <= code <= 0xF8FF


def to_unicode(known: Mapping[int, int]) -> str:
    """A ToUnicode CMap from glyph numbers to code points (ISO 32000-1, 9.10.3)."""
    lines = [f"<{glyph:04X}> <{chr(code).encode('utf-16-be').hex().upper()}>" for glyph, code in sorted(known.items())]
    blocks = [lines[start : start + BLOCK] for start in range(0, len(lines), BLOCK)]
    body = "".join(f"{len(block)} beginbfchar\n" + "\n".join(block) + "\nendbfchar\n" for block in blocks)
    return HEAD + body + TAIL

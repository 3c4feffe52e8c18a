"""Pages of Hebrew and Arabic text written glyph by glyph: what matters is the place of each, not the order in which the file has them.

The font is named and not embedded: only widths and the map to Unicode count for reading. All glyphs are half an em wide.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any, Literal

import pymupdf

Stored = Literal["rightwards", "leftwards"]
SIZE = 10.0
ADVANCE = 0.5 * SIZE


@dataclass(frozen=True, slots=True)
class Shown:
    """Glyphs as a reader sees them from left to right, each with the characters that its map names, from ``x`` on. ``y`` from the top."""

    x: float
    y: float
    glyphs: Sequence[str]
    stored: Stored = "rightwards"


def shown_up_to(right: float, y: float, glyphs: Sequence[str], *, stored: Stored = "rightwards") -> Shown:
    """Glyphs that end at ``right``."""
    return Shown(right - len(glyphs) * ADVANCE, y, glyphs, stored)


def leftward_pdf(pages: Iterable[Sequence[Shown]], *, rules: Sequence[tuple[float, float, float, float]] = ()) -> bytes:
    """A PDF with these lines and, on every page, these ruling lines (x0, y0, x1, y1)."""
    made: Any = pymupdf.open()
    codes: dict[str, int] = {}
    for lines in pages:
        page = made.new_page(width=500, height=600)
        for x0, y0, x1, y1 in rules:
            page.draw_line((x0, y0), (x1, y1))
        content = "".join(_operators(line, codes) for line in lines)
        page.clean_contents()
        xref = made.get_new_xref()
        made.update_object(xref, "<<>>")
        made.update_stream(xref, f"BT /F1 {SIZE} Tf {content} ET".encode())
        page.set_contents(xref) if not rules else _add_content(made, page, xref)
    font = _font(made, codes)
    for page in made:
        made.xref_set_key(page.xref, "Resources/Font/F1", f"{font} 0 R")
    return bytes(made.tobytes())


def _add_content(made: Any, page: Any, xref: int) -> None:
    drawn = " ".join(f"{one} 0 R" for one in page.get_contents())
    made.xref_set_key(page.xref, "Contents", f"[{drawn} {xref} 0 R]")


def _operators(line: Shown, codes: dict[str, int]) -> str:
    places = [(line.x + index * ADVANCE, glyph) for index, glyph in enumerate(line.glyphs)]
    if line.stored == "leftwards":
        places.reverse()
    return "".join(
        f"1 0 0 1 {x:.2f} {600 - line.y:.2f} Tm <{codes.setdefault(glyph, len(codes) + 1):04x}> Tj "
        for x, glyph in places
    )


def _font(made: Any, codes: dict[str, int]) -> int:
    entries = "\n".join(f"<{code:04x}> <{glyph.encode('utf-16-be').hex()}>" for glyph, code in codes.items())
    to_unicode = made.get_new_xref()
    made.update_object(to_unicode, "<<>>")
    made.update_stream(
        to_unicode,
        f"/CIDInit /ProcSet findresource begin begincmap /CMapName /M def\n1 begincodespacerange <0000> <ffff> endcodespacerange\n"
        f"{len(codes)} beginbfchar\n{entries}\nendbfchar endcmap end".encode(),
    )
    inner, font = made.get_new_xref(), made.get_new_xref()
    descriptor = made.get_new_xref()
    made.update_object(
        descriptor,
        "<< /Type /FontDescriptor /FontName /Letters /Flags 32 /FontBBox [0 -200 1000 900] /ItalicAngle 0"
        " /Ascent 900 /Descent -200 /CapHeight 700 /StemV 80 >>",
    )
    made.update_object(
        inner,
        "<< /Type /Font /Subtype /CIDFontType2 /BaseFont /Letters /CIDSystemInfo << /Registry (Adobe) /Ordering (Identity)"
        f" /Supplement 0 >> /DW 500 /FontDescriptor {descriptor} 0 R >>",
    )
    made.update_object(
        font,
        f"<< /Type /Font /Subtype /Type0 /BaseFont /Letters /Encoding /Identity-H /DescendantFonts [{inner} 0 R] /ToUnicode {to_unicode} 0 R >>",
    )
    return int(font)

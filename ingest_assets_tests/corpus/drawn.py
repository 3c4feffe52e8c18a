"""Documents whose pages only a program can draw: a scan as DjVu and as PostScript, a page of placed words as XPS, a Kindle book."""

from __future__ import annotations

import io
import struct
import subprocess
from pathlib import Path

import matplotlib as mpl
from PIL import Image

from ingest_assets_tests.corpus.office import relationships, zipped
from ingest_assets_tests.corpus.scans import rendered

XPS = "http://schemas.microsoft.com/xps/2005/06"
LINE = "The lock keeper wrote down the water level at dawn"


def scan(text: str = LINE) -> Image.Image:
    """One printed line as a picture at 200 dpi."""
    return Image.fromarray(rendered(f"<p style='font-size:14pt'>{text}</p>", width=420, height=60))


def scanned_djvu(folder: Path, text: str = LINE) -> bytes:
    """A bitonal page without a text layer, packed by DjVuLibre's own program."""
    source, target = folder / "page.pbm", folder / "page.djvu"
    scan(text).convert("1").save(source)
    subprocess.run(["cjb2", "-dpi", "200", str(source), str(target)], check=True, capture_output=True)
    return target.read_bytes()


def scanned_postscript(text: str = LINE) -> bytes:
    """A page that shows a picture and no text."""
    packed = io.BytesIO()
    picture = scan(text).convert("L")
    picture.save(packed, "EPS")
    width, height = (round(side * 72 / 200) for side in picture.size)
    head = f"%!PS-Adobe-3.0\n50 400 translate {width / picture.width:.4f} {height / picture.height:.4f} scale\n"
    return head.encode() + packed.getvalue() + b"\nshowpage\n"


def xps(*lines: str) -> bytes:
    """A fixed page with one run of glyphs a line, in the font that comes with the plotting library."""
    font = Path(mpl.get_data_path(), "fonts", "ttf", "DejaVuSans.ttf").read_bytes()
    glyphs = "".join(
        f'<Glyphs FontUri="/f.ttf" FontRenderingEmSize="16" Fill="#000000" OriginX="96" OriginY="{96 + 30 * number}" UnicodeString="{line}"/>'
        for number, line in enumerate(lines)
    )
    types = "".join(
        f'<Default Extension="{extension}" ContentType="application/{kind}"/>'
        for extension, kind in (
            ("rels", "vnd.openxmlformats-package.relationships+xml"),
            ("fdseq", "vnd.ms-package.xps-fixeddocumentsequence+xml"),
            ("fdoc", "vnd.ms-package.xps-fixeddocument+xml"),
            ("fpage", "vnd.ms-package.xps-fixedpage+xml"),
            ("ttf", "vnd.ms-opentype"),
        )
    )
    start = relationships(("r", "x", "/s.fdseq")).replace(
        "http://schemas.openxmlformats.org/officeDocument/2006/relationships/x", f"{XPS}/fixedrepresentation"
    )
    return zipped(
        {
            "[Content_Types].xml": f'<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types">{types}</Types>',
            "_rels/.rels": start,
            "s.fdseq": f'<FixedDocumentSequence xmlns="{XPS}"><DocumentReference Source="/d.fdoc"/></FixedDocumentSequence>',
            "d.fdoc": f'<FixedDocument xmlns="{XPS}"><PageContent Source="/p.fpage"/></FixedDocument>',
            "p.fpage": f'<FixedPage xmlns="{XPS}" xml:lang="en" Width="816" Height="1056">{glyphs}</FixedPage>',
            "f.ttf": font,
        }
    )


def mobi(markup: str, *, locked: bool = False) -> bytes:
    """A Mobipocket book of one unpacked text record."""
    text = markup.encode("utf-8")
    header = struct.pack(">HHIHHHH", 1, 0, len(text), 1, 4096, 2 if locked else 0, 0)
    header += b"MOBI" + struct.pack(">IIIII", 232, 2, 65001, 1, 6)
    header = header.ljust(16 + 232, b"\xff") + b"Book"
    records = [header, text]
    start = 78 + 8 * len(records) + 2
    offsets = [start, start + len(header)]
    head = b"Book".ljust(32, b"\0") + struct.pack(">HHIIIIII", 0, 0, 0, 0, 0, 0, 0, 0) + b"BOOKMOBI"
    head += struct.pack(">IIH", 0, 0, len(records))
    entries = b"".join(struct.pack(">II", offset, number) for number, offset in enumerate(offsets))
    return head + entries + b"\0\0" + header + text

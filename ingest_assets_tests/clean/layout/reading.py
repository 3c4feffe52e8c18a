"""From the bytes of a PDF to the cleaned document, through the real reader and the real layout."""

from __future__ import annotations

from pathlib import Path
from tempfile import TemporaryDirectory

from ingest_assets.clean.clean import clean
from ingest_assets.extract.parsers.pdf_words import PARSER
from ingest_assets.extract.protocol import ReadRequest
from ingest_assets.model import Cleaned, Extraction, PageContent, PageTriage, RawFile, Sniffed
from ingest_assets.pdf.pages import PdfPages
from ingest_assets.settings import Settings

SNIFFED = Sniffed(
    format="pdf", media_type="application/pdf", format_evidence="", declared_extension="pdf", extension_mismatch=False
)


def extracted(data: bytes) -> Extraction:
    """Every page read by its native words."""
    with TemporaryDirectory() as folder:
        path = Path(folder) / "blob"
        path.write_bytes(data)
        with PdfPages(path) as pdf:
            pages = tuple(
                PageTriage(page=number, page_class="clean_digital", route="native", characters=0)
                for number in range(1, pdf.count + 1)
            )
            raw = RawFile(raw_sha256="", size_bytes=len(data), name="blob")
            request = ReadRequest(
                raw=raw, path=path, sniffed=SNIFFED, settings=Settings(), scratch=Path(folder), pages=pages, pdf=pdf
            )
            return PARSER.read(request)


def content(data: bytes, page: int = 1) -> PageContent:
    """One page as it was read."""
    found = extracted(data).pages[page - 1].content
    assert found is not None
    return found


def laid_out(data: bytes) -> Cleaned:
    """The cleaned document."""
    return clean(extracted(data), SNIFFED, Settings())


def texts(cleaned: Cleaned, kind: str | None = None) -> list[str]:
    """Texts of the blocks, of one kind or of all."""
    return [block.text for block in cleaned.blocks if kind is None or block.kind == kind]


def removed(cleaned: Cleaned) -> dict[str, str]:
    """Reason by removed text."""
    return {gone.text: gone.reason for gone in cleaned.removed}

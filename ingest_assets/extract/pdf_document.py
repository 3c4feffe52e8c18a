"""What can be wrong with a PDF as a whole, before any of its pages is read; and its embedded files."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from ingest_assets.extract.containers import container_finding
from ingest_assets.model import Child, Finding
from ingest_assets.pdf.pages import PAGE_FAULTS, PdfPages
from ingest_assets.problems import Problem, Severity
from ingest_assets.settings import Settings


def document_faults(pdf: PdfPages | None) -> Iterator[Finding]:
    """Holding faults: not to be opened, locked, without pages; and the note that the engine rebuilt the file."""
    if pdf is None:
        yield container_finding(Problem.CORRUPT, "no PDF engine opens the file")
    elif pdf.needs_password:
        yield container_finding(Problem.ENCRYPTED, "a password is needed")
    else:
        yield from _page_tree(pdf)
        if pdf.is_repaired:
            yield Finding(code=Problem.REPAIRED, severity=Severity.NOTE, detail="the cross-reference table was rebuilt")


def is_empty(pdf: PdfPages | None) -> bool:
    """True when the page tree itself says that there are no pages: page objects that lie around are none that a reader shows."""
    if pdf is None or pdf.is_repaired:
        return False
    try:
        kind, kids = pdf.document.xref_get_key(pdf.document.pdf_catalog(), "Pages/Kids")
    except PAGE_FAULTS:
        return False
    return kind == "array" and not kids.strip("[] \t\r\n")


def rebuilt(faults: Sequence[Finding]) -> Finding:
    """The note on a file that only the second engine could read; the first one's faults stand in its detail."""
    told = "; ".join(f"{fault.code.value}: {fault.detail}" for fault in faults)
    return Finding(code=Problem.REPAIRED, severity=Severity.NOTE, detail=f"read by pdfplumber, MuPDF said {told}")


def _page_tree(pdf: PdfPages) -> Iterator[Finding]:
    """A page tree that cannot be counted, or claims more pages than the file has objects; or no pages at all."""
    try:
        pages = int(pdf.document.page_count)
    except PAGE_FAULTS as fault:
        yield Finding(code=Problem.PAGE_TREE_DAMAGED, severity=Severity.HOLD, detail=str(fault))
        return
    objects = pdf.document.xref_length()
    if pages > objects:
        lie = f"{pages} pages claimed by a file of {objects} objects"
        yield Finding(code=Problem.PAGE_TREE_DAMAGED, severity=Severity.HOLD, detail=lie)
    elif pages == 0:
        yield Finding(code=Problem.NO_PAGES, severity=Severity.HOLD, detail="the file opens and has no pages")


def embedded_files(pdf: PdfPages, settings: Settings) -> Iterator[Child]:
    """Files that the PDF carries along, up to the member and size limits; one that cannot be unpacked is left out."""
    limits = settings.limits
    total = 0
    for index in range(min(pdf.document.embfile_count(), limits.members)):
        try:
            data = bytes(pdf.document.embfile_get(index))
            name = str(pdf.document.embfile_info(index).get("filename") or f"attachment-{index + 1}")
        except PAGE_FAULTS:
            continue
        total += len(data)
        if total > limits.expanded_bytes:
            return
        yield Child(member=name, data=data)

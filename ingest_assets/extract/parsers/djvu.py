"""DjVu: the text layer, page by page; pages without one are drawn, for OCR."""

from __future__ import annotations

from pathlib import Path

from ingest_assets.extract.child_program import MissingProgramError, missing, path_of, run_program, version_line
from ingest_assets.extract.containers import ContainerFault, refused
from ingest_assets.extract.printed_pages import printed_pages
from ingest_assets.extract.protocol import ReadRequest
from ingest_assets.model import Extraction, Route


class DjvuParser:
    """djvutxt and ddjvu in child processes."""

    name = "djvu"
    revision = 3
    engines: tuple[str, ...] = ()
    formats = frozenset({"djvu"})
    routes: frozenset[Route] = frozenset({"native"})
    settings = ("formats", "ocr", "ocr_languages", "web")

    def program_versions(self) -> tuple[str, ...]:
        """Version of the DjVuLibre programs."""
        words = version_line(("djvutxt", "--help")).split()
        return (f"djvutxt-{words[-1]}",) if words else ()

    def read(self, request: ReadRequest) -> Extraction:
        """Findings: missing_program, corrupt, too_large."""
        try:
            command = (path_of("djvutxt", "djvulibre-bin"), str(request.path.resolve()))
            printed = run_program(command, request.scratch, request.settings.web)
        except MissingProgramError as error:
            return missing(error)
        except ContainerFault as fault:
            return refused(fault)
        pages = printed.decode("utf-8", "replace").split("\f")[:-1] or [""]
        return printed_pages(pages, self.name, request.settings.web)

    def picture(self, request: ReadRequest, page: int) -> tuple[Path, str]:
        """The page as it was scanned, at its own resolution."""
        target = request.scratch / "page.tiff"
        command = (path_of("ddjvu", "djvulibre-bin"), "-format=tiff", f"-page={page}", str(request.path.resolve()))
        run_program((*command, str(target)), request.scratch, request.settings.web)
        return target, "tiff"


PARSER = DjvuParser()

"""DjVu: the text layer, page by page."""

from __future__ import annotations

from dataclasses import replace

from ingest_assets.extract.child_program import MissingProgramError, missing, path_of, run_program, version_line
from ingest_assets.extract.containers import ContainerFault, refused
from ingest_assets.extract.ocr.judge import without_text
from ingest_assets.extract.printed_pages import printed_pages
from ingest_assets.extract.protocol import ReadRequest
from ingest_assets.model import Extraction, Route


class DjvuParser:
    """djvutxt in a child process."""

    name = "djvu"
    revision = 2
    engines: tuple[str, ...] = ()
    formats = frozenset({"djvu"})
    routes: frozenset[Route] = frozenset({"native"})

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
        read = printed_pages(pages, self.name, request.settings.web)
        silent = (page.page for page in read.pages if page.route == "none")
        return replace(read, findings=tuple(without_text(page, "a scan without a text layer") for page in silent))


PARSER = DjvuParser()

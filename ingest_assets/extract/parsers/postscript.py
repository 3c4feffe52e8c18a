"""PostScript: a program, so it runs in Ghostscript's safe mode in a child process."""

from __future__ import annotations

from pathlib import Path

from ingest_assets.extract.child_program import MissingProgramError, missing, path_of, run_program, version_line
from ingest_assets.extract.containers import ContainerFault, refused
from ingest_assets.extract.printed_pages import printed_pages
from ingest_assets.extract.protocol import ReadRequest
from ingest_assets.model import Extraction, Route

SAFE = ("-q", "-dSAFER", "-dBATCH", "-dNOPAUSE", "-sDEVICE=txtwrite", "-sOutputFile=page-%06d.txt", "-f")
DRAWN = ("-q", "-dSAFER", "-dBATCH", "-dNOPAUSE", "-sDEVICE=pnggray", "-dTextAlphaBits=4", "-dGraphicsAlphaBits=4")
PAGES = 10_000  # pages of one file that are read; the CPU limit ends endless programs long before


class PostscriptParser:
    """Ghostscript's txtwrite device."""

    name = "postscript"
    revision = 2
    engines: tuple[str, ...] = ()
    formats = frozenset({"ps"})
    routes: frozenset[Route] = frozenset({"native"})
    settings = ("formats", "ocr", "ocr_languages", "web")

    def program_versions(self) -> tuple[str, ...]:
        """Ghostscript's version."""
        version = version_line(("gs", "--version"))
        return (f"ghostscript-{version}",) if version else ()

    def read(self, request: ReadRequest) -> Extraction:
        """Findings: missing_program, corrupt, too_large."""
        try:
            command = (path_of("gs", "ghostscript"), *SAFE, str(request.path.resolve()))
            run_program(command, request.scratch, request.settings.web)
        except MissingProgramError as error:
            return missing(error)
        except ContainerFault as fault:
            return refused(fault)
        files = sorted(request.scratch.glob("page-*.txt"))[:PAGES]
        pages = [file.read_bytes().decode("utf-8", "replace") for file in files]
        return printed_pages(pages, self.name, request.settings.web)

    def picture(self, request: ReadRequest, page: int) -> tuple[Path, str]:
        """The page as it is printed."""
        target = request.scratch / "page.png"
        pages = (f"-dFirstPage={page}", f"-dLastPage={page}", f"-r{request.settings.ocr.render_dpi:g}")
        command = (path_of("gs", "ghostscript"), *DRAWN, *pages, f"-sOutputFile={target.name}")
        run_program((*command, str(request.path.resolve())), request.scratch, request.settings.web)
        return target, "png"


PARSER = PostscriptParser()

"""PostScript: a program, so it runs in Ghostscript's safe mode in a child process."""

from __future__ import annotations

from ingest_assets.extract.child_program import MissingProgramError, missing, path_of, run_program, version_line
from ingest_assets.extract.containers import ContainerFault, refused
from ingest_assets.extract.printed_pages import printed_pages
from ingest_assets.extract.protocol import ReadRequest
from ingest_assets.model import Extraction, Route

SAFE = ("-q", "-dSAFER", "-dBATCH", "-dNOPAUSE", "-sDEVICE=txtwrite", "-sOutputFile=page-%06d.txt", "-f")
PAGES = 10_000  # pages of one file that are read; the CPU limit ends endless programs long before


class PostscriptParser:
    """Ghostscript's txtwrite device."""

    name = "postscript"
    revision = 1
    engines: tuple[str, ...] = ()
    formats = frozenset({"ps"})
    routes: frozenset[Route] = frozenset({"native"})

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


PARSER = PostscriptParser()

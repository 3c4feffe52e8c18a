"""LaTeX: macros expanded, comments and false branches gone, formulas kept as LaTeX."""

from __future__ import annotations

from ingest_assets.code_pages.decode import decode
from ingest_assets.extract.child_program import MissingProgramError, missing
from ingest_assets.extract.containers import ContainerFault
from ingest_assets.extract.pandoc import pandoc_versions, through_pandoc
from ingest_assets.extract.plain.prose import paragraphs, readable
from ingest_assets.extract.plain.tex import plain_reading, without_false_branches
from ingest_assets.extract.protocol import ReadRequest
from ingest_assets.extract.unpaged import on_page_one
from ingest_assets.model import Block, Extraction, Route


class TexParser:
    """Through pandoc."""

    name = "tex"
    revision = 2
    engines = ("pypandoc-binary", "selectolax")
    formats = frozenset({"tex"})
    routes: frozenset[Route] = frozenset({"native"})
    settings: tuple[str, ...] = ("web",)

    def program_versions(self) -> tuple[str, ...]:
        """pandoc's own version."""
        return pandoc_versions()

    def read(self, request: ReadRequest) -> Extraction:
        """Findings: missing_program. What pandoc cannot parse is read without its commands; metadata says so."""
        source = readable(decode(request.data(), request.sniffed.encoding or "utf-8"))
        web = request.settings.web
        try:
            read = through_pandoc(without_false_branches(source), "latex", request.scratch, web)
        except MissingProgramError as error:
            return missing(error)
        except ContainerFault as fault:
            blocks = tuple(
                Block(kind="paragraph", text=part, page=1) for part in paragraphs(plain_reading(source), web)
            )
            read = Extraction(blocks=blocks, metadata={"tex": f"read without commands: {fault.detail}"})
        return on_page_one(read, self.name)


PARSER = TexParser()

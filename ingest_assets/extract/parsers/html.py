"""Web pages."""

from __future__ import annotations

from ingest_assets.code_pages.mixed import decode_lines
from ingest_assets.extract.html.document import read_page
from ingest_assets.extract.protocol import ReadRequest
from ingest_assets.extract.unpaged import on_page_one
from ingest_assets.model import Extraction, Route


class HtmlParser:
    """Main content by the profile of the settings; what was left out stands in ``removed``."""

    name = "html"
    revision = 3
    engines = ("selectolax", "trafilatura", "resiliparse")
    formats = frozenset({"html", "xhtml"})
    routes: frozenset[Route] = frozenset({"native"})
    settings: tuple[str, ...] = ("html_profile", "web")

    def read(self, request: ReadRequest) -> Extraction:
        """Findings: login_wall, js_required, frames_only."""
        source = decode_lines(request.data(), request.sniffed.encoding or "utf-8")
        return on_page_one(read_page(source, request.settings.html_profile, request.settings.web), self.name)


PARSER = HtmlParser()

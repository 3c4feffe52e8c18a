"""Every record, in the order in which it is born on a document's way. Frozen, slotted, keyword-only; no behaviour.

Units: PDF points with the origin at the top left of the displayed page, page numbers from 1, sizes in bytes, time in seconds.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Literal

from ingest_assets.problems import Problem, Severity

PageClass = Literal["clean_digital", "broken_text", "scan", "mixed", "blank"]
Route = Literal["native", "native_repaired", "ocr", "vision", "none"]
BlockKind = Literal["heading", "paragraph", "list_item", "table", "code", "caption", "footnote", "quote", "formula"]
State = Literal["indexed", "quarantined", "skipped"]
BBox = tuple[float, float, float, float]
Json = object
"""A value that JSON can hold. ``object`` because a recursive alias costs more than it tells."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Finding:
    """One problem as it was met. ``page`` is None when it concerns the whole document; ``detail`` holds the measured value and its limit."""

    code: Problem
    severity: Severity
    page: int | None = None
    detail: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class RawFile:
    """Bytes as they were found: a file of a source, or a member of a container (then ``parent_sha256`` and ``member`` say of which).

    ``children_allowed`` bounds the whole tree below one file: each container shares its allowance among its members.
    """

    raw_sha256: str
    size_bytes: int
    name: str
    source: str = ""
    http_content_type: str | None = None
    parent_sha256: str | None = None
    member: str | None = None
    depth: int = 0
    children_allowed: int = 10_000


@dataclass(frozen=True, slots=True, kw_only=True)
class Sniffed:
    """What the bytes are. ``format`` and ``encoding`` are settled here once; no later stage may second-guess them."""

    format: str
    media_type: str
    format_evidence: str
    declared_extension: str
    extension_mismatch: bool
    libmagic: str | None = None
    encoding: str | None = None
    encoding_source: str | None = None
    encoding_confidence: float | None = None
    declared_encoding: str | None = None
    flags: tuple[str, ...] = ()
    skip_rule: str | None = None
    findings: tuple[Finding, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Region:
    """A place on a page. ``bbox`` is (x0, y0, x1, y1), or None where a format has no geometry."""

    page: int
    bbox: BBox | None


@dataclass(frozen=True, slots=True, kw_only=True)
class Span:
    """A run of text in one font on one baseline: native (from the PDF) or a word read by OCR.

    ``origin`` is the baseline's start, ``direction`` the writing direction as (cos, sin), ``order`` the paint order.
    ``line`` groups the words of one OCR line (None for native text). ``words`` holds the (start, end) of each blank-separated word of ``text``
    along the writing direction, empty when the text is one word. A span never crosses a gap wider than a blank.
    ``hidden`` says why a reader cannot see it, or None.
    ``confidence`` is 0-100 for OCR words.
    """

    text: str
    bbox: BBox
    origin: tuple[float, float]
    size: float
    font: str = ""
    bold: bool = False
    italic: bool = False
    color: int = 0
    direction: tuple[float, float] = (1.0, 0.0)
    order: int = 0
    line: int | None = None
    words: tuple[tuple[float, float], ...] = ()
    hidden: str | None = None
    route: Route = "native"
    confidence: float | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Rule:
    """A ruling line of the page: horizontal when y0 == y1, else vertical. ``width`` in points."""

    x0: float
    y0: float
    x1: float
    y1: float
    width: float = 0.0


@dataclass(frozen=True, slots=True, kw_only=True)
class Fill:
    """A filled rectangle that is no ruling line. ``color`` is 0xRRGGBB."""

    bbox: BBox
    color: int
    opacity: float = 1.0
    order: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class PageImage:
    """An image as painted, clipped to the page."""

    bbox: BBox
    order: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class Annotation:
    """A form field's value, a free-text or a sticky note. ``kind`` is widget, free_text or note."""

    kind: str
    text: str
    bbox: BBox
    label: str = ""
    author: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class PageContent:
    """One page as it was read, once, in the displayed frame (rotation applied, clipped to the crop box).

    ``turned`` is not 0 on scans that lie crooked or on their side: the degrees clockwise by which OCR turned the page; all geometry, width and
    height included, is in the turned frame, where lines run level. ``images.turned`` takes boxes back to the displayed frame.
    ``forms_left_out`` counts forms that would draw too many others.
    """

    page: int
    width: float
    height: float
    rotation: int = 0
    turned: float = 0.0
    spans: tuple[Span, ...] = ()
    rules: tuple[Rule, ...] = ()
    fills: tuple[Fill, ...] = ()
    images: tuple[PageImage, ...] = ()
    annotations: tuple[Annotation, ...] = ()
    path_count: int = 0
    forms_left_out: int = 0
    warnings: tuple[str, ...] = ()

    @property
    def characters(self) -> int:
        """Characters of the text that is seen, without the blanks around spans."""
        return sum(len(span.text.strip()) for span in self.spans if span.hidden is None)


@dataclass(frozen=True, slots=True, kw_only=True)
class PageTriage:
    """The class of a page, the route it should take and every signal behind that. ``signals['fonts']`` holds the verdict per font."""

    page: int
    page_class: PageClass
    route: Route
    characters: int
    signals: dict[str, Json] = field(default_factory=dict)
    findings: tuple[Finding, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Triage:
    """All pages of a document that has pages; ``pages`` is empty for formats without."""

    pages: tuple[PageTriage, ...] = ()
    findings: tuple[Finding, ...] = ()
    metadata: dict[str, Json] = field(default_factory=dict)


@dataclass(frozen=True, slots=True, kw_only=True)
class CellSpan:
    """A cell of a table that covers several; row and column count from 0."""

    row: int
    column: int
    rowspan: int
    colspan: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Table:
    """A table. ``rows`` are rectangular rows of printed strings; a spanned cell's text stands in its first cell, "" elsewhere."""

    page: int
    rows: tuple[tuple[str, ...], ...]
    header_rows: int = 1
    spans: tuple[CellSpan, ...] = ()
    bbox: BBox | None = None
    regions: tuple[Region, ...] = ()
    title: str = ""
    route: Route = "native"
    parser: str = ""
    flags: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Block:
    """One piece of the reading order. ``level``: of a heading 1-6, nesting of a list item from 1, else 0.

    ``marker`` is the printed label of a list item ("-", "1.", "(b)") or the mark of a footnote ("3").
    A block of kind ``table`` has its place here and its content in ``tables[table]``; its own text is "".
    ``regions`` lists every place when the block crosses a column or a page.
    """

    kind: BlockKind
    text: str
    page: int
    level: int = 0
    bbox: BBox | None = None
    regions: tuple[Region, ...] = ()
    route: Route = "native"
    parser: str = ""
    marker: str = ""
    table: int | None = None
    flags: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Removed:
    """Text taken out of the flow, and why (running_header, page_number, watermark, duplicate, hidden_<why>, …)."""

    text: str
    page: int
    reason: str
    bbox: BBox | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Child:
    """A member of a container, an attachment or an embedded file: a document of its own."""

    member: str
    data: bytes
    content_type: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class ExtractedPage:
    """How one page was read. ``content`` holds words with boxes for formats with geometry, None for the others."""

    page: int
    page_class: PageClass
    route: Route
    parser: str
    parser_version: str
    characters: int
    signals: dict[str, Json] = field(default_factory=dict)
    confidence: float | None = None
    content: PageContent | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Extraction:
    """What the parsers read. PDF and images fill ``pages[].content``; structured formats fill ``blocks`` and ``tables``."""

    pages: tuple[ExtractedPage, ...] = ()
    blocks: tuple[Block, ...] = ()
    tables: tuple[Table, ...] = ()
    removed: tuple[Removed, ...] = ()
    children: tuple[Child, ...] = ()
    metadata: dict[str, Json] = field(default_factory=dict)
    findings: tuple[Finding, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Cleaned:
    """The document in reading order, whatever its format. ``language`` is an ISO 639-1 code or None when too short to tell."""

    blocks: tuple[Block, ...] = ()
    tables: tuple[Table, ...] = ()
    removed: tuple[Removed, ...] = ()
    language: str | None = None
    metadata: dict[str, Json] = field(default_factory=dict)
    findings: tuple[Finding, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Measure:
    """One line of the scorecard. ``value`` is None when the measure abstains (too few words, no list for the language).

    ``threshold`` is None where a count is only shown: JSON has no infinity, and a record that cannot be read back loses its chunks.
    """

    name: str
    value: float | None
    threshold: float | None
    breached: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class Verdict:
    """The terminal state. ``lost_pages`` are pages whose text stays out of markdown and chunks."""

    state: State
    skip_rule: str | None = None
    scorecard: tuple[Measure, ...] = ()
    findings: tuple[Finding, ...] = ()
    lost_pages: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Chunk:
    """A piece of the index, with every place its words come from. ``tables`` are indices into the document's tables.

    ``grade`` tells how far the document's scorecard stays from its limits: a, b or c (``index.grades``).
    """

    chunk_id: str
    text: str
    heading_path: tuple[str, ...] = ()
    pages: tuple[int, ...] = ()
    regions: tuple[Region, ...] = ()
    routes: tuple[Route, ...] = ()
    parsers: tuple[str, ...] = ()
    language: str | None = None
    model_generated: bool = False
    flags: tuple[str, ...] = ()
    tables: tuple[int, ...] = ()
    grade: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Document:
    """One document at the end of its way: what the sidecar is written from."""

    raw: RawFile
    sniffed: Sniffed
    extraction: Extraction
    cleaned: Cleaned
    verdict: Verdict
    findings: tuple[Finding, ...] = ()
    chunks: tuple[Chunk, ...] = ()

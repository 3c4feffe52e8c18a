"""All settings in one frozen record. Each threshold stands in ``thresholds/`` with its unit and its origin."""

from __future__ import annotations

from dataclasses import dataclass, field

from ingest_assets.thresholds.fetching import Fetching
from ingest_assets.thresholds.formats import Formats
from ingest_assets.thresholds.gate import AssertionThresholds, ChunkThresholds, GateThresholds
from ingest_assets.thresholds.layout import Layout
from ingest_assets.thresholds.limits import Limits
from ingest_assets.thresholds.ocr import Ocr
from ingest_assets.thresholds.raw import Scanning
from ingest_assets.thresholds.reports import Reports
from ingest_assets.thresholds.search import SearchLimits
from ingest_assets.thresholds.sniff import SniffLimits
from ingest_assets.thresholds.store import StoreSizes
from ingest_assets.thresholds.tables import Tables
from ingest_assets.thresholds.triage import TriageLimits
from ingest_assets.thresholds.vision import Vision
from ingest_assets.thresholds.web import Web
from ingest_assets.thresholds.workers import Workers


@dataclass(frozen=True, slots=True, kw_only=True)
class Settings:
    """What a run may be told. Stages read their own group only."""

    limits: Limits = field(default_factory=Limits)
    sniff: SniffLimits = field(default_factory=SniffLimits)
    assertions: AssertionThresholds = field(default_factory=AssertionThresholds)
    gate: GateThresholds = field(default_factory=GateThresholds)
    chunks: ChunkThresholds = field(default_factory=ChunkThresholds)
    formats: Formats = field(default_factory=Formats)
    web: Web = field(default_factory=Web)
    ocr: Ocr = field(default_factory=Ocr)
    vision: Vision = field(default_factory=Vision)
    triage: TriageLimits = field(default_factory=TriageLimits)
    layout: Layout = field(default_factory=Layout)
    tables: Tables = field(default_factory=Tables)
    workers: Workers = field(default_factory=Workers)
    scanning: Scanning = field(default_factory=Scanning)
    fetching: Fetching = field(default_factory=Fetching)
    store: StoreSizes = field(default_factory=StoreSizes)
    reports: Reports = field(default_factory=Reports)
    search: SearchLimits = field(default_factory=SearchLimits)
    html_profile: str = "main"
    ocr_languages: tuple[str, ...] = ("rus", "eng")
    passwords: tuple[str, ...] = ()

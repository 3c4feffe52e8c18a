"""Importing this loads every engine and the two word lists that almost every document asks: the forkserver does it once."""

from __future__ import annotations

from ingest_assets import stages, work
from ingest_assets.extract.registry import installed_versions
from ingest_assets.lexicon import is_word

LOADED = (stages.__name__, work.__name__)
installed_versions()
is_word("harbour")
is_word("причал")

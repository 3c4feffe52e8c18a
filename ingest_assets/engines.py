"""Importing this loads every engine and the two word lists that almost every document asks: the forkserver does it once."""

from __future__ import annotations

import gc

from ingest_assets import stages, work
from ingest_assets.extract.registry import installed_versions
from ingest_assets.lexicon import is_word

LOADED = (stages.__name__, work.__name__)
installed_versions()
is_word("harbour")
is_word("причал")
# What is loaded now lives as long as the process: a full collection need not walk the word lists again, and forked workers share these pages.
# Records are trees of tuples and never cyclic, so young objects are looked at less often than by default (every 700).
gc.collect()
gc.freeze()
gc.set_threshold(20_000, 20, 50)

"""LlamaIndex documents over the searchable chunks (the extra ``llamaindex``)."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from typing import Any

from llama_index.core.readers.base import BaseReader
from llama_index.core.schema import Document

from ingest_assets.search.export import chunks

SHOWN = ("locations", "pages", "heading_path")
"""What an embedding or a model sees of the metadata; the rest is for citation."""


class IngestReader(BaseReader):
    """``IngestReader(workspace().lake).load_data()``: one document a chunk, its identity as ``id_``, the rest of its record as metadata."""

    def __init__(self, lake: Path) -> None:
        self.lake = lake

    def lazy_load_data(self, *_: Any, **__: Any) -> Iterable[Document]:
        """Chunk by chunk."""
        for record in chunks(self.lake):
            text, identity = str(record.pop("text")), str(record["chunk_id"])
            hidden = [name for name in record if name not in SHOWN]
            yield Document(
                text=text,
                id_=identity,
                metadata=record,
                excluded_embed_metadata_keys=hidden,
                excluded_llm_metadata_keys=hidden,
            )

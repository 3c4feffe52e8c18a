"""LangChain documents over the searchable chunks (the extra ``langchain``)."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from langchain_core.document_loaders import BaseLoader
from langchain_core.documents import Document

from ingest_assets.search.export import chunks


class IngestLoader(BaseLoader):
    """``IngestLoader(workspace().lake).load()``: one document a chunk, its identity as ``id``, the rest of its record as metadata."""

    def __init__(self, lake: Path) -> None:
        self.lake = lake

    def lazy_load(self) -> Iterator[Document]:
        """Chunk by chunk."""
        for record in chunks(self.lake):
            text, identity = str(record.pop("text")), str(record["chunk_id"])
            yield Document(page_content=text, id=identity, metadata=record)

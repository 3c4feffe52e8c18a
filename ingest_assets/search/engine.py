"""The engine's side: the fields of an entry, and how an index is opened and written."""

from __future__ import annotations

import datetime
import json
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import tantivy

from ingest_assets.search.publication import IndexMissingError
from ingest_assets.search.words import Terms, terms
from ingest_assets.thresholds.search import SearchLimits

ANALYSIS = 1
"""Raised by hand when the entries of the same chunks change; the next publication is then built anew."""
KEYWORDS = ("chunk_id", "document", "source", "format", "language", "route", "grade", "page")
EPOCH = datetime.date(1970, 1, 1)


def schema() -> tantivy.Schema:
    """Stems with positions, codes as written, keywords to filter by, a day, and the record that results are made from."""
    builder = tantivy.SchemaBuilder()
    for name in ("stems", "heads"):
        builder.add_text_field(name, tokenizer_name="whitespace", index_option="position")
    builder.add_text_field("exact", tokenizer_name="whitespace", index_option="basic")
    for name in KEYWORDS:
        builder.add_text_field(name, tokenizer_name="raw", index_option="basic")
    builder.add_integer_field("day", indexed=True)
    builder.add_bytes_field("record", stored=True)
    return builder.build()


def created(folder: Path) -> tantivy.Index:
    """A new index in an empty folder."""
    return tantivy.Index(schema(), path=str(folder))


def opened(folder: Path) -> tantivy.Index:
    """An index to read. Raises IndexMissingError when the engine refuses it."""
    try:
        return tantivy.Index.open(str(folder))
    except (ValueError, OSError) as error:
        raise IndexMissingError(f"{folder} cannot be opened ({str(error)[:200]})") from error


def entry(record: Mapping[str, Any], limits: SearchLimits) -> tuple[tantivy.Document, Terms]:
    """The engine's document of a chunk, and its analysed text (near-duplicates are found by it)."""
    text = terms(record["text"], longest=limits.token_characters)
    heads = terms(
        " ".join((*record["heading_path"], *map(_name_words, record["locations"]))), longest=limits.token_characters
    )
    document = tantivy.Document()
    document.add_text("stems", " ".join(text.stems))
    document.add_text("heads", " ".join(heads.stems))
    document.add_text("exact", " ".join((*text.exact, *heads.exact)))
    for name, values in _keywords(record).items():
        for value in values:
            document.add_text(name, value)
    if record["modified"]:
        document.add_integer("day", day(datetime.date.fromisoformat(record["modified"][:10])))
    document.add_bytes("record", json.dumps(record, ensure_ascii=False, separators=(",", ":")).encode())
    return document, text


def document_key(source: str, raw_sha256: str) -> str:
    """What an update deletes by."""
    return f"{source}/{raw_sha256}"


def day(date: datetime.date) -> int:
    """Days since 1970."""
    return (date - EPOCH).days


def _keywords(record: Mapping[str, Any]) -> dict[str, Sequence[str]]:
    return {
        "chunk_id": [record["chunk_id"]],
        "document": [document_key(record["source"], record["raw_sha256"])],
        "source": [record["source"]],
        "format": [record["format"]],
        "language": [record["language"] or "unknown"],
        "route": record["routes"],
        "grade": [record["grade"] or "unknown"],
        "page": [str(page) for page in record["pages"]],
    }


def _name_words(name: str) -> str:
    """A location's words: folders and name without the extension."""
    head, dot, extension = name.rpartition(".")
    return (head if dot and len(extension) <= 5 else name).replace("/", " ").replace("_", " ")

"""Paragraphs that were decoded wrongly before the document was saved, put right; each repair is recorded."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace

from ingest_assets.code_pages.mojibake import PAIRS, Repair, repair, utf8_repair
from ingest_assets.lexicon import is_listed, is_word, tokens_of
from ingest_assets.model import Block, Cleaned, Json, Table

CYRILLIC_PAIRS = 3  # a Ukrainian syllable may look like one
SURE_UTF8 = 0.99
SURE = 0.9  # a repair's confidence from which it is applied: strict UTF-8 has 0.99, the byte model 0.9


def repaired(cleaned: Cleaned) -> Cleaned:
    """Blocks with their mojibake undone; ``metadata["mojibake_repair"]`` lists paragraph, chain, confidence, applied."""
    blocks: list[Block] = []
    records: list[Json] = []
    for number, block in enumerate(cleaned.blocks):
        found = repair(block.text) if is_suspect(block.text) else None
        if found is not None and found.text != block.text:
            records.append(_record(number, found))
        applied = found is not None and found.confidence >= SURE
        blocks.append(replace(block, text=found.text) if found is not None and applied else block)
    tables = tuple(_table(table, number, records) for number, table in enumerate(cleaned.tables))
    if not records:
        return cleaned
    before = cleaned.metadata.get("mojibake_repair")
    told = [*(before if isinstance(before, list) else []), *records]
    return replace(cleaned, blocks=tuple(blocks), tables=tables, metadata={**cleaned.metadata, "mojibake_repair": told})


def _table(table: Table, number: int, records: list[Json]) -> Table:
    """The table with its cells put right, one record for all of them; only strict UTF-8 counts in a text as short as a cell."""
    chains: list[str] = []

    def mended(cell: str) -> str:
        if cell.isascii() or not _is_broken_cell(cell) or (found := utf8_repair(cell)) is None:
            return cell
        chains.extend(found.chain)
        return found.text

    rows = tuple(tuple(map(mended, row)) for row in table.rows)
    if not chains:
        return table
    record: dict[str, Json] = {"paragraph": None, "table": number, "chain": list(dict.fromkeys(chains))}
    records.append({**record, "confidence": SURE_UTF8, "applied": True})
    return replace(table, rows=rows)


def _is_broken_cell(cell: str) -> bool:
    """The pairs of windows-1252 stand in no word; those of windows-1251 do, so that a cell must hold several."""
    pairs = PAIRS.findall(cell)
    return any(pair[0] in "ÃÐÑâ" for pair in pairs) or len(pairs) >= CYRILLIC_PAIRS


def is_suspect(text: str) -> bool:
    """True when the text is not plain ASCII and has a tell-tale pair, or most of its first words are no words: only then is a repair worth its price."""
    if text.isascii():
        return False
    if ("Ã" in text or "â€" in text) and PAIRS.search(
        text
    ):  # French and German lose few of their words, and still lose them
        return True
    tokens = tokens_of(text[:SAMPLE_LETTERS])[:SAMPLE]
    return not tokens or (_strange(tokens, is_listed) and _strange(tokens, is_word))


def _strange(tokens: Sequence[str], known: Callable[[str], bool]) -> bool:
    """Few of the tokens are known. Morphology is asked last: it saves headings of inflected words, and costs more."""
    return sum(map(known, tokens)) < HEALTHY * len(tokens)


SAMPLE_LETTERS, SAMPLE = 300, 16  # characters and words looked at
HEALTHY = 0.6  # share of listed words; mojibake has under 0.2, prose of listed languages 0.7-0.95


def _record(number: int, found: Repair) -> dict[str, Json]:
    return {
        "paragraph": number,
        "chain": list(found.chain),
        "confidence": found.confidence,
        "applied": found.confidence >= SURE,
    }

"""Paragraphs that were decoded wrongly before the document was saved, put right; each repair is recorded."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace

from ingest_assets.code_pages.mojibake import PAIRS, Repair, repair
from ingest_assets.lexicon import is_listed, is_word, tokens_of
from ingest_assets.model import Block, Cleaned, Json

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
    if not records:
        return cleaned
    before = cleaned.metadata.get("mojibake_repair")
    told = [*(before if isinstance(before, list) else []), *records]
    return replace(cleaned, blocks=tuple(blocks), metadata={**cleaned.metadata, "mojibake_repair": told})


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

"""Numbers of the search index."""

from __future__ import annotations

from dataclasses import dataclass

from ingest_assets.thresholds.origin import threshold


@dataclass(frozen=True, slots=True, kw_only=True)
class SearchLimits:
    """How the index is written, and how a query is weighed."""

    writer_bytes: int = threshold(
        64 * 1024**2, "bytes of heap", "choice: four times the engine's minimum; a segment of about 50,000 chunks"
    )
    token_characters: int = threshold(
        200, "characters", "choice: the longest index entry; longer runs are codes of attachments"
    )
    results: int = threshold(10, "results", "what a page of results shows")
    spare: int = threshold(
        10, "results", "choice: looked at beyond a page; near-duplicates and withdrawn documents leave gaps"
    )
    members: int = threshold(50, "chunks", "choice: near-duplicates that are shown below a result")
    heading_boost: float = threshold(
        0.6, "factor", "headings are short, which weighs their words two to three times as much already"
    )
    second_field: float = threshold(
        0.3, "share of the lower score", "choice: a word in heading and text counts little more than in one of them"
    )
    exact_boost: float = threshold(
        3.0, "factor", "choice: a number or a code found as it was written outweighs its parts"
    )
    snippet_characters: int = threshold(240, "characters", "two lines of a terminal")
    shingle: int = threshold(3, "words", "usual for near-duplicates of texts (Broder 1997)")
    signature: int = threshold(
        32, "hashes", "one-permutation MinHash (Li, Owen and Zhang 2012); standard error 0.07 at 0.8"
    )
    band: int = threshold(
        4, "hashes", "8 bands of 4: 98 % of pairs with similarity 0.8 share one, 6 % of those with 0.3"
    )
    near: float = threshold(
        0.8, "share of equal hashes", "choice: one word in thirty changed; other texts of a template stay below"
    )
    near_words: int = threshold(12, "words", "choice: shorter chunks are alike by chance")
    generations: int = threshold(2, "indexes", "the one that counts and the one before, for readers that began with it")
    manifests: int = threshold(
        30, "publications", "choice: a month of nights; an export since an older one is a full one"
    )
    verify_bytes: int = threshold(
        512 * 1024**2, "bytes", "choice: below it the files' checksums are read again before an update (0.3 CPU s)"
    )

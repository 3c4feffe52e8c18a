"""Apply a repair to spans: only where it makes words, so that the healthy half of a page stays as it is."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from ingest_assets.lexicon import tokens_of
from ingest_assets.pdf.repair.codecs import Mend

Known = Callable[[str], bool]


def repaired(texts: Sequence[str], fonts: Sequence[str], mend: Mend, known: Known) -> list[str]:
    """The texts after the repair, same length and order.

    A text is changed when that gives more known words, kept when it gives fewer. Texts without evidence (numbers, one short
    word) follow the nearest text of their font that had some.
    """
    mapped = [mend(text) for text in texts]
    verdicts = [_verdict(text, new, known) for text, new in zip(texts, mapped, strict=True)]
    settled = _spread(verdicts, fonts)
    chosen = zip(texts, mapped, settled, strict=True)
    return [new if new is not None and change else text for text, new, change in chosen]


def _verdict(text: str, new: str | None, known: Known) -> bool | None:
    """True to change, False to keep, None without evidence."""
    if new is None:
        return False
    if new == text:
        return None
    before = sum(known(token) for token in tokens_of(text))
    after = sum(known(token) for token in tokens_of(new))
    return None if before == after else after > before


def _spread(verdicts: Sequence[bool | None], fonts: Sequence[str]) -> list[bool]:
    last: dict[str, bool] = {}
    found: list[bool | None] = []
    for verdict, font in zip(verdicts, fonts, strict=True):
        if verdict is not None:
            last[font] = verdict
        found.append(verdict if verdict is not None else last.get(font))
    after: dict[str, bool] = {}
    for index in range(len(found) - 1, -1, -1):
        verdict = found[index]
        if verdict is None:
            found[index] = after.get(fonts[index], False)
        else:
            after[fonts[index]] = verdict
    return [bool(verdict) for verdict in found]

"""Lines of a plain text to paragraphs."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator
from itertools import pairwise

from ingest_assets.code_pages.mojibake import utf8_repair
from ingest_assets.lexicon import is_word
from ingest_assets.model import Json
from ingest_assets.thresholds.web import Web

ANSI = re.compile(r"\x1b(?:\[[0-?]*[ -/]*[@-~]|\][^\x07\x1b]*(?:\x07|\x1b\\)|[@-Z\\^_])")
CONTROLS = dict.fromkeys((*range(9), 11, *range(14, 32), 127))
LINE_ENDS = re.compile(r"\r\n?|[\u2028\x85\x0c\x0b]")
ITEM = re.compile(r"(?:[-*•‣–—+]|\(?\d{1,3}[.)]|\(?[a-zа-я][.)])\s+(?=\S)", re.IGNORECASE)
HYPHENATED = re.compile(r"(\w{2,})[-\u00ad]$")
SHAPE = 6  # characters of a line's beginning that are compared
RECORD_SHARE = 0.6  # of the lines that begin alike in a log; a guess, checked on the development texts
WRAPPED_FROM = 40  # columns: text wrapped narrower than this is a form, a poem or an address


def repaired_lines(text: str) -> tuple[str, list[Json]]:
    """Lines of UTF-8 that was read as a one-byte set, put right, and what was done. Before anything else: in such a line a no-break space or a
    C1 control is a byte of a letter, and every folding of white space would lose it."""
    if text.isascii():
        return text, []
    lines, repairs = text.split("\n"), list[Json]()
    for number, line in enumerate(lines):
        found = None if line.isascii() else utf8_repair(line)
        if found is not None:
            lines[number] = found.text
            repairs.append(
                {"line": number + 1, "chain": list(found.chain), "confidence": found.confidence, "applied": True}
            )
    return "\n".join(lines), repairs


def readable(text: str) -> str:
    """One kind of line end; escape sequences of terminals, NULs and other control characters dropped."""
    text = ANSI.sub("", text) if "\x1b" in text else text
    text = LINE_ENDS.sub("\n", text)
    return text.translate(CONTROLS).removeprefix("\ufeff")


def paragraphs(text: str, web: Web) -> Iterator[str]:
    """Paragraphs of a readable text, one line each: blank lines part them, lines wrapped by hand are joined again."""
    for group in _groups(text.split("\n")):
        yield from _joined(group, web)


def _groups(lines: Iterable[str]) -> Iterator[list[str]]:
    group: list[str] = []
    for line in lines:
        if line.strip():
            group.append(line)
        elif group:
            yield group
            group = []
    if group:
        yield group


def _joined(lines: list[str], web: Web) -> Iterator[str]:
    width = max(len(line.rstrip()) for line in lines)
    if width > web.wrap_columns or width < WRAPPED_FROM or len(lines) == 1 or are_records(lines):
        yield from (" ".join(line.split()) for line in lines)
        return
    parts = [lines[0].strip()]
    for before, line in pairwise(lines):
        if _continues(before, line, least=width * web.wrap_share):
            parts[-1] = join_lines(parts[-1], line.strip())
        else:
            parts.append(line.strip())
    yield from (" ".join(part.split()) for part in parts)


def _continues(before: str, line: str, *, least: float) -> bool:
    """True when ``line`` goes on in the paragraph of ``before``: that line is full, and this one begins no item."""
    if ITEM.match(line.lstrip()) or is_laid_out(line) or is_laid_out(before):
        return False
    first_word = len(line.split(maxsplit=1)[0])
    return len(before.rstrip()) >= least or len(before.rstrip()) + first_word >= least / 0.6 * 0.9


def are_records(lines: list[str]) -> bool:
    """True when most lines begin alike, with a date, a number or a mark: a log or a list, not wrapped prose."""
    shapes = Counter(_shape(line.lstrip()[:SHAPE]) for line in lines)
    shape, count = shapes.most_common(1)[0]
    return count >= RECORD_SHARE * len(lines) and shape.replace(" ", "").replace("a", "") != ""


def _shape(head: str) -> str:
    """Letters and digits each as one sign: ``2024-0`` is ``9999-9``."""
    return "".join("9" if sign.isdigit() else "a" if sign.isalpha() else sign for sign in head)


def is_laid_out(line: str) -> bool:
    """True for lines with columns in them, which must stay lines."""
    return "\t" in line.strip() or "   " in line.strip()


def join_lines(left: str, right: str) -> str:
    """Two lines of one paragraph; a word broken by a hyphen is joined when the joined word is one."""
    broken = HYPHENATED.search(left[-40:])
    if broken is None or not right[:1].islower():
        return f"{left} {right}"
    tail = re.match(r"\w+", right)
    if left.endswith("\u00ad") or (tail is not None and is_word(broken[1] + tail[0])):
        return left[:-1] + right
    return left + right

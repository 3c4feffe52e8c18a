"""Conservation: what a page shows comes out once, as text, in a table, or in the list of what was removed."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

from hypothesis import given, settings
from hypothesis import strategies as st

from ingest_assets.clean.layout.layout import lay_out
from ingest_assets.clean.layout.line import CLOSED, LOWERED, RAISED
from ingest_assets.model import ExtractedPage, PageContent, Span
from ingest_assets.thresholds.layout import Layout

WORDS = st.text(alphabet="abcdeшщжün1270.-", min_size=1, max_size=8)
TURNS = st.sampled_from([(1.0, 0.0), (1.0, 0.0), (1.0, 0.0), (0.0, -1.0), (0.0, 1.0), (-1.0, 0.0), (0.7, -0.7)])


@st.composite
def spans(draw: st.DrawFn) -> Span:
    """A phrase somewhere on the page; its words take equal shares of its width."""
    words = draw(st.lists(WORDS, min_size=1, max_size=4))
    x, y = draw(st.integers(20, 500)), draw(st.integers(20, 800))
    size = float(draw(st.sampled_from([6, 8, 10, 10, 10, 14])))
    direction = draw(TURNS)
    text = " ".join(words)
    width = 0.5 * size * len(text)
    upright = abs(direction[0]) > 0.9
    box = (x, y - size, x + width, y + 0.2 * size) if upright else (x, y - width, x + size, y)
    start = x * direction[0] + y * direction[1]
    extents, at = [], 0
    for word in words:
        extents.append((start + 0.5 * size * at, start + 0.5 * size * (at + len(word))))
        at += len(word) + 1
    return Span(
        text=text,
        bbox=(float(box[0]), float(box[1]), float(box[2]), float(box[3])),
        origin=(float(x), float(y)),
        size=size,
        bold=draw(st.booleans()),
        direction=direction,
        words=tuple(extents) if len(words) > 1 else (),
        hidden=draw(st.sampled_from([None, None, None, None, "covered"])),
    )


PAGES = st.lists(st.lists(spans(), max_size=25), min_size=1, max_size=4)


def letters(texts: Iterable[str]) -> Counter[str]:
    """Letters and digits; hyphens, dots and marks may change where words are joined, indices in their form."""
    return Counter(character for text in texts for character in text if character.isalnum())


@given(PAGES)
@settings(max_examples=60, deadline=None)
def test_no_letter_is_lost_or_doubled(pages: list[list[Span]]) -> None:
    extracted = [
        ExtractedPage(
            page=number,
            page_class="clean_digital",
            route="native",
            parser="pdf_words",
            parser_version="",
            characters=0,
            content=PageContent(page=number, width=595, height=842, spans=tuple(page)),
        )
        for number, page in enumerate(pages, start=1)
    ]
    laid = lay_out(extracted, {}, Layout())
    out = [block.text for block in laid.blocks]
    out += [block.marker for block in laid.blocks if block.marker != "-"]
    out += [cell for table in laid.tables for row in table.rows for cell in row]
    out += [gone.text for gone in laid.removed]
    came = letters(span.text for page in pages for span in page)
    assert folded(letters(out)) == folded(came)
    assert not any(mark in text for text in out for mark in (RAISED, LOWERED, CLOSED))


def folded(found: Counter[str]) -> Counter[str]:
    """Raised and lowered digits count as their plain ones."""
    out: Counter[str] = Counter()
    for character, count in found.items():
        out[character.translate(PLAIN)] += count
    return out


PLAIN = str.maketrans("⁰¹²³⁴⁵⁶⁷⁸⁹ⁿ₀₁₂₃₄₅₆₇₈₉", "0123456789n0123456789")

"""Chunks: budget, headings, lists, tables, places, identities."""

from __future__ import annotations

from collections.abc import Sequence

from ingest_assets.index.index import index
from ingest_assets.index.tokens import cut, token_count
from ingest_assets.model import (
    Block,
    Chunk,
    Cleaned,
    Document,
    ExtractedPage,
    Extraction,
    Measure,
    PageContent,
    RawFile,
    Region,
    Sniffed,
    Span,
    Table,
    Verdict,
)
from ingest_assets.settings import Settings

BUDGET = Settings().chunks.tokens
SENTENCE = "The keeper lights the lamp at dusk and writes the hour into the book. "


def document(blocks: Sequence[Block], tables: Sequence[Table] = (), **more: object) -> Document:
    values = {
        "raw": RawFile(raw_sha256="0" * 64, size_bytes=1, name="book.txt", source="harbour"),
        "sniffed": Sniffed(
            format="txt",
            media_type="text/plain",
            format_evidence="text",
            declared_extension="txt",
            extension_mismatch=False,
        ),
        "extraction": Extraction(),
        "cleaned": Cleaned(blocks=tuple(blocks), tables=tuple(tables), language="en"),
        "verdict": Verdict(state="indexed"),
    }
    return Document(**{**values, **more})  # type: ignore[arg-type]


def chunks(blocks: Sequence[Block], tables: Sequence[Table] = (), **more: object) -> tuple[Chunk, ...]:
    return index(document(blocks, tables, **more), Settings()).chunks


def paragraph(text: str, page: int = 1) -> Block:
    return Block(kind="paragraph", text=text, page=page)


def heading(text: str, level: int = 1) -> Block:
    return Block(kind="heading", text=text, page=1, level=level)


def item(text: str) -> Block:
    return Block(kind="list_item", text=text, page=1, level=1, marker="-")


def test_a_chunk_never_crosses_a_heading() -> None:
    found = chunks(
        [heading("One"), paragraph("a"), heading("Two", 2), paragraph("b"), heading("Three"), paragraph("c")]
    )
    assert [(chunk.heading_path, chunk.text) for chunk in found] == [
        (("One",), "a"),
        (("One", "Two"), "b"),
        (("Three",), "c"),
    ]


def test_a_heading_with_nothing_below_it_is_kept() -> None:
    assert [chunk.text for chunk in chunks([heading("Alone"), heading("Other"), paragraph("text")])] == [
        "Alone",
        "text",
    ]
    assert [chunk.text for chunk in chunks([heading("Part"), heading("Chapter", 2), paragraph("text")])] == ["text"]


def test_no_chunk_is_over_the_budget_and_no_word_is_lost() -> None:
    text = SENTENCE * 200 + "word " * 900 + "x" * 3000
    found = chunks([paragraph(text)])
    assert max(token_count(chunk.text) for chunk in found) <= BUDGET
    assert "".join("".join(chunk.text.split()) for chunk in found) == "".join(text.split())


def test_long_text_is_cut_after_a_sentence() -> None:
    assert all(part.endswith(".") for part in cut(SENTENCE * 60, BUDGET))


def test_a_list_stays_with_the_line_that_leads_to_it() -> None:
    filler = paragraph(SENTENCE * (BUDGET // token_count(SENTENCE) - 2))
    found = chunks(
        [filler, paragraph("The crew brings:"), *(item(f"rope number {number} and two hooks") for number in range(12))]
    )
    assert found[-1].text.startswith("The crew brings:\n\n- rope number 0")
    assert "- rope number 11" in found[-1].text


def test_a_list_longer_than_a_chunk_is_cut_between_items() -> None:
    found = chunks([item(f"item {number} has several words of its own") for number in range(200)])
    assert len(found) > 2
    assert max(token_count(chunk.text) for chunk in found) <= BUDGET
    assert all(chunk.text.startswith("- item") for chunk in found)


def rows(count: int) -> tuple[tuple[str, ...], ...]:
    return (("Item", "Price"), *((f"rope {number}", f"{number},50") for number in range(count)))


def test_a_table_stays_with_its_title_and_its_introduction() -> None:
    blocks = [
        paragraph(SENTENCE * (BUDGET // token_count(SENTENCE) - 3)),
        paragraph("Prices of this spring are given below."),
        Block(kind="table", text="", page=1, table=0),
    ]
    found = chunks(blocks, [Table(page=1, rows=rows(6), title="Table 1. Prices")])
    assert found[-1].text.startswith("Prices of this spring are given below.\n\nTable 1. Prices\n\n| Item | Price |")
    assert found[-1].tables == (0,)


def test_a_long_table_repeats_title_and_head_and_loses_no_row() -> None:
    found = chunks(
        [Block(kind="table", text="", page=1, table=0)], [Table(page=1, rows=rows(300), title="Table 1. Prices")]
    )
    assert len(found) > 3
    assert all(chunk.text.startswith("Table 1. Prices\n\n| Item | Price |\n| --- | --- |\n| rope") for chunk in found)
    assert max(token_count(chunk.text) for chunk in found) <= BUDGET
    printed = [line for chunk in found for line in chunk.text.splitlines() if line.startswith("| rope")]
    assert printed == [f"| rope {number} | {number},50 |" for number in range(300)]


def test_a_row_longer_than_a_chunk_is_told_cell_by_cell() -> None:
    long = " ".join(f"word{number}" for number in range(900))
    found = chunks(
        [Block(kind="table", text="", page=1, table=0)], [Table(page=1, rows=(("Name", "Report"), ("Aurora", long)))]
    )
    assert max(token_count(chunk.text) for chunk in found) <= BUDGET
    assert found[0].text.startswith("Name: Aurora")
    assert found[1].text.startswith("Report: word0 ")
    assert found[-1].text.endswith("word899")


def test_a_caption_is_told_once() -> None:
    caption = Block(kind="caption", text="Table 1. Prices", page=1)
    table = Block(kind="table", text="", page=1, table=0)
    for blocks in ([caption, table], [table, caption]):
        found = chunks(blocks, [Table(page=1, rows=rows(2), title="Table 1. Prices")])
        assert [chunk.text.count("Table 1. Prices") for chunk in found] == [1]


def lines(count: int) -> PageContent:
    """A page with so many lines of four words."""
    spans = []
    for number in range(count):
        y = 20.0 + 12 * number
        extents = tuple((50.0 + 60 * place, 50.0 + 60 * place + 50) for place in range(4))
        spans.append(
            Span(
                text=f"alpha{number:03} beta{number:04} gamma{number:03} delta{number:03}.",
                bbox=(50, y, 290, y + 10),
                origin=(50, y + 8),
                size=10,
                words=extents,
            )
        )
    return PageContent(page=1, width=400, height=2000, spans=tuple(spans))


def test_a_part_of_a_paragraph_names_its_own_lines() -> None:
    content = lines(150)
    text = " ".join(span.text for span in content.spans)
    page = ExtractedPage(
        page=1,
        page_class="clean_digital",
        route="native",
        parser="pdf_words",
        parser_version="pdf_words-1",
        characters=1,
        content=content,
    )
    block = Block(kind="paragraph", text=text, page=1, bbox=(50, 20, 290, 20 + 12 * 150))
    found = chunks([block], extraction=Extraction(pages=(page,)))
    assert len(found) > 1
    for chunk in found:
        boxes = [region.bbox for region in chunk.regions if region.bbox]
        inside = [
            span.text
            for span in content.spans
            if any(box[1] - 1 <= span.bbox[1] and span.bbox[3] <= box[3] + 1 for box in boxes)
        ]
        assert " ".join(inside) == chunk.text


def test_a_part_of_a_table_names_head_and_its_own_rows() -> None:
    content = lines(300)
    page = ExtractedPage(
        page=1,
        page_class="clean_digital",
        route="native",
        parser="pdf_words",
        parser_version="pdf_words-1",
        characters=1,
        content=content,
    )
    box = (50.0, 20.0, 290.0, 20.0 + 12 * 300)
    table = Table(
        page=1,
        rows=tuple(tuple(span.text.split()) for span in content.spans),
        bbox=box,
        regions=(Region(page=1, bbox=box),),
    )
    found = chunks(
        [Block(kind="table", text="", page=1, table=0, bbox=box)], [table], extraction=Extraction(pages=(page,))
    )
    last = found[-1].regions
    assert last[0].bbox == (50.0, 20.0, 280.0, 30.0)
    assert last[-1].bbox is not None
    assert last[-1].bbox[3] == content.spans[-1].bbox[3]
    assert last[1].bbox is not None
    assert last[1].bbox[1] > content.spans[150].bbox[1]


def test_an_unchanged_part_of_a_changed_document_keeps_its_identity() -> None:
    before = chunks([heading("One"), paragraph("a"), heading("Two"), paragraph("b")])
    after = chunks([heading("One"), paragraph("changed"), heading("Two"), paragraph("b")])
    assert before[1].chunk_id == after[1].chunk_id
    assert before[0].chunk_id != after[0].chunk_id


def test_equal_chunks_of_one_document_have_different_identities() -> None:
    found = chunks([heading("One"), paragraph("a"), heading("One"), paragraph("a")])
    assert len({chunk.chunk_id for chunk in found}) == 2


def test_lost_pages_and_quoted_mail_stay_out() -> None:
    verdict = Verdict(state="indexed", lost_pages=(2,))
    blocks = [paragraph("kept"), paragraph("lost", 2), Block(kind="quote", text="quoted", page=1)]
    assert [chunk.text for chunk in chunks(blocks, verdict=verdict)] == ["kept"]


def test_the_grade_tells_how_far_the_scorecard_stays_from_its_limits() -> None:
    def graded(*measures: Measure, lost: tuple[int, ...] = ()) -> str | None:
        verdict = Verdict(state="indexed", scorecard=measures, lost_pages=lost)
        return chunks([paragraph("text")], verdict=verdict)[0].grade

    garbage = Measure(name="garbage_share", value=0.0, threshold=0.005, breached=False)
    near = Measure(name="garbage_share", value=0.004, threshold=0.005, breached=False)
    scanned = Measure(name="ocr_share", value=0.5, threshold=1.0, breached=False)
    counted = Measure(name="hidden_texts", value=7.0, threshold=None, breached=False)
    assert [graded(garbage, counted), graded(near), graded(scanned), graded(garbage, lost=(9,))] == ["a", "b", "b", "c"]

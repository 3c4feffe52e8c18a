"""Reading of pages: phrases, word extents, frames, hidden and doubled text, damage."""

from __future__ import annotations

from pathlib import Path

import pytest

from ingest_assets.pdf.pages import PageUnreadableError, PdfPages
from ingest_assets_tests.clean.layout.reading import content
from ingest_assets_tests.corpus import layout_pdfs
from ingest_assets_tests.corpus.layout_pdfs import Put, document


def test_a_jump_ends_a_phrase() -> None:
    page = content(document([[Put(60, 100, "Depth     Salinity"), Put(60, 120, "ten metres deep")]]))
    assert [" ".join(span.text.split()) for span in page.spans] == ["Depth", "Salinity", "ten metres deep"]


def test_words_have_their_extents() -> None:
    page = content(document([[Put(60, 100, "ten metres deep")]]))
    (span,) = page.spans
    assert len(span.words) == 3
    assert span.words[0][0] == pytest.approx(60, abs=1)
    assert all(start < end for start, end in span.words)
    assert span.words[0][1] < span.words[1][0]


@pytest.mark.parametrize("rotation", [0, 90, 180, 270])
def test_page_rotation_turns_boxes_and_directions(rotation: int) -> None:
    page = content(document([[Put(100, 300, "two words", 12)]], rotation=rotation))
    (span,) = page.spans
    assert (page.width > page.height) == (rotation in {90, 270})
    assert 0 <= span.bbox[0] < span.bbox[2] <= page.width
    assert 0 <= span.bbox[1] < span.bbox[3] <= page.height
    assert span.direction == {0: (1, 0), 90: (0, 1), 180: (-1, 0), 270: (0, -1)}[rotation]
    along = [end - start for start, end in span.words]
    assert len(along) == 2
    assert all(10 < length < 40 for length in along)


def test_text_outside_the_crop_box_is_hidden() -> None:
    hidden = {" ".join(span.text.split()): span.hidden for span in content(layout_pdfs.cropped()).spans}
    assert hidden["outside the crop box"] == "off_page"
    assert list(hidden.values()).count(None) == len(hidden) - 1


def test_copies_of_fake_bold_are_marked() -> None:
    copies = [span for span in content(layout_pdfs.fake_bold()).spans if span.text.startswith("Still")]
    assert [span.hidden for span in copies] == [None, "duplicate", "duplicate", "duplicate"]
    assert copies[0].bold


def test_the_same_words_elsewhere_are_no_copies() -> None:
    page = content(document([[Put(60, 100, "Total"), Put(60, 101.5, "Total"), Put(300, 100, "Total")]]))
    assert [span.hidden for span in page.spans] == [None, None, None]


def test_annotations_that_the_page_does_not_show_itself() -> None:
    page = content(layout_pdfs.annotated())
    assert [(one.kind, one.text, one.author) for one in page.annotations] == [
        ("note", "remember the clause", "Reviewer")
    ]
    shown = [span.text.strip() for span in page.spans]
    assert "Ivanova" in shown
    assert "urgent approval" in shown


def test_ligatures_are_expanded() -> None:
    page = content(document([[Put(60, 100, "of\ufb01ce and \ufb02oor")]]))
    assert page.spans[0].text.split() == ["office", "and", "floor"]


def test_blanks_lost_in_narrow_gaps_come_back() -> None:
    words = ["late", "every", "night", "the", "two", "old", "clocks", "strike", "and", "answer"]
    puts, x = [], 60.0
    import pymupdf

    font = pymupdf.Font(fontfile=str(layout_pdfs.FONT_FOLDER / layout_pdfs.FONTS[False]))
    for word in words:
        puts.append(Put(x, 100, word, 12))
        x += font.text_length(word, 12) + 0.14 * 12
    assert " ".join(span.text for span in content(document([puts])).spans) == " ".join(words)


def test_a_damaged_page_raises_and_the_others_are_read(tmp_path: Path) -> None:
    path = tmp_path / "blob"
    path.write_bytes(layout_pdfs.broken_page())
    with PdfPages(path) as pdf:
        assert pdf.count == 3
        assert pdf.content(1).spans
        for _ in range(2):
            with pytest.raises(PageUnreadableError, match="page 2"):
                pdf.content(2)
        assert pdf.content(3).spans
        with pytest.raises(PageUnreadableError):
            pdf.page(99)


def test_too_many_paths_are_counted_and_not_collected() -> None:
    page = content(layout_pdfs.many_paths())
    assert page.path_count > 3000
    assert page.rules == ()
    assert page.fills == ()

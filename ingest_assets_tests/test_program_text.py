"""Program text is told from damage: listings and option names pass, shifted, permuted and substituted letters do not."""

from __future__ import annotations

import pytest

from ingest_assets.lexicon import hit, tokens_of
from ingest_assets.program_text import is_fixed_width, is_program_text, letter_cost, prose_words
from ingest_assets.thresholds.words import WordLimits
from ingest_assets_tests.corpus.texts import HARBOUR, LEASE

LISTING = (
    r"""
\documentclass[a4paper]{article} \usepackage{xpicture} \begin{document} \setlength{\unitlength}{1cm}
\begin{picture}(8,4) \polarreference \degreesangles \xline(0,0)(3,2) \Put[NE](1,1){$f(x)$} \regularPolygon[30]{2}{6}
\newcommand{\mytextwidth}{0.8\textwidth} \includegraphics[width=\mytextwidth,keepaspectratio]{img/plot.pdf}
<xsl:param name="toc.section.depth" select="$generate.toc"/> chkconfig --levels 235 httpd off; ldconfig -p | grep libmagic
def read_bytes(path, maxsize=4096): return open(path, "rb").read(maxsize)
"""
    * 2
)
SHIFTED = str.maketrans("abcdefghijklmnopqrstuvwxyz", "defghijklmnopqrstuvwxyzabc")
PERMUTED = str.maketrans("abcdefghijklmnopqrstuvwxyz", "qazwsxedcrfvtgbyhnujmikolp")
RUSSIAN_SHIFT = str.maketrans("абвгдежзийклмнопрстуфхцчшщъыьэюя", "гдежзийклмнопрстуфхцчшщъыьэюяабв")


def test_a_listing_is_program_text() -> None:
    assert (hit(tokens_of(LISTING)).share or 0.0) < 0.65
    assert is_program_text(LISTING)


def test_prose_between_code_is_judged_alone() -> None:
    assert is_program_text(HARBOUR + LISTING * 6)
    assert "picture" not in prose_words(LISTING)


@pytest.mark.parametrize(
    "damaged",
    [
        HARBOUR.lower().translate(SHIFTED),
        HARBOUR.lower().translate(PERMUTED),
        LEASE.lower().translate(RUSSIAN_SHIFT),
        LISTING.lower().translate(PERMUTED),
        HARBOUR.lower().replace("e", "c").replace("t", "f").replace("o", "u"),
        (HARBOUR * 3).lower().translate(PERMUTED) + LISTING,
    ],
    ids=["shifted", "permuted", "Russian shifted", "permuted listing", "three letters", "beside a healthy listing"],
)
def test_damaged_letters_are_no_program_text(damaged: str) -> None:
    assert not is_program_text(damaged)


def test_letters_that_follow_each_other_as_in_language_cost_little() -> None:
    names = tokens_of(
        "getopts readonly shopt includegraphics textwidth setlength unitlength keepaspectratio documentclass newcommand"
    )
    assert (letter_cost(names) or 9.0) <= WordLimits().name_cost
    assert (letter_cost([name.translate(PERMUTED) for name in names]) or 0.0) > WordLimits().letter_cost


def test_too_few_unknown_words_make_no_mean() -> None:
    assert letter_cost(tokens_of(HARBOUR)[:7]) is None


@pytest.mark.parametrize(
    ("font", "fixed"),
    [("SFTT1000", True), ("LMMono10-Regular", True), ("NimbusMonL-Regu", True), ("CourierNewPSMT", True),
     ("SFRM1000", False), ("LiberationSerif-Bold", False), ("TimesNewRomanPSMT", False)],
)  # fmt: skip
def test_faces_of_one_width_are_known_by_their_names(font: str, fixed: bool) -> None:
    """Listings in TeX's Cyrillic typewriter came out as paragraphs, their lines joined."""
    assert is_fixed_width(font) is fixed

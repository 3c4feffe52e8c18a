"""Tests that call a layer broken, and the pages that they must leave alone."""

from __future__ import annotations

import pytest

from ingest_assets.model import Span
from ingest_assets.thresholds.triage import TriageLimits
from ingest_assets.triage.fonts import judge_fonts
from ingest_assets.triage.layer import faults, is_good_ocr_layer, measure, strange_share
from ingest_assets.triage.one_glyph import wrong_glyphs
from ingest_assets.triage.spaced import judged_text
from ingest_assets_tests.corpus.broken_pdfs import ENGLISH, RUSSIAN

LIMITS = TriageLimits()
PROSE = "\n".join(ENGLISH)
REFERENCES = """Malavolta, L., & Aigrain, S. (2016). Orbital parameters and stellar activity. Astrophysics Source Code
Parviainen, H., Petit, D., Chakraborty, H., Lendl, M., Kitzmann, D., Pietrow, A., Akinsanmi, B., Boffin, H.
Cubillos, P., Deline, A., Ehrenreich, D., Fossati, L., & Sedaghati, E. (2024). Detection of light in the spectrum of
small planets during the transit, observed with the new instrument. https://doi.org/10.1051/0004-6361/202451"""


def found(text: str) -> tuple[str, ...]:
    return faults(measure(text, LIMITS), LIMITS)


@pytest.mark.parametrize(
    ("text", "fault"),
    [
        (PROSE.replace("e", "\ufffd"), "garbage"),
        ("\n".join(RUSSIAN).encode("cp1251").decode("cp1252", "replace"), "unexpected_letters"),
        (PROSE.replace("th", "\u0166"), "repeated_letter"),
        ("Hacocнaя cтaнция paccчитaнa нa paбoтy пpи тeмпepaтype", "mixed_script"),
        (PROSE.replace(" ", ""), "glued_words"),
        ("".join(chr(33 + ord(c) % 15) if c.isalpha() else c for c in PROSE), "symbols"),
        (PROSE.translate(str.maketrans("aeiouthn", "xqzjkvwp")), "dictionary"),
    ],
)
def test_each_test_fires(text: str, fault: str) -> None:
    assert fault in found(text)


@pytest.mark.parametrize(
    "text",
    [
        PROSE,
        "\n".join(RUSSIAN),
        REFERENCES,
        "NCLB\n" * 40,  # one acronym, repeated in a table's column
        "ParseTree LineSearch InertiaCorrection FilterMethod MeritFunction " * 5,
        "Contents\n"
        + "\n".join(f"Chapter {number} . . . . . . . . . . . . . . . {number * 7}" for number in range(20)),
        "con-\nfirmed deliv-\nery of the goods and the pay-\nment that fol-\nlows the in-\nspection of the ware-\nhouse",
    ],
    ids=["en", "ru", "bibliography", "acronyms", "identifiers", "contents", "hyphens"],
)
def test_honest_text_has_no_fault(text: str) -> None:
    assert found(text) == ()


def test_short_text_is_not_judged_by_the_dictionary() -> None:
    assert found("Qwrtz Plmkn Bvcxd") == ()


def test_an_ocr_layer_with_real_looking_mistakes_does_not_stay() -> None:
    bad = PROSE.replace("goods", "goads").replace("delivery", "delwery").replace("supplier", "supplser")
    bad = bad.replace("payment", "paymert").replace("writing", "wnting")
    assert is_good_ocr_layer(PROSE, measure(PROSE, LIMITS), LIMITS)
    assert measure(bad, LIMITS).hit.share > 0.85  # type: ignore[operator]
    assert not is_good_ocr_layer(bad, measure(bad, LIMITS), LIMITS)
    assert strange_share("Norgate and Aldous met Kersey", "en") == 0.0


def span(text: str, *, font: str = "Body", y: float = 100) -> Span:
    return Span(text=text, bbox=(60, y - 8, 400, y + 2), origin=(60, y), size=10, font=font)


def body() -> list[Span]:
    return [span(line, y=100 + 12 * index) for index, line in enumerate(ENGLISH)]


def test_one_broken_font_of_a_page_is_named() -> None:
    heading = "Nv wrpp ksln qsz vqxz mkwl trqs plmn vwxq brdt kslq wxyz qzml rtkp vbnq lkjh"
    verdicts = judge_fonts([span(heading, font="Head", y=50), *body()], LIMITS)
    assert [(verdict["name"], verdict["broken"]) for verdict in verdicts] == [("Head", True), ("Body", False)]


def test_a_broken_line_inside_a_font_of_the_same_name_is_seen() -> None:
    line = "Платёжное поручение".encode("cp1251").decode("cp1252")
    verdicts = judge_fonts([span(line, y=50), *body()], LIMITS)
    assert verdicts[-1]["why"] == ["line_characters"]


def test_half_a_page_without_words_is_seen() -> None:
    table = str.maketrans("abcdefghijklmnopqrstuvwxyz", "qwertyuiopasdfghjklzxcvbnm")
    half = [span(line.translate(table), y=300 + 12 * index) for index, line in enumerate(ENGLISH)]
    assert "stretch_dictionary" in judge_fonts([*body(), *half], LIMITS)[-1]["why"]


def test_program_text_in_a_fixed_width_font_is_no_fault() -> None:
    code = "def xfrm(ctx, cfg): ret = ctx.rdbuf(cfg.nmax) if cfg else None; assert isinstance(ret, bytearray)"
    verdicts = judge_fonts([span(code, font="Hack-Regular", y=50), *body()], LIMITS)
    assert not any(verdict["broken"] for verdict in verdicts)


def test_letter_spaced_lines_are_joined_by_their_gaps() -> None:
    spans = []
    x = 60.0
    for word in ("goods", "are", "paid"):
        for letter in word:
            spans.append(Span(text=letter, bbox=(x, 90, x + 5, 100), origin=(x, 98), size=8))
            x += 9
        x += 9
    assert judged_text(spans) == "goods are paid"


@pytest.mark.parametrize(
    ("text", "pairs"),
    [
        (PROSE.replace("fi", "\u0166"), [("\u0166", "fi")]),
        (PROSE.replace("f", "!"), [("!", "f")]),
        ("con\ufffdrm the o\ufffdce", [("\ufffd", "*")]),
        ("con\ufffdrm the speci\ufffdc goods", [("\ufffd", "fi")]),
        (PROSE, []),
        ("The naïve café owner gave his résumé to the fiancée of the attaché", []),
        ("Really!? (yes) #1, 50% & more; see e.g. a/b, x<y and f(x)=2", []),
        ("Встреча с Müller, Schröder и Köhler в Zürich состоялась", []),
    ],
)
def test_wrong_glyphs(text: str, pairs: list[tuple[str, str]]) -> None:
    language = "ru" if "Встреча" in text else "en"
    assert wrong_glyphs(text, language, LIMITS) == pairs

"""The full walk of a page."""

from __future__ import annotations

import pytest

from ingest_assets.extract.html.document import read_html
from ingest_assets.model import CellSpan
from ingest_assets.settings import Settings
from ingest_assets_tests.corpus.texts import kinds, text_of
from ingest_assets_tests.corpus.web import deep

WEB = Settings().web


@pytest.mark.parametrize(
    ("source", "texts"),
    [
        ("<div>alpha</div><div>beta</div>", ["alpha", "beta"]),
        ("<p>in<b>lin</b>e</p>", ["inline"]),
        ("<p>one<br>two<br><br>three", ["one two", "three"]),
        ("<p>Donau&shy;dampf<wbr>schiff&#8203;fahrt", ["Donaudampfschifffahrt"]),
        ("<p>a&#150;b &eacute;", ["a–b é"]),
        ("<p>x <a href='https://e.org/a'>link</a>, <a href='/b'>rel</a>", ["x [link](https://e.org/a), rel"]),
        (
            "<p><a href='https://e.org/a'>one</a><a href='https://e.org/b'>two</a>",
            ["[one](https://e.org/a) [two](https://e.org/b)"],
        ),
        ("<p>10<sup>6</sup> m<sup>2</sup>, 1<sup>st</sup>, H<sub>2</sub>O", ["10⁶ m², 1st, H2O"]),
        ("<p><ruby>東京<rt>とうきょう</rt></ruby>都庁", ["東京都庁"]),
        ("<p>a<img src='data:image/png;base64,AAAA' alt='a pump'>b", ["a a pump b"]),
        ("<p>x<script>1</script><style>p{}</style><noscript>n</noscript><template>t</template>y", ["xy"]),
        ("<svg><style>s{}</style><text>label</text></svg>", ["label"]),
        ("<dl><dt>Term<dd>Meaning</dl>", ["Term", "Meaning"]),
    ],
)
def test_text(source: str, texts: list[str]) -> None:
    assert [block.text for block in read_html(source, WEB).blocks] == texts


def test_lists_number_as_the_page_shows() -> None:
    read = read_html(
        "<ol start=3><li>c<ol type=a><li>x<li>y</ol></li><li value=7>g</ol><ul><li>dot</ul><ol type=I reversed start=2><li>p<li>q</ol>",
        WEB,
    )
    assert [(block.level, block.marker, block.text) for block in read.blocks] == [
        (1, "3.", "c"),
        (2, "a.", "x"),
        (2, "b.", "y"),
        (1, "7.", "g"),
        (1, "-", "dot"),
        (1, "II.", "p"),
        (1, "I.", "q"),
    ]


def test_kinds() -> None:
    read = read_html(
        "<h2>Head</h2><pre>a\n  b</pre><blockquote><p>said</blockquote><figure><figcaption>cap</figcaption></figure>",
        WEB,
    )
    assert kinds(read) == [("heading", "Head"), ("code", "a\n  b"), ("quote", "said"), ("caption", "cap")]


def test_table_grid() -> None:
    read = read_html(
        "<table><caption>Parts</caption><thead><tr><th rowspan=2>A<th colspan=2>B<tr><th>C<th>D</thead>"
        "<tr><td>1<td>2<td>3<br>4</table>",
        WEB,
    )
    (table,) = read.tables
    assert table.rows == (("A", "B", ""), ("", "C", "D"), ("1", "2", "3 4"))
    assert (table.header_rows, table.title) == (2, "Parts")
    assert CellSpan(row=0, column=1, rowspan=1, colspan=2) in table.spans


@pytest.mark.parametrize(
    "source",
    [
        "<table><tr><td><table><tr><td>one</td><td>two</td></tr><tr><td>3</td><td>4</td></tr></table></td></tr></table>",
        "<table><tr><td><h1>T</h1><td>side<tr><td>a<td>b</table>",
        "<table><tr><td>only<tr><td>column</table>",
        "<table><tr><td><img src=a><td>one<td><tr><td><td>two<td><tr><td><td>three<td></table>",
    ],
)
def test_layout_tables_flow_once(source: str) -> None:
    read = read_html(source, WEB)
    words = " ".join([text_of(read), *(cell for table in read.tables for row in table.rows for cell in row)]).split()
    assert len(words) == len(set(words))
    assert read.blocks[0].table is None or len(read.tables) == 1


def test_spans_cannot_blow_a_table_up() -> None:
    cells = "<td colspan=10000 rowspan=60000>x</td>" * 50
    read = read_html(f"<table>{f'<tr>{cells}</tr>' * 3}</table>", WEB)
    assert len(read.tables[0].rows) == 3


@pytest.mark.parametrize(
    ("hidden", "reason"),
    [
        ("<p hidden>SECRET</p>", "hidden_attribute"),
        ("<p style='display: none !important'>SECRET</p>", "hidden_display_none"),
        ("<p style='visibility:hidden'>SECRET</p>", "hidden_visibility"),
        ("<span style='font-size:0px'>SECRET</span>", "hidden_font_size"),
        ("<span style='opacity:0'>SECRET</span>", "hidden_opacity"),
        ("<div style='position:absolute;left:-9999px'>SECRET</div>", "hidden_off_screen"),
        ("<p style='color:#fff;background:#fff'>SECRET</p>", "hidden_colour"),
        ("<style>.x,.y{display:none}</style><p class='a x'>SECRET</p>", "hidden_display_none"),
    ],
)
def test_hidden_text_is_removed_and_kept_apart(hidden: str, reason: str) -> None:
    read = read_html(f"{hidden}<p>What everybody sees, and it is longer than the other.</p>", WEB)
    assert "SECRET" not in text_of(read)
    assert [(piece.text, piece.reason) for piece in read.removed] == [("SECRET", reason)]


@pytest.mark.parametrize(
    "shown",
    [
        "<style>@media print{.x{display:none}}</style><p class=x>SHOWN</p>",
        "<style>.x{display:none}.x{display:block}</style><p class=x>SHOWN</p>",
        "<style>.js{display:none}</style><div class=js><p>SHOWN, because a rule that hides the whole page is undone by a script</div>",
        "<p style='opacity:0.5'>SHOWN</p>",
    ],
)
def test_shown_text_stays(shown: str) -> None:
    assert "SHOWN" in text_of(read_html(shown, WEB))


def test_mathml_becomes_latex() -> None:
    read = read_html(
        "<p>E <math><mfrac><mn>12</mn><mn>35</mn></mfrac><mo>+</mo><msup><mi>x</mi><mn>21</mn></msup><msqrt><mi>y</mi></msqrt></math>",
        WEB,
    )
    assert read.blocks[0].text == r"E $\frac{12}{35}+x^{21}\sqrt{y}$"


def test_thousands_of_nested_elements_are_read() -> None:
    assert "lock keeper" in text_of(read_html(deep(5000), WEB))


def test_metadata() -> None:
    read = read_html(
        "<html lang=de><head><title>A  title</title><meta name=author content='Anna B.'></head><body>x", WEB
    )
    assert read.metadata == {"title": "A title", "author": "Anna B.", "declared_language": "de"}

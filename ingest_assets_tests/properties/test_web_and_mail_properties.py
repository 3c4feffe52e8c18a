"""What holds for any input of the text, web, mail and archive readers."""

from __future__ import annotations

from contextlib import suppress

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from ingest_assets.extract.containers import ContainerFault
from ingest_assets.extract.delimited.table import read_delimited
from ingest_assets.extract.html.document import read_html, read_page
from ingest_assets.extract.labelled import labelled_text
from ingest_assets.extract.mail.encapsulated import unwrapped
from ingest_assets.extract.mail.headers import decoded
from ingest_assets.extract.mail.message import read_message
from ingest_assets.extract.mail.tnef import read_tnef
from ingest_assets.extract.plain.json_lines import lines_of
from ingest_assets.extract.plain.markdown import MarkdownReader
from ingest_assets.extract.plain.prose import paragraphs, readable
from ingest_assets.extract.plain.xml_text import XmlReader, parsed
from ingest_assets.settings import Settings
from ingest_assets_tests.corpus.archives import tarred, zipped
from ingest_assets_tests.corpus.mails import attached, mixed, part
from ingest_assets_tests.corpus.texts import extraction

SETTINGS = Settings()
WEB = SETTINGS.web
QUICK = settings(max_examples=40, deadline=None, suppress_health_check=[HealthCheck.too_slow])
WORDS = st.text(alphabet="abcdefgхорошо0123 ", min_size=1, max_size=20).filter(
    lambda word: word.strip() == word and word
)
MARKS = st.text(alphabet="<>/=\"'&;#!-[]()*`|~_:.,{}\\\n\t abсtдdrih1", max_size=300)


@QUICK
@given(MARKS)
def test_no_text_makes_a_reader_raise(text: str) -> None:
    list(paragraphs(readable(text), WEB))
    MarkdownReader().read(readable(text))
    read_page(text, "full", WEB)
    read_delimited(text, cells=1000, web=WEB)


@settings(QUICK, max_examples=12)
@given(st.binary(max_size=400))
def test_no_bytes_make_a_reader_raise(data: bytes) -> None:
    read_message(data, SETTINGS)
    unwrapped(data, "html")
    labelled_text(data, None, markup=True)
    for file_format in (
        "zip",
        "tar",
        "gz",
        "bz2",
        "xz",
        "7z",
        "rar",
        "zst",
        "epub",
        "msg",
        "mbox",
        "mhtml",
        "json",
        "ipynb",
    ):
        extraction(data, file_format, encoding="windows-1252")
    with suppress(ContainerFault):
        read_tnef(data)


@QUICK
@given(st.lists(st.lists(WORDS, min_size=2, max_size=2), min_size=2, max_size=8))
def test_cells_in_are_cells_out(rows: list[list[str]]) -> None:
    source = "\n".join(",".join(f'"{cell}"' for cell in row) for row in rows)
    found = read_delimited(source, cells=1000, web=WEB)
    assert found is not None
    assert found.rows == tuple(tuple(" ".join(cell.split()) for cell in row) for row in rows)


@QUICK
@given(
    st.lists(WORDS, min_size=1, max_size=12),
    st.lists(st.sampled_from(["div", "p", "li", "td", "span", "b", "h2"]), min_size=12, max_size=12),
)
def test_words_of_a_page_come_out_once(words: list[str], tags: list[str]) -> None:
    source = "".join(f"<{tag}>{word} </{tag}>" for word, tag in zip(words, tags, strict=False))
    read = read_html(source, WEB)
    assert "".join(block.text for block in read.blocks).replace(" ", "") == "".join(words).replace(" ", "")


@QUICK
@given(
    st.recursive(
        st.none() | st.booleans() | st.text(max_size=5), lambda inner: st.lists(inner, max_size=4), max_leaves=20
    )
)
def test_scalars_in_are_lines_out(value: object) -> None:
    def scalars(item: object) -> int:
        return sum(map(scalars, item)) if isinstance(item, list) else 1

    assert sum(1 for _ in lines_of(value)) == scalars(value)


@QUICK
@given(st.lists(st.tuples(WORDS, st.binary(min_size=1, max_size=50)), max_size=6))
def test_members_in_are_children_out(files: list[tuple[str, bytes]]) -> None:
    for data, file_format in ((zipped(files), "zip"), (tarred(files), "tar")):
        read = extraction(data, file_format)
        assert [(child.member, child.data) for child in read.children] == files


@QUICK
@given(st.lists(st.binary(min_size=1, max_size=80), max_size=4))
def test_attachments_in_are_children_out(contents: list[bytes]) -> None:
    parts = [attached(f"{number}.bin".encode(), content) for number, content in enumerate(contents)]
    read = read_message(mixed(part(b"some words"), *parts), SETTINGS)
    assert [child.data for child in read.children] == contents


@QUICK
@given(
    st.text(alphabet="abcхорошо日本 ", min_size=1, max_size=40),
    st.sampled_from(["utf-8", "koi8-r", "iso-2022-jp"]),
    st.integers(1, 12),
)
def test_encoded_words_join(text: str, charset: str, size: int) -> None:
    from base64 import b64encode

    try:
        data = text.encode(charset)
    except UnicodeEncodeError:
        return
    pieces = [data] if charset == "iso-2022-jp" else [data[i : i + size] for i in range(0, len(data), size)]
    value = " ".join(f"=?{charset}?B?{b64encode(piece).decode()}?=" for piece in pieces)
    assert decoded(value) == " ".join(text.split())


@QUICK
@given(st.lists(WORDS, min_size=1, max_size=8))
def test_text_of_xml_comes_out_once(words: list[str]) -> None:
    reader = XmlReader()
    reader.read(parsed("<r>" + "".join(f"<p>{word}</p>" for word in words) + "</r>"))
    found = [block.text for block in reader.blocks] + [
        cell for table in reader.tables for row in table.rows for cell in row
    ]
    assert [word for word in found if word] == [" ".join(word.split()) for word in words]

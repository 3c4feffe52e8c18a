"""Plain, marked-up and structured texts through their parsers."""

from __future__ import annotations

import json

import pytest

from ingest_assets.problems import Problem
from ingest_assets_tests.corpus.texts import HARBOUR, LOG, WRAPPED, extraction, kinds, text_of


def texts(data: bytes | str, file_format: str = "txt", encoding: str = "utf-8") -> list[str]:
    return [block.text for block in extraction(data, file_format, encoding=encoding).blocks]


def test_wrapped_lines_are_joined_and_dehyphenated() -> None:
    (paragraph,) = texts(WRAPPED)
    assert "every morning before the gates" in paragraph


def test_lines_of_a_log_stay_lines() -> None:
    assert texts(LOG) == LOG.split("\n")


@pytest.mark.parametrize("ends", ["\n", "\r\n", "\r", "\u2028"])
def test_line_ends(ends: str) -> None:
    assert texts(ends.join(["line one", "line two", "", "line four"])) == ["line one", "line two", "line four"]


def test_poems_and_forms_keep_their_lines() -> None:
    assert texts("Roses are red,\nViolets are blue.\n\nName:   Anna\nPhone:  12\n") == [
        "Roses are red,",
        "Violets are blue.",
        "Name: Anna",
        "Phone: 12",
    ]


def test_terminal_escapes_and_controls_are_dropped() -> None:
    assert texts("\x1b[31mError\x1b[0m: disk\x00 full\x1b]0;title\x07 now") == ["Error: disk full now"]


def test_encoded_binary_data_is_no_text() -> None:
    run = "aB3" * 120
    assert texts(f"before {run} after") == ["before [binary data, 270 bytes] after"]
    assert texts(f"a {'=' * 300}") == [f"a {'=' * 300}"]


def test_drawn_rules_are_no_text() -> None:
    read = extraction("Head\n----\n\nText.\n\n+====+\n\n?!\n", "txt")
    assert [block.text for block in read.blocks] == ["Head", "Text.", "?!"]
    assert [(piece.text, piece.reason) for piece in read.removed] == [
        ("----", "boilerplate"),
        ("+====+", "boilerplate"),
    ]


def test_lists() -> None:
    read = extraction("1. first\n2. second\n- dash\n", "txt")
    assert [(block.marker, block.text) for block in read.blocks] == [("1.", "first"), ("2.", "second"), ("-", "dash")]


def test_source_code_is_one_block() -> None:
    source = "# comment\n\ndef f():\n    return 1"
    assert kinds(extraction(source, "py")) == [("code", source)]


def test_subtitles_lose_numbers_and_times() -> None:
    assert texts(
        "1\n00:00:01,000 --> 00:00:02,000\n<i>Hello</i> there\n\n2\n00:00:03,000 --> 00:00:04,000\nGo\n", "srt"
    ) == ["Hello there", "Go"]


def test_cards_are_unfolded() -> None:
    card = "BEGIN:VCARD\nVERSION:2.1\nFN;CHARSET=UTF-8;ENCODING=QUOTED-PRINTABLE:=D0=98=D0=B2=\n=D0=B0\nEND:VCARD\n"
    assert texts(card, "vcf") == ["Fn: Ива"]
    event = "BEGIN:VEVENT\r\nSUMMARY:Board mee\r\n ting\r\nDESCRIPTION:One\\nTwo\\, three\r\nEND:VEVENT\r\n"
    assert texts(event, "ics") == ["Summary: Board meeting", "Description: One Two, three"]


def test_outlines() -> None:
    rst = (
        "Title\n=====\n\nText `link <https://e.org>`_ [1]_.\n\n.. include:: /etc/hostname\n\n.. code-block:: sh\n\n   ls\n\n"
        "=== ===\nA   B\n=== ===\n1   2\n=== ===\n\n.. [1] note\n"
    )
    assert kinds(extraction(rst, "rst")) == [
        ("heading", "Title"),
        ("paragraph", "Text [link](https://e.org)[^1]."),
        ("code", "ls"),
        ("table", "A"),
        ("footnote", "note"),
    ]
    org = "* TODO Head :tag:\ntext\n#+begin_src sh\nls\n#+end_src\n| a | b |\n| 1 | 2 |\n"
    read = extraction(org, "org")
    assert [kind for kind, _ in kinds(read)] == ["heading", "paragraph", "code", "table"]
    assert read.tables[0].rows == (("a", "b"), ("1", "2"))


MARKDOWN = """---
title: Pump guide
tags: [a, b]
---
Setext Head
===========

Some `code` and [ref][1],
wrapped.

```python
# not a heading <script>x</script>
```

<!-- note --><script>alert(1)</script>

* one
    * two
* three

> said
> more

| a | b |
|---|:-:|
| 1 | x\\|y |

    indented

![alt](i.png)[^1] <b>bold</b>

[^1]: The note.
[1]: https://example.org/r
"""


def test_markdown() -> None:
    read = extraction(MARKDOWN, "markdown")
    assert kinds(read) == [
        ("heading", "Setext Head"),
        ("paragraph", "Some `code` and [ref](https://example.org/r), wrapped."),
        ("code", "# not a heading <script>x</script>"),
        ("list_item", "one"),
        ("list_item", "two"),
        ("list_item", "three"),
        ("quote", "said more"),
        ("table", "a"),
        ("code", "indented"),
        ("paragraph", "alt[^1] bold"),
        ("footnote", "The note."),
    ]
    assert [block.level for block in read.blocks if block.kind == "list_item"] == [1, 2, 1]
    assert read.tables[0].rows == (("a", "b"), ("1", "x|y"))
    assert read.metadata["title"] == "Pump guide"


def test_html_inside_markdown_is_read_as_html() -> None:
    source = "| a | b |\n|---|---|\n| 1 | 2 |\n\n<table>\n<tr><th>C</th><th>D</th></tr>\n<tr><td>3</td><td>4</td></tr>\n</table>\n"
    read = extraction(source, "markdown")
    assert [table.rows[1] for table in read.tables] == [("1", "2"), ("3", "4")]
    assert [block.table for block in read.blocks] == [0, 1]


def test_markdown_fence_that_never_closes_is_code_to_the_end() -> None:
    assert kinds(extraction("text\n\n````\n```\n# x\n", "markdown")) == [("paragraph", "text"), ("code", "```\n# x")]


def test_json_keeps_numbers_keys_and_order() -> None:
    source = (
        '\ufeff{"id":12345678901234567890,"price":0.10,"a":1,"a":2,"n":NaN,"list":[[1],{"k":null}],"note":"'
        + HARBOUR
        + '"}'
    )
    lines = text_of(extraction(source, "json")).split("\n")
    assert lines == [
        "id: 12345678901234567890",
        "price: 0.10",
        "a: 1",
        "a: 2",
        "n: NaN",
        "list[0][0]: 1",
        "list[1].k: null",
        f"note: {HARBOUR}",
    ]


def test_json_of_flat_records_is_a_table() -> None:
    read = extraction('[{"id": 1, "name": "bolt"}, {"id": 2, "name": null}]', "json")
    assert read.tables[0].rows == (("id", "name"), ("1", "bolt"), ("2", ""))


def test_json_with_thousands_of_digits() -> None:
    assert "9" * 5000 in text_of(extraction(f'{{"n": {"9" * 5000}}}', "json"))


def test_notebook() -> None:
    notebook = {
        "nbformat": 4,
        "metadata": {"kernelspec": {"name": "python3"}},
        "cells": [
            {"cell_type": "markdown", "source": ["# Notebook head\n", "text"]},
            {
                "cell_type": "code",
                "source": "print(6*7)",
                "outputs": [
                    {"output_type": "stream", "text": ["42\n"]},
                    {"output_type": "display_data", "data": {"image/png": "iVBOR" * 90, "text/plain": "<Figure>"}},
                    {
                        "output_type": "execute_result",
                        "data": {"text/html": "<table><tr><th>a<th>b<tr><td>1<td>2</table>"},
                    },
                    {"output_type": "error", "traceback": ["\x1b[31mValueError\x1b[0m: no"]},
                ],
            },
        ],
    }
    read = extraction(json.dumps(notebook), "ipynb")
    assert kinds(read) == [
        ("heading", "Notebook head"),
        ("paragraph", "text"),
        ("code", "print(6*7)"),
        ("code", "42"),
        ("code", "<Figure>"),
        ("table", "a"),
        ("code", "ValueError: no"),
    ]


def test_xml_paragraphs_are_not_split_by_inline_elements() -> None:
    source = "<article><title>Soil</title><p>We measured <i>Zea</i> roots<b>1</b>.</p><list><item>a</item></list><d><![CDATA[x < y]]></d></article>"
    assert kinds(extraction(source, "xml")) == [
        ("heading", "Soil"),
        ("paragraph", "We measured Zea roots1."),
        ("list_item", "a"),
        ("paragraph", "x < y"),
    ]


def test_xml_records_are_a_table_and_attributes_are_data() -> None:
    rows = "<rows><row><id>1</id><name>Bolt</name></row><row><id>2</id><name>Nut</name></row></rows>"
    assert extraction(rows, "xml").tables[0].rows == (("id", "name"), ("1", "Bolt"), ("2", "Nut"))
    assert texts("<c><s host='a' port='80'/></c>", "xml") == ["s: host=a; port=80"]


def test_xml_tables_of_html_and_docbook() -> None:
    docbook = "<table><title>Gates</title><tgroup><row><entry>A</entry><entry>B</entry></row><row><entry>1</entry><entry>2</entry></row></tgroup></table>"
    (table,) = extraction(f"<book>{docbook}</book>", "xml").tables
    assert (table.title, table.rows) == ("Gates", (("A", "B"), ("1", "2")))
    jats = "<table><tr><td colspan='2'>x <b>y</b></td></tr><tr><td>1</td><td>2</td></tr></table>"
    assert extraction(f"<article>{jats}</article>", "xml").tables[0].rows == (("x y", ""), ("1", "2"))


def test_feeds_read_their_html() -> None:
    entry = "<item><title>One</title><description>&lt;p&gt;Hello &lt;b&gt;you&lt;/b&gt;&lt;/p&gt;</description></item>"
    feed = f"<rss><channel><title>Feed</title>{entry}</channel></rss>"
    assert kinds(extraction(feed, "rss")) == [("heading", "Feed"), ("heading", "One"), ("paragraph", "Hello you")]


def test_fiction_book() -> None:
    book = (
        "<FictionBook><description><title-info><book-title>Книга</book-title></title-info></description>"
        "<body><section><title><p>Глава</p></title><p>Текст.</p></section></body><binary>AAAA</binary></FictionBook>"
    )
    read = extraction(book, "fb2")
    assert kinds(read) == [("heading", "Глава"), ("paragraph", "Текст.")]
    assert read.metadata["title"] == "Книга"


def test_svg_labels() -> None:
    svg = "<svg><style>.a{}</style><title>Plan</title><text>Gate <tspan>north</tspan></text><defs><text>no</text></defs></svg>"
    assert texts(svg, "svg") == ["Gate north"]


@pytest.mark.parametrize("source", ['<r xml:id="23"><p>data words</p></r>', '<r x:b="1"><p>data words</p></r>'])
def test_xml_faults_that_leave_the_text_whole_are_passed_over(source: str) -> None:
    assert texts(source, "xml") == ["data words"]


@pytest.mark.parametrize("source", ["<r><p>b & c</p></r>", "<r><p>b</r>", "<r/>junk", "no xml"])
def test_broken_xml_is_corrupt(source: str) -> None:
    assert [finding.code for finding in extraction(source, "xml").findings] == [Problem.CORRUPT]

"""HTML that Outlook wrapped in RTF."""

from __future__ import annotations

from ingest_assets.extract.mail.encapsulated import encapsulated_kind, unwrapped

HTML = (
    rb"{\rtf1\ansi\ansicpg1251\fromhtml1 \deff0{\fonttbl{\f0\fswiss\fcharset204 Arial;}{\f1\fcharset0 Arial;}}{\*\generator x;}"
    rb"{\*\htmltag64 <p class=\'22a\'22>}\htmlrtf {\htmlrtf0 \f0 \'cf\'e8\'f1\'fc\'ec\'ee \f1 caf\'e9 \u8364?5 a < b\htmlrtf \par}\htmlrtf0 {\*\htmltag72 </p>}"
    rb"{\*\mhtmltag64 skipped}{\pict 0102}}"
)


def test_html_is_taken_out() -> None:
    assert encapsulated_kind(HTML) == "html"
    assert unwrapped(HTML, "html") == '<p class="a">Письмо café €5 a &lt; b</p>'


def test_text_is_taken_out() -> None:
    rtf = rb"{\rtf1\ansi\ansicpg1252\fromtext{\fonttbl{\f0 Arial;}}first\par second\tab x \{y\}}"
    assert encapsulated_kind(rtf) == "text"
    assert unwrapped(rtf, "text") == "first\nsecond\tx {y}"


def test_a_document_of_its_own_is_neither() -> None:
    assert encapsulated_kind(rb"{\rtf1\ansi hello}") is None

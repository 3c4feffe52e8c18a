"""The prescan of the HTML Standard, the XML declaration and the HTTP header."""

from __future__ import annotations

import pytest

from ingest_assets.code_pages.prescan import html_declared, http_declared, xml_declared


@pytest.mark.parametrize(
    ("page", "name"),
    [
        (b"<meta charset=koi8-r>", "koi8-r"),
        (b"<META CHARSET = 'windows-1251' >", "windows-1251"),
        (b'<meta/charset="iso-8859-1">', "windows-1252"),
        (b'<meta http-equiv="Content-Type" content="text/html; charset=shift_jis">', "shift_jis"),
        (b'<meta content="text/html; charset=big5" http-equiv=content-type>', "big5"),
        (b"<meta http-equiv=content-type content=\"text/html; charset = 'euc-jp'\">", "euc-jp"),
        (b"<meta charset=utf-16>", "utf-8"),
        (b"<meta charset=x-user-defined>", "windows-1252"),
        (b"<meta charset=nonsense><meta charset=koi8-u>", "koi8-u"),
        (b"<meta charset=koi8-r charset=utf-8>", "koi8-r"),
        (b"<!-- <meta charset=koi8-r> --><meta charset=big5>", "big5"),
        (b"<!--><meta charset=big5>", "big5"),
        (b"<!-- x ><meta charset=koi8-r>--><p>", None),
        (b'<a title="<meta charset=koi8-r>"><meta charset=big5>', "big5"),
        (b"</p title='<meta charset=koi8-r>'><meta charset=big5>", "big5"),
        (b"<?php <meta charset=koi8-r> ?><meta charset=big5>", "big5"),
        (b"<metal charset=koi8-r>", None),
        (b"<meta charset=koi8-r", None),
        (b'<meta charset="koi8-r>', None),
        (b'<meta content="text/html; charset=koi8-r">', None),
        (b'<meta http-equiv=content-type content="charset=\'koi8-r">', None),
        (b'<meta charset=iso8859-2">', None),
        (b"a < b <meta charset=koi8-r>", "koi8-r"),
    ],
)
def test_meta(page: bytes, name: str | None) -> None:
    found = html_declared(page)
    assert (found[0] if found else None) == name


@pytest.mark.parametrize(
    ("header", "name"),
    [
        ("text/html; charset=utf-8", "utf-8"),
        ('TEXT/HTML;Charset="koi8-r"', "koi8-r"),
        ("text/html; charset=windows-1250; charset=utf-8", "windows-1250"),
        ("text/html; charset=", None),
        ("text/html; charset=unheard-of", None),
        ("text/html", None),
        (None, None),
    ],
)
def test_http(header: str | None, name: str | None) -> None:
    assert http_declared(header) == name


def test_xml_declaration() -> None:
    assert xml_declared(b'<?xml version="1.0" encoding="windows-1251"?><a/>') == "windows-1251"
    assert xml_declared(b"\xef\xbb\xbf<?xml version='1.0' encoding = 'EUC-JP'?>") == "EUC-JP"
    assert xml_declared(b'text about <?xml version="1.0" encoding="koi8-r"?>') is None


def test_a_page_of_unclosed_openings_costs_linear_time() -> None:
    assert html_declared(b"<!--<a x='" * 6000) is None
    assert html_declared(b"<a " * 20000 + b"<meta charset=koi8-r>") is None

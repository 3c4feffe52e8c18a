"""Labels and decoding by the Encoding Standard."""

from __future__ import annotations

import pytest

from ingest_assets.code_pages.decode import canonical, decode


@pytest.mark.parametrize(
    ("label", "name"),
    [
        ("ISO-8859-1", "windows-1252"),
        ("us-ascii", "windows-1252"),
        (" latin1 ", "windows-1252"),
        ("iso-8859-9", "windows-1254"),
        ("tis-620", "windows-874"),
        ("gb2312", "gbk"),
        ("ks_c_5601-1987", "euc-kr"),
        ("x-sjis", "shift_jis"),
        ("windows-31j", "shift_jis"),
        ("x-cp1251", "windows-1251"),
        ("koi8", "koi8-r"),
        ("866", "ibm866"),
        ("cp437", "cp437"),
        ("cp852", "cp852"),
        ("x-mac-ce", "x-mac-ce"),
        ("mac_cyrillic", "x-mac-cyrillic"),
        ("iso-2022-kr", "iso-2022-kr"),
        ("hz-gb-2312", "hz-gb-2312"),
        ("johab", "johab"),
        ("utf-32", "utf-32le"),
        ("UTF8", "utf-8"),
    ],
)
def test_labels(label: str, name: str) -> None:
    assert canonical(label) == name


@pytest.mark.parametrize(
    "label",
    [
        "",
        "none",
        'iso8859-2"',
        "base64",
        "rot13",
        "hex",
        "punycode",
        "unicode_escape",
        "idna",
        "ж",
        "utf\0-8",
        "x" * 400,
    ],
)
def test_what_is_no_label(label: str) -> None:
    assert canonical(label) is None


def test_wider_tables_stand_in() -> None:
    assert decode("①髙".encode("cp932"), "shift_jis") == "①髙"
    assert decode("똠방".encode("cp949"), "euc-kr") == "똠방"
    assert decode(b"\x93quoted\x94 \x80", "windows-1252") == "“quoted” €"


def test_undefined_bytes_become_controls_and_broken_ones_replacements() -> None:
    assert decode(b"a\x81b", "windows-1252") == "a\x81b"
    assert decode(b"a\xffb", "utf-8") == "a\ufffdb"
    assert decode(b"\xff\xfea\0", "utf-16le") == "a"

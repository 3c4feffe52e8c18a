"""Objects inside of old office files and RTF become children under their own names."""

from __future__ import annotations

import io
import struct
from pathlib import Path

import olefile
import pytest

from ingest_assets.extract.ole_embedded import embedded_objects, unpacked
from ingest_assets.extract.ole_writer import ole_file
from ingest_assets_tests.corpus.texts import extraction

FILE = b"quay;depth\nNorth;4.1\n"


def packed(name: str, data: bytes) -> bytes:
    """The OLE 1 layout of a packed file, without its size."""
    label = name.encode("cp1252") + b"\0"
    path = b"C:\\" + label
    return b"\2\0" + label + path + struct.pack("<HHI", 0, 3, len(path)) + path + struct.pack("<I", len(data)) + data


def ole1(kind: bytes, data: bytes) -> str:
    """An embedded object as RTF writes it."""
    name = kind + b"\0"
    fields = struct.pack("<II", 0x501, 2) + struct.pack("<I", len(name)) + name + struct.pack("<II", 0, 0)
    return (fields + struct.pack("<I", len(data)) + data).hex()


def test_rtf_objects_are_children() -> None:
    letter = ole_file({"WordDocument": b"\xec\xa5" + bytes(100)})
    assert letter is not None
    objects = "".join(
        rf"{{\object\objemb{{\*\objclass X}}{{\*\objdata {data}}}{{\result picture}}}}"
        for data in (ole1(b"Package", packed("depths.csv", FILE)), ole1(b"Word.Document.8", letter), "0105zz")
    )
    read = extraction(rf"{{\rtf1 The quays. {objects}\par}}".encode(), "rtf")
    assert [child.member for child in read.children] == ["depths.csv", "object-2"]
    assert read.children[0].data == FILE
    assert read.children[1].data == letter
    assert "Embedded file: depths.csv" in [block.text for block in read.blocks]


def test_an_embedded_storage_becomes_the_file_it_would_be() -> None:
    """What is written reads back through another library, a large stream too."""
    streams = {"Workbook": bytes(range(256)) * 100, "\x05SummaryInformation": b"about"}
    data = ole_file(streams)
    assert data is not None
    with olefile.OleFileIO(io.BytesIO(data)) as ole:
        assert sorted(ole.listdir()) == sorted([name] for name in streams)
        assert ole.openstream("Workbook").read() == streams["Workbook"]
        assert ole.openstream("\x05SummaryInformation").read().rstrip(b"\0") == b"about"


def test_nothing_is_written_beyond_the_limit_of_the_layout() -> None:
    assert ole_file({"Workbook": bytes(8_000_000)}) is None


@pytest.mark.parametrize("data", [b"", b"plain bytes", olefile.MAGIC + bytes(100)])
def test_foreign_and_damaged_bytes_do_no_harm(data: bytes, tmp_path: Path) -> None:
    assert unpacked("name", data) == ("name", data)
    path = tmp_path / "blob"
    path.write_bytes(data)
    assert embedded_objects(path) == ()

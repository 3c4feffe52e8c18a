"""``encrypted``: a password is needed."""

from __future__ import annotations

from pathlib import Path

from ingest_assets_tests.corpus.office import ODF, odf
from ingest_assets_tests.extract.office_reading import codes, judged, parsed

MANIFEST = (
    f'<manifest:manifest xmlns:manifest="{ODF}:manifest:1.0"><manifest:file-entry manifest:full-path="content.xml">'
    "<manifest:encryption-data/></manifest:file-entry></manifest:manifest>"
)


def test_encrypted_open_document(tmp_path: Path) -> None:
    data = odf("text", "<text:p>noise</text:p>", extra={"META-INF/manifest.xml": MANIFEST})
    assert codes(parsed(data, "odt", tmp_path)) == {"encrypted"}
    document = judged(data, "a.odt", tmp_path)
    assert document.verdict.state == "quarantined"
    assert "encrypted" in codes(document)


def test_locked_member(tmp_path: Path) -> None:
    data = bytearray(odf("text", "<text:p>noise</text:p>"))
    for signature, offset in ((b"PK\x03\x04", 6), (b"PK\x01\x02", 8)):
        place = data.find(signature)
        while place >= 0:
            data[place + offset] |= 1
            place = data.find(signature, place + 4)
    assert codes(parsed(bytes(data), "odt", tmp_path)) == {"encrypted"}

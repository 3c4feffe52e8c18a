"""Magic bytes at fixed offsets (sniffing.md section 2, point 1)."""

from __future__ import annotations

import struct

from ingest_assets.sniff.evidence import Kind
from ingest_assets.sniff.mapped import Bytes

TABLE: tuple[tuple[int, bytes, str], ...] = (
    (0, b"\x89PNG\r\n\x1a\n", "png"),
    (0, b"\xff\xd8\xff", "jpg"),
    (0, b"GIF87a", "gif"),
    (0, b"GIF89a", "gif"),
    (0, b"II*\0", "tiff"),
    (0, b"MM\0*", "tiff"),
    (0, b"II+\0", "tiff"),
    (0, b"MM\0+", "tiff"),
    (0, b"\0\0\0\x0cjP  \r\n\x87\n", "jp2"),
    (0, b"\xff\x4f\xff\x51", "jp2"),
    (0, b"8BPS\0", "psd"),
    (40, b" EMF", "emf"),
    (0, b"\xd7\xcd\xc6\x9a", "wmf"),
    (0, b"AT&TFORM", "djvu"),
    (0, b"\x1f\x8b\x08", "gz"),
    (0, b"BZh", "bz2"),
    (0, b"\xfd7zXZ\0", "xz"),
    (0, b"\x28\xb5\x2f\xfd", "zst"),
    (0, b"MSCF\0\0\0\0", "cab"),
    (32769, b"CD001", "iso"),
    (0, b"7z\xbc\xaf\x27\x1c", "7z"),
    (0, b"Rar!\x1a\x07", "rar"),
    (257, b"ustar", "tar"),
    (60, b"BOOKMOBI", "mobi"),
    (60, b"TEXtREAd", "mobi"),
    (0, b"ITSF\x03\0\0\0", "chm"),
    (0, b"\xe4\x52\x5c\x7b\x8c\xd8\xa7\x4d\xae\xb1\x53\x78\xd0\x29\x96\xd3", "one"),
    (0, b"\xa1\x2f\xff\x43\xd9\xef\x76\x4c\x9e\xe2\x10\xea\x57\x22\x76\x5f", "one"),
    (0, b"SQLite format 3\0", "sqlite"),
    (4, b"Standard Jet DB", "mdb"),
    (4, b"Standard ACE DB", "mdb"),
    (0, b"PAR1", "parquet"),
    (0, b"\xffWPC", "wpd"),
    (0, b"\xcb\x0a\x01", "wpd"),
    (0, b"\0\x05\x16\0", "applesingle"),
    (0, b"\0\x05\x16\x07", "applesingle"),
    (0, b"\xdb\xa5", "doc-preole"),
    (0, b"\x31\xbe\0\0", "doc-preole"),
    (0, b"\x32\xbe\0\0", "doc-preole"),
    (0, b"\x9b\xa5", "doc-preole"),
    (0, b"\xfe\x37\0\x1c", "doc-preole"),
    (0, b"\xfe\x37\0\x23", "doc-preole"),
    (0, b"\x09\x00\x04\x00", "xls-preole"),
    (0, b"\x09\x02\x06\x00", "xls-preole"),
    (0, b"\x09\x04\x06\x00", "xls-preole"),
    (0, b"\x09\x08\x08\x00\x00\x05", "xls"),
    (0, b"\x09\x08\x10\x00\x00\x06", "xls"),
    (0, b"HWP Document File", "hwp3"),
    (0, b"\x78\x9f\x3e\x22", "tnef"),
    (0, b"\x7fELF", "exe"),
    (0, b"\xcf\xfa\xed\xfe", "exe"),
    (0, b"\xce\xfa\xed\xfe", "exe"),
    (0, b"\xfe\xed\xfa\xce", "exe"),
    (0, b"\xfe\xed\xfa\xcf", "exe"),
    (0, b"dex\n03", "exe"),
    (0, b"\0asm\x01\0\0\0", "exe"),
    (0, b"ID3", "audio"),
    (0, b"fLaC", "audio"),
    (0, b"MThd\0\0\0\x06", "audio"),
    (0, b".snd\0\0", "audio"),
    (0, b"#!AMR", "audio"),
    (0, b"MAC \x96\x0f", "audio"),
    (0, b"caff\0\x01", "audio"),
    (0, b".ra\xfd", "audio"),
    (0, b"\x1a\x45\xdf\xa3", "video"),
    (0, b"FLV\x01", "video"),
    (0, b"\0\0\x01\xba", "video"),
    (0, b"\0\0\x01\xb3", "video"),
    (0, b".RMF", "video"),
    (0, b"FWS", "video"),
    (0, b"CWS", "video"),
    (0, b"wOFF", "font"),
    (0, b"wOF2", "font"),
    (0, b"OTTO\0", "font"),
    (0, b"\0\x01\0\0\0", "font"),
    (0, b"ttcf\0", "font"),
    (0, b"true\0", "font"),
)
SHORT_TEXT = frozenset({"ID3", "BZh", "FWS", "CWS", "MAC ", "PAR1"})
"""Signatures made of printable letters: they count only when binary bytes follow."""
RIFF = {
    b"WAVE": "audio",
    b"AVI ": "video",
    b"WEBP": "webp",
    b"RMID": "audio",
    b"CDXA": "video",
    b"MV93": "video",
    b"RMMP": "video",
    b"sfbk": "audio",
    b"XFIR": "video",
}
BRANDS = {
    **dict.fromkeys((b"heic", b"heix", b"hevc", b"heim", b"heis", b"hevm", b"hevs", b"mif1", b"msf1"), "heic"),
    **dict.fromkeys((b"avif", b"avis"), "avif"),
    **dict.fromkeys((b"M4A ", b"M4B ", b"M4P "), "audio"),
    b"jp2 ": "jp2",
    b"crx ": "binary",
}
DBF_VERSIONS = frozenset({0x02, 0x03, 0x04, 0x30, 0x31, 0x32, 0x43, 0x83, 0x8B, 0xF5})


def by_signature(data: Bytes) -> Kind | None:
    """The format of a fixed signature; None when no row fits."""
    head = data[:512]
    for offset, magic, name in TABLE:
        if data[offset : offset + len(magic)] == magic and _confirmed(name, magic, head, data):
            return Kind(format=name, evidence="sig")
    return None


def by_shape(data: Bytes) -> Kind | None:
    """The format of a header without a long signature: weaker evidence, asked after the others."""
    head = data[:512]
    for rule in (
        _riff,
        _isobmff,
        _ogg_or_asf,
        _program,
        _bitmap,
        _wmf_without_header,
        _mpeg_audio,
        _dbf,
        _class_or_fat,
        _mpeg_ts,
        _aiff,
    ):
        found = rule(head)
        if found:
            return Kind(format=found, evidence="sig")
    return None


def _confirmed(name: str, magic: bytes, head: bytes, data: Bytes) -> bool:
    if magic == b"PAR1":
        return data[len(data) - 4 :] == b"PAR1"
    if magic.decode("latin-1") in SHORT_TEXT:
        return not _printable(head[:64])
    if name == "font":
        return len(head) > 12 and not _printable(head[4:64])
    if name == "doc-preole" and len(magic) == 2:
        return len(head) >= 128 and 0 in head[2:32]
    if name == "mdb":
        return head[:4] == b"\0\x01\0\0"
    return True


def _printable(sample: bytes) -> bool:
    return all(byte >= 0x20 or byte in b"\t\r\n\f" for byte in sample) and sum(
        byte < 0x7F for byte in sample
    ) > 0.9 * len(sample)


def _riff(head: bytes) -> str | None:
    return (
        RIFF.get(head[8:12], "binary" if head[4:8] != b"" and 0 in head[:12] else None)
        if head[:4] in (b"RIFF", b"RIFX")
        else None
    )


def _isobmff(head: bytes) -> str | None:
    if head[4:8] != b"ftyp":
        return "video" if head[4:8] in (b"moov", b"mdat", b"wide", b"pnot") and head[0] == 0 else None
    brands = [head[8:12], *(head[at : at + 4] for at in range(16, min(len(head), int.from_bytes(head[:4], "big")), 4))]
    if head[8:12] == b"mif1" and b"avif" in brands:
        return "avif"
    return BRANDS.get(head[8:12], "video")


def _ogg_or_asf(head: bytes) -> str | None:
    if head.startswith(b"OggS"):
        return "video" if b"theora" in head[:256] or b"video/" in head[:256] else "audio"
    if head.startswith(b"\x30\x26\xb2\x75\x8e\x66\xcf\x11"):
        # The video stream's type stands somewhere in the header objects.
        return "video" if b"\xc0\xef\x19\xbc\x4d\x5b\xcf\x11" in head else "audio"
    return None


def _program(head: bytes) -> str | None:
    """A DOS or Windows program: MZ and a plausible count of 512-byte pages."""
    if head[:2] != b"MZ" or len(head) < 64:
        return None
    return "exe" if not _printable(head[:64]) else None


def _bitmap(head: bytes) -> str | None:
    if head[:2] != b"BM" or len(head) < 26:
        return None
    header = int.from_bytes(head[14:18], "little")
    return "bmp" if header in (12, 16, 40, 52, 56, 64, 108, 124) else None


def _wmf_without_header(head: bytes) -> str | None:
    return (
        "wmf"
        if len(head) >= 18 and struct.unpack("<3H", head[:6]) in ((1, 9, 0x300), (2, 9, 0x300), (1, 9, 0x100))
        else None
    )


def _mpeg_audio(head: bytes) -> str | None:
    """A valid MPEG audio or ADTS frame header."""
    if len(head) < 4 or head[0] != 0xFF or head[1] & 0xE0 != 0xE0 or head[:2] in (b"\xff\xfe", b"\xff\xff"):
        return None
    if head[1] & 0xF6 == 0xF0:
        return "audio" if (head[2] >> 2) & 0xF < 13 else None
    layer, bitrate, rate = head[1] & 0x06, head[2] >> 4, (head[2] >> 2) & 3
    return "audio" if layer and 0 < bitrate < 15 and rate < 3 and head[1] & 0x18 != 0x08 else None


def _dbf(head: bytes) -> str | None:
    """dBase: version, a date, header length = 32 × fields + 33, and its terminator."""
    if len(head) < 68 or head[0] not in DBF_VERSIONS or not (1 <= head[2] <= 12 and 1 <= head[3] <= 31):
        return None
    header, record = struct.unpack("<HH", head[8:12])
    return (
        "dbf"
        if header >= 65
        and record > 1
        and (header - 1) % 32 in (0, 8)
        and head[43:44] in tuple(bytes([c]) for c in b"CNDLMFBGPTIYV+O@")
        else None
    )


def _class_or_fat(head: bytes) -> str | None:
    if head[:4] != b"\xca\xfe\xba\xbe":
        return None
    return "class" if int.from_bytes(head[6:8], "big") >= 43 else "exe"


def _mpeg_ts(head: bytes) -> str | None:
    return "video" if len(head) > 376 and head[0] == head[188] == head[376] == 0x47 else None


def _aiff(head: bytes) -> str | None:
    return "audio" if head[:4] == b"FORM" and head[8:12] in (b"AIFF", b"AIFC", b"8SVX") else None

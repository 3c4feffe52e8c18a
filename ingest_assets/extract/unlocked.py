"""Locked office files, opened with a password of the source's settings or the one that every Excel knows ([MS-OFFCRYPTO], [MS-XLS], [MS-DOC], [MS-PPT]).

The password is tried and forgotten: no finding, log or record names it.
"""

from __future__ import annotations

import io
import struct
import zlib
from dataclasses import replace
from pathlib import Path

import msoffcrypto
import olefile
from msoffcrypto import exceptions

from ingest_assets.extract.containers import SafeZip, corrupt, encrypted
from ingest_assets.extract.package_lock import unlocked_package
from ingest_assets.extract.protocol import ReadRequest

DEFAULT_PASSWORD = "VelvetSweatshop"
"""Excel's write protection encrypts with this and opens such files without asking ([MS-XLS] 2.4.191, [MS-OFFCRYPTO] 2.3.7)."""

PACKAGE = "ooxml-encrypted"
MAIN_PARTS = (
    ("word/document.xml", "docx"),
    ("xl/workbook.bin", "xlsb"),
    ("xl/workbook.xml", "xlsx"),
    ("ppt/presentation.xml", "pptx"),
)
FAULTS = (
    exceptions.FileFormatError, exceptions.ParseError, exceptions.DecryptionError, AssertionError, OSError, ValueError, IndexError, KeyError,
    TypeError, AttributeError, struct.error, zlib.error, OverflowError, NotImplementedError, RecursionError,
)  # fmt: skip
"""What the decryption library raises on a wrong password or a damaged file; it validates little and fails where it stands."""


def is_locked(request: ReadRequest) -> bool:
    """True for an encrypted office package, and for doc, xls and ppt whose bytes say that a password is set."""
    return request.sniffed.format == PACKAGE or "locked" in request.sniffed.flags


def unlocked(request: ReadRequest) -> ReadRequest:
    """The same request over the decrypted bytes, in scratch. Raises encrypted when no password fits, corrupt when what comes out is no document."""
    if request.sniffed.format == "ppt":
        raise encrypted("the presentation is locked; LibreOffice opens none that was decrypted")
    passwords = (DEFAULT_PASSWORD, *request.settings.passwords)
    if request.sniffed.format == PACKAGE:
        plain = unlocked_package(*_streams(request.path), passwords)
    else:
        plain = next(filter(None, (_decrypted(request.data(), password) for password in passwords)), None)
    if plain is None:
        raise encrypted("the document is locked and no password of the settings opens it")
    return _request(request, plain)


def _streams(path: Path) -> tuple[bytes, bytes]:
    """EncryptionInfo and EncryptedPackage. Raises encrypted: a locked file stays one when its directory is damaged."""
    try:
        with olefile.OleFileIO(str(path)) as ole:
            return ole.openstream("EncryptionInfo").read(), ole.openstream("EncryptedPackage").read()
    except (OSError, ValueError, IndexError, TypeError, struct.error) as error:
        raise encrypted(f"the streams of the locked package cannot be read: {type(error).__name__}") from error


def _decrypted(data: bytes, password: str) -> bytes | None:
    """A plain doc, xls or ppt, or None when the password does not fit or the encryption is none that can be read."""
    plain = io.BytesIO()
    try:
        office = msoffcrypto.OfficeFile(io.BytesIO(data))
        office.load_key(password=password)
        office.decrypt(plain)
    except FAULTS:
        return None
    return plain.getvalue()


def _request(request: ReadRequest, plain: bytes) -> ReadRequest:
    path = Path(request.scratch, "unlocked")
    path.write_bytes(plain)
    sniffed = request.sniffed
    if sniffed.format == PACKAGE:
        sniffed = replace(sniffed, format=_kind(path, request))
    return replace(request, path=path, sniffed=sniffed)


def _kind(path: Path, request: ReadRequest) -> str:
    """The format of the package inside: its main part has one place in each."""
    package = SafeZip(path, request.settings.limits)
    for part, kind in MAIN_PARTS:
        if part in package:
            return kind
    raise corrupt("the decrypted package has no main part")

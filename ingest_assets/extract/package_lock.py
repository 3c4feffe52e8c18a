"""Encrypted office packages (an OOXML file inside an OLE2 one): agile and standard encryption, by [MS-OFFCRYPTO] 2.3.4.

By hand over ``cryptography``, because the library that opens the older formats takes neither keys longer than their hash nor packages without padding.
"""

from __future__ import annotations

import binascii
import hashlib
import hmac
import struct
from base64 import b64decode
from collections.abc import Callable
from dataclasses import dataclass

from cryptography.hazmat.primitives.ciphers import Cipher, algorithms, modes

from ingest_assets.extract.containers import corrupt, encrypted
from ingest_assets.extract.xml_parts import Element, attribute, descendants, integer, parse_tree

AGILE = (4, 4)
STANDARD_MINOR, STANDARD_MAJORS = 2, (2, 3, 4)
STANDARD_SPINS = 50_000
"""Hash rounds of standard encryption, fixed by 2.3.4.7."""

MOST_SPINS = 10_000_000
"""2.3.4.10: spinCount must not be greater."""

SEGMENT = 4096
"""Bytes of the package that share one initialisation vector (2.3.4.15)."""

BLOCK = 16
HASHES: dict[str, Callable[[bytes], bytes]] = {
    "SHA1": lambda data: hashlib.sha1(data, usedforsecurity=False).digest(),
    "SHA256": lambda data: hashlib.sha256(data).digest(),
    "SHA384": lambda data: hashlib.sha384(data).digest(),
    "SHA512": lambda data: hashlib.sha512(data).digest(),
    "MD5": lambda data: hashlib.md5(data, usedforsecurity=False).digest(),
}
HASHES |= {
    "SHA-1": HASHES["SHA1"],
    "SHA-256": HASHES["SHA256"],
    "SHA-384": HASHES["SHA384"],
    "SHA-512": HASHES["SHA512"],
}
VERIFIER_INPUT, VERIFIER_VALUE, KEY_VALUE = (
    bytes.fromhex(key) for key in ("fea7d2763b4b9e79", "d7aa0f6d3061344e", "146e0be7abacd0d6")
)
INFO_BYTES = 1 << 20
"""An EncryptionInfo stream has a few kilobytes."""


@dataclass(frozen=True, slots=True, kw_only=True)
class KeyData:
    """The attributes that keyData and encryptedKey have in common."""

    salt: bytes
    digest: Callable[[bytes], bytes]
    key_bytes: int
    chaining: str

    def vector(self, block_key: bytes = b"") -> bytes:
        """The initialisation vector of a block (2.3.4.12)."""
        return _sized(self.digest(self.salt + block_key) if block_key else self.salt, BLOCK)

    def decrypt(self, key: bytes, vector: bytes, data: bytes) -> bytes:
        """AES in the chaining mode that the file names; a cut last block is left out."""
        mode = modes.CBC(vector) if self.chaining == "ChainingModeCBC" else modes.CFB(vector)
        return _aes(key, mode, data)


def unlocked_package(info: bytes, package: bytes, passwords: tuple[str, ...]) -> bytes | None:
    """The plain OOXML file; None when no password fits. ``info`` and ``package`` are the streams EncryptionInfo and EncryptedPackage.

    Raises encrypted for a kind of encryption that takes more than a password, corrupt for streams that are none.
    """
    if len(info) < 8 or len(package) < 8:
        raise corrupt("the streams of the encrypted package are cut")
    major, minor = struct.unpack("<HH", info[:4])
    try:
        if (major, minor) == AGILE:
            return _agile(info[8:], package, passwords)
        if minor == STANDARD_MINOR and major in STANDARD_MAJORS:
            return _standard(info[8:], package, passwords)
    except (ValueError, struct.error, binascii.Error, KeyError) as error:
        raise encrypted(f"the description of the encryption cannot be followed: {type(error).__name__}") from error
    raise encrypted(f"encryption version {major}.{minor} takes more than a password")


def _agile(xml: bytes, package: bytes, passwords: tuple[str, ...]) -> bytes | None:
    root = parse_tree(xml, limit=INFO_BYTES)
    entry = next((found for found in descendants(root, "encryptedKey") if attribute(found, "spinCount")), None)
    data = next(iter(descendants(root, "keyData")), None)
    if entry is None or data is None:
        raise encrypted("no password opens it: the key lies in a certificate")
    about, spins = _key_data(entry), integer(attribute(entry, "spinCount"))
    if not 0 <= spins <= MOST_SPINS:
        raise encrypted(f"spinCount {spins}")
    for password in passwords:
        key = _agile_key(entry, about, _spun(password, about.salt, spins, about.digest))
        if key is not None:
            return _segments(_key_data(data), key, package)
    return None


def _key_data(element: Element) -> KeyData:
    if attribute(element, "cipherAlgorithm") != "AES":
        raise encrypted(f"cipher {attribute(element, 'cipherAlgorithm')}")
    return KeyData(
        salt=b64decode(attribute(element, "saltValue")),
        digest=HASHES[attribute(element, "hashAlgorithm").upper()],
        key_bytes=integer(attribute(element, "keyBits")) // 8,
        chaining=attribute(element, "cipherChaining"),
    )


def _agile_key(entry: Element, about: KeyData, spun: bytes) -> bytes | None:
    """The key of the package when the verifier agrees (2.3.4.13)."""

    def opened(block_key: bytes, name: str) -> bytes:
        key = _sized(about.digest(spun + block_key), about.key_bytes)
        return about.decrypt(key, about.vector(), b64decode(attribute(entry, name)))

    given = about.digest(opened(VERIFIER_INPUT, "encryptedVerifierHashInput")[: len(about.salt)])
    wanted = opened(VERIFIER_VALUE, "encryptedVerifierHashValue")[: len(given)]
    if not hmac.compare_digest(given, wanted):
        return None
    return opened(KEY_VALUE, "encryptedKeyValue")[: about.key_bytes]


def _segments(about: KeyData, key: bytes, package: bytes) -> bytes:
    (size,) = struct.unpack("<Q", package[:8])
    body = memoryview(package)[8:]
    parts = (
        about.decrypt(key, about.vector(struct.pack("<I", number)), bytes(body[at : at + SEGMENT]))
        for number, at in enumerate(range(0, len(body), SEGMENT))
    )
    return b"".join(parts)[:size]


def _standard(info: bytes, package: bytes, passwords: tuple[str, ...]) -> bytes | None:
    (header_bytes,) = struct.unpack("<I", info[:4])
    (key_bits,) = struct.unpack("<I", info[20:24])
    verifier = info[4 + header_bytes :]
    salt, sealed, sealed_hash = verifier[4:20], verifier[20:36], verifier[40:72]
    (size,) = struct.unpack("<Q", package[:8])
    for password in passwords:
        key = _standard_key(password, salt, key_bits // 8)
        given = HASHES["SHA1"](_aes(key, modes.ECB(), sealed))
        if hmac.compare_digest(given, _aes(key, modes.ECB(), sealed_hash)[: len(given)]):
            return _aes(key, modes.ECB(), package[8:])[:size]
    return None


def _standard_key(password: str, salt: bytes, key_bytes: int) -> bytes:
    """2.3.4.7."""
    digest = HASHES["SHA1"]
    last = digest(_spun(password, salt, STANDARD_SPINS, digest) + bytes(4))
    inner, outer = (
        digest(bytes(a ^ b for a, b in zip(last.ljust(64, b"\0"), fill * 64, strict=True)))
        for fill in (b"\x36", b"\x5c")
    )
    return (inner + outer)[:key_bytes]


def _spun(password: str, salt: bytes, spins: int, digest: Callable[[bytes], bytes]) -> bytes:
    value = digest(salt + password.encode("utf-16-le"))
    for number in range(spins):
        value = digest(struct.pack("<I", number) + value)
    return value


def _sized(value: bytes, size: int) -> bytes:
    """Cut, or filled with 0x36, to ``size`` bytes."""
    return value[:size].ljust(size, b"\x36")


def _aes(key: bytes, mode: modes.CBC | modes.CFB | modes.ECB, data: bytes) -> bytes:
    decryptor = Cipher(algorithms.AES(key), mode).decryptor()
    return decryptor.update(data[: len(data) // BLOCK * BLOCK]) + decryptor.finalize()

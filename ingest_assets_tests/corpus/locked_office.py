"""Office packages behind a password, written by [MS-OFFCRYPTO]: agile encryption (2.3.4.10) and standard encryption (2.3.4.5)."""

from __future__ import annotations

import hashlib
import struct
from base64 import b64encode

from cryptography.hazmat.primitives.ciphers import Cipher, algorithms, modes

from ingest_assets_tests.corpus.sniff import ole

SALT, VERIFIER, KEY = bytes(range(16)), bytes(range(16, 32)), bytes(range(100, 132))
SPINS = 1000
NAMESPACES = (
    'xmlns="http://schemas.microsoft.com/office/2006/encryption" '
    'xmlns:p="http://schemas.microsoft.com/office/2006/keyEncryptor/password"'
)


def agile(package: bytes, password: str, digest: str = "sha512") -> bytes:
    """The package as today's Office locks it: AES-256, with a hash of choice (one that is shorter than the key is filled up)."""
    value = hashlib.new(digest, SALT + password.encode("utf-16-le")).digest()
    for number in range(SPINS):
        value = hashlib.new(digest, struct.pack("<I", number) + value).digest()

    def sealed(block_key: str, data: bytes) -> str:
        key = hashlib.new(digest, value + bytes.fromhex(block_key)).digest()[:32].ljust(32, b"\x36")
        return b64encode(_aes(key, modes.CBC(SALT), data)).decode()

    proof = hashlib.new(digest, VERIFIER).digest()
    about = f'keyBits="256" cipherAlgorithm="AES" cipherChaining="ChainingModeCBC" hashAlgorithm="{digest.upper()}" saltValue="{b64encode(SALT).decode()}"'
    xml = (
        f'<encryption {NAMESPACES}><keyData {about}/><keyEncryptors><keyEncryptor><p:encryptedKey spinCount="{SPINS}" {about} '
        f'encryptedVerifierHashInput="{sealed("fea7d2763b4b9e79", VERIFIER)}" encryptedVerifierHashValue="{sealed("d7aa0f6d3061344e", proof)}" '
        f'encryptedKeyValue="{sealed("146e0be7abacd0d6", KEY)}"/></keyEncryptor></keyEncryptors></encryption>'
    )
    segments = (package[at : at + 4096] for at in range(0, len(package), 4096))
    body = b"".join(_aes(KEY, modes.CBC(_vector(digest, number)), part) for number, part in enumerate(segments))
    return _package(struct.pack("<HHI", 4, 4, 0x40) + xml.encode(), package, body)


def standard(package: bytes, password: str) -> bytes:
    """The package as Office 2007 locks it: AES-128 in ECB mode."""
    key = _standard_key(password)
    proof = _aes(key, modes.ECB(), hashlib.sha1(VERIFIER).digest().ljust(32, b"\0"))
    header = struct.pack("<IIIIIIII", 0x24, 0, 0x660E, 0x8004, 128, 0x18, 0, 0) + "AES\0".encode("utf-16-le")
    info = struct.pack("<HHII", 4, 2, 0x24, len(header)) + header
    info += struct.pack("<I", 16) + SALT + _aes(key, modes.ECB(), VERIFIER) + struct.pack("<I", 20) + proof
    return _package(info, package, _aes(key, modes.ECB(), package))


def _package(info: bytes, package: bytes, body: bytes) -> bytes:
    sealed = struct.pack("<Q", len(package)) + body
    assert len(sealed) <= 4096
    return ole({"EncryptionInfo": info.ljust(4096, b" "), "EncryptedPackage": sealed})


def _vector(digest: str, number: int) -> bytes:
    return hashlib.new(digest, SALT + struct.pack("<I", number)).digest()[:16]


def _standard_key(password: str) -> bytes:
    value = hashlib.sha1(SALT + password.encode("utf-16-le")).digest()
    for number in range(50_000):
        value = hashlib.sha1(struct.pack("<I", number) + value).digest()
    value = hashlib.sha1(value + bytes(4)).digest().ljust(64, b"\0")
    return hashlib.sha1(bytes(byte ^ 0x36 for byte in value)).digest()[:16]


def _aes(key: bytes, mode: modes.CBC | modes.ECB, data: bytes) -> bytes:
    encryptor = Cipher(algorithms.AES(key), mode).encryptor()
    return encryptor.update(data.ljust(-(-len(data) // 16) * 16, b"\0")) + encryptor.finalize()

"""Encrypts messages for Web Push (RFC 8291), in one record of `aes128gcm` (RFC 8188)."""

import os

from cryptography.hazmat.primitives.asymmetric.ec import (
    ECDH,
    SECP256R1,
    EllipticCurvePrivateKey,
    generate_private_key,
)
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.kdf.hkdf import HKDF
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat

from projections.notices.push_keys import point_of, read_auth_secret, read_subscriber_key

RECORD_SIZE = 4096
SALT_BYTES = 16
HEADER_BYTES = SALT_BYTES + 4 + 1 + 65
DELIMITER_AND_TAG_BYTES = 1 + 16
LONGEST_MESSAGE = RECORD_SIZE - HEADER_BYTES - DELIMITER_AND_TAG_BYTES
"""Push services need not take more than 4096 bytes, all included."""


def encrypt(
    message: bytes,
    p256dh: str,
    auth: str,
    *,
    padded_to: int = 0,
    salt: bytes | None = None,
    own_key: EllipticCurvePrivateKey | None = None,
) -> bytes:
    """Return the body of a request. Each message has a salt and a key of its own.

    The message is padded to so many bytes, so that its length says less about it.
    """
    assert max(len(message), padded_to) <= LONGEST_MESSAGE, "the message is too long"
    salt = os.urandom(SALT_BYTES) if salt is None else salt
    own_key = generate_private_key(SECP256R1()) if own_key is None else own_key
    subscriber = read_subscriber_key(p256dh)
    their_point = subscriber.public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)
    own_point = point_of(own_key)
    shared = own_key.exchange(ECDH(), subscriber)
    key_info = b"WebPush: info\0" + their_point + own_point
    ikm = _derived(shared, read_auth_secret(auth), key_info, 32)
    content_key = _derived(ikm, salt, b"Content-Encoding: aes128gcm\0", 16)
    nonce = _derived(ikm, salt, b"Content-Encoding: nonce\0", 12)
    padding = bytes(max(0, padded_to - len(message)))
    # The delimiter 2 says that this record is the last one.
    sealed = AESGCM(content_key).encrypt(nonce, message + b"\x02" + padding, None)
    header = salt + RECORD_SIZE.to_bytes(4) + bytes([len(own_point)]) + own_point
    return header + sealed


def _derived(secret: bytes, salt: bytes, info: bytes, length: int) -> bytes:
    return HKDF(SHA256(), length, salt, info).derive(secret)

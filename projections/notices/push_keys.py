"""Keys of Web Push: that of the server (VAPID, RFC 8292), and those of its subscribers."""

import hmac
import json
import re
from base64 import urlsafe_b64decode, urlsafe_b64encode
from hashlib import sha256

from cryptography.hazmat.primitives.asymmetric.ec import (
    ECDSA,
    SECP256R1,
    EllipticCurvePrivateKey,
    EllipticCurvePublicKey,
    derive_private_key,
)
from cryptography.hazmat.primitives.asymmetric.utils import decode_dss_signature
from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat

from projections.notices.refusals import BadPushKey

TOKEN_SECONDS = 12 * 3600
"""How long a push service accepts a signed token; RFC 8292 allows a day at most."""
AUTH_BYTES = 16
_BASE64URL = re.compile(r"[A-Za-z0-9_-]+={0,2}")
_GROUP_ORDER = 0xFFFFFFFF00000000FFFFFFFFFFFFFFFFBCE6FAADA7179E84F3B9CAC2FC632551
"""The number of points of P-256; a private key is smaller."""


class PushKey:
    """The key by which push services know this server."""

    def __init__(self, secret: bytes) -> None:
        """The same secret always leads to the same key."""
        digest = hmac.new(secret, b"hexledger push key", "sha512").digest()
        self._key = derive_private_key(int.from_bytes(digest) % (_GROUP_ORDER - 1) + 1, SECP256R1())
        self.public = to_base64url(point_of(self._key))
        """What browsers call `applicationServerKey`."""

    def authorization(self, origin: str, now: int, contact: str | None) -> str:
        """The value of `Authorization` for a push service, at a time in seconds."""
        claims: dict[str, object] = {"aud": origin, "exp": now + TOKEN_SECONDS}
        if contact is not None:
            claims["sub"] = contact
        parts = ({"typ": "JWT", "alg": "ES256"}, claims)
        signed = ".".join(
            to_base64url(json.dumps(part, separators=(",", ":")).encode()) for part in parts
        )
        r, s = decode_dss_signature(self._key.sign(signed.encode(), ECDSA(SHA256())))
        signature = to_base64url(r.to_bytes(32) + s.to_bytes(32))
        return f"vapid t={signed}.{signature}, k={self.public}"


def point_of(key: EllipticCurvePrivateKey) -> bytes:
    """The public key of a private one, as 65 bytes."""
    return key.public_key().public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)


def read_subscriber_key(text: str) -> EllipticCurvePublicKey:
    """Read the key `p256dh` of a subscription. Raises if it is not a point of P-256."""
    try:
        return EllipticCurvePublicKey.from_encoded_point(
            SECP256R1(), _uncompressed(from_base64url(text))
        )
    except ValueError:
        message = "`p256dh` has to be an uncompressed point of P-256 in base64url"
        raise BadPushKey(message, field="p256dh") from None


def read_auth_secret(text: str) -> bytes:
    """Read the secret `auth` of a subscription. Raises if it does not have 16 bytes."""
    try:
        secret = from_base64url(text)
    except ValueError:
        secret = b""
    if len(secret) != AUTH_BYTES:
        raise BadPushKey("`auth` has to be 16 bytes in base64url", field="auth")
    return secret


def to_base64url(data: bytes) -> str:
    return urlsafe_b64encode(data).rstrip(b"=").decode()


def from_base64url(text: str) -> bytes:
    """Decode base64url, with or without padding. Raises `ValueError` if it is something else."""
    if _BASE64URL.fullmatch(text) is None:
        raise ValueError("this is not base64url")
    stripped = text.rstrip("=")
    return urlsafe_b64decode(stripped + "=" * (-len(stripped) % 4))


def _uncompressed(point: bytes) -> bytes:
    if len(point) != 65 or point[0] != 4:
        raise ValueError("this is not an uncompressed point")
    return point


def topic_of(name: str) -> str:
    """A name as a topic of a push service, which has at most 32 characters (RFC 8030)."""
    return to_base64url(sha256(name.encode()).digest())[:32]

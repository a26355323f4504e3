"""A subscriber of Web Push with real keys: it decrypts messages and checks who sent them."""

import json
from base64 import urlsafe_b64decode, urlsafe_b64encode
from typing import Any, NamedTuple

from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.asymmetric.utils import encode_dss_signature
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.kdf.hkdf import HKDF
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat

from tests.notices.receiver import Call


class Vapid(NamedTuple):
    """What a push service reads from `Authorization`."""

    header: dict[str, Any]
    claims: dict[str, Any]
    key: str


class Subscriber:
    """A browser: written from the RFCs, and not from our own code."""

    def __init__(self, private: int | None = None, auth: bytes = bytes(range(16))) -> None:
        curve = ec.SECP256R1()
        self._key = (
            ec.generate_private_key(curve)
            if private is None
            else ec.derive_private_key(private, curve)
        )
        self.auth = auth
        self.public = self._key.public_key().public_bytes(
            Encoding.X962, PublicFormat.UncompressedPoint
        )

    def subscription(self, endpoint: str, **more: Any) -> dict[str, Any]:
        """What `PushSubscription.toJSON()` gives."""
        keys = {"p256dh": encoded(self.public), "auth": encoded(self.auth)}
        return {"endpoint": endpoint, "expirationTime": None, "keys": keys, **more}

    def decrypt(self, body: bytes) -> bytes:
        """RFC 8188, section 2, with the keys of RFC 8291, section 3.3 and 3.4."""
        salt, size, length = body[:16], int.from_bytes(body[16:20]), body[20]
        sender, sealed = body[21 : 21 + length], body[21 + length :]
        assert len(body) <= 4096
        assert len(sealed) <= size
        point = ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), sender)
        shared = self._key.exchange(ec.ECDH(), point)
        ikm = _hkdf(self.auth, shared, b"WebPush: info\x00" + self.public + sender, 32)
        key = _hkdf(salt, ikm, b"Content-Encoding: aes128gcm\x00", 16)
        nonce = _hkdf(salt, ikm, b"Content-Encoding: nonce\x00", 12)
        padded = AESGCM(key).decrypt(nonce, sealed, None).rstrip(b"\x00")
        assert padded.endswith(b"\x02")
        return padded[:-1]

    def read(self, call: Call) -> Any:
        """The message of a request to the push service."""
        assert call.headers["content-encoding"] == "aes128gcm"
        return json.loads(self.decrypt(call.body))


def vapid_of(call: Call) -> Vapid:
    """Check the signature of a request (RFC 8292) as a push service does."""
    scheme, _, rest = call.headers["authorization"].partition(" ")
    assert scheme == "vapid"
    fields = dict(part.strip().split("=", 1) for part in rest.split(","))
    header, claims, signature = fields["t"].split(".")
    key = ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), decoded(fields["k"]))
    raw = decoded(signature)
    assert len(raw) == 64
    der = encode_dss_signature(int.from_bytes(raw[:32]), int.from_bytes(raw[32:]))
    key.verify(der, f"{header}.{claims}".encode(), ec.ECDSA(SHA256()))
    return Vapid(json.loads(decoded(header)), json.loads(decoded(claims)), fields["k"])


def encoded(data: bytes) -> str:
    return urlsafe_b64encode(data).decode().rstrip("=")


def decoded(text: str) -> bytes:
    return urlsafe_b64decode(text + "=" * (-len(text) % 4))


def _hkdf(salt: bytes, secret: bytes, info: bytes, length: int) -> bytes:
    return HKDF(SHA256(), length, salt, info).derive(secret)

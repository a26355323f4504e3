"""The signature of a delivery: HMAC-SHA256 over the time of sending and the body."""

import hmac
from hashlib import sha256

SIGNATURE = "Hexledger-Signature"
DELIVERY = "Hexledger-Delivery"


def signature(secret: str, seconds: int, body: bytes) -> str:
    """The value of the header: `t=<unix seconds>,v1=<hex digits>`."""
    signed = f"{seconds}.".encode() + body
    return f"t={seconds},v1={hmac.new(secret.encode(), signed, sha256).hexdigest()}"

"""Serves the browser client: one page for all its addresses, and the files that the page loads."""

import gzip
import json
from functools import lru_cache
from hashlib import sha256
from pathlib import Path
from typing import NamedTuple

from flask import Blueprint, Response, abort, request
from werkzeug.security import safe_join

CLIENT = Path(__file__).parent / "client"
POLICY = "; ".join(
    (
        "default-src 'none'",
        "script-src 'self'",
        "style-src 'self'",
        "img-src 'self' data: blob:",
        "connect-src 'self'",
        "manifest-src 'self'",
        "worker-src 'self'",
        "base-uri 'none'",
        "form-action 'none'",
        "frame-ancestors 'none'",
    )
)
"""Scripts, styles and requests only from and to this server, and no script inside the page."""
PERMISSIONS = "camera=(self), geolocation=(), microphone=()"
"""The camera reads the QR codes of invitations."""
CHECKED_EACH_TIME = "no-cache"
"""Browsers keep the files, and ask by their tag whether they are current."""
TYPES = {
    ".html": "text/html; charset=utf-8",
    ".css": "text/css; charset=utf-8",
    ".js": "text/javascript; charset=utf-8",
    ".png": "image/png",
    ".svg": "image/svg+xml",
    ".webmanifest": "application/manifest+json",
}
PACKED = (".png",)
"""Kinds of files that cannot be made smaller."""
SERVICE_WORKER = "service-worker.js"
_KEPT = (".css", ".js", ".svg")
"""Kinds of files that the service worker keeps."""

site = Blueprint("site", __name__)


class StoredFile(NamedTuple):
    """A file of the client as it is sent."""

    data: bytes
    packed: bytes | None
    """The same with gzip."""
    digest: str


@site.after_request
def allow_what_the_client_needs(response: Response) -> Response:
    response.headers["Content-Security-Policy"] = POLICY
    response.headers["Permissions-Policy"] = PERMISSIONS
    return response


@site.get("/")
@site.get("/new")
@site.get("/watch")
@site.get("/audit")
@site.get("/me")
@site.get("/join")
@site.get("/join/<path:_rest>")
@site.get("/table/<path:_rest>")
@site.get("/replay/<path:_rest>")
@site.get("/player/<path:_rest>")
@site.get("/cups")
@site.get("/cups/<path:_rest>")
def page(_rest: str = "") -> Response:
    """The one page of the client; which part of it is shown follows from the address."""
    return _file("index.html")


@site.get(f"/{SERVICE_WORKER}")
def service_worker() -> Response:
    """The script that keeps the shell of the client; from here it may serve every address.

    It begins with the list of the files and their digest. So it is another script as soon as a
    file changes, and browsers install it anew.
    """
    names = sorted(
        str(path.relative_to(CLIENT)) for path in CLIENT.rglob("*") if path.suffix in _KEPT
    )
    digest = sha256("".join(_stored(name).digest for name in ("index.html", *names)).encode())
    files = ["/", *(f"/web/{name}" for name in names if name != SERVICE_WORKER)]
    head = f"const SHELL = {json.dumps(digest.hexdigest())};\nconst FILES = {json.dumps(files)};\n"
    body = head.encode() + _stored(SERVICE_WORKER).data
    return _answer(StoredFile(body, None, sha256(body).hexdigest()), SERVICE_WORKER)


@site.get("/web/<path:name>")
def file(name: str) -> Response:
    """A file of the client."""
    return _file(name)


def _file(name: str) -> Response:
    path = Path(safe_join(str(CLIENT), name) or "")
    if path.suffix not in TYPES or not path.is_file():
        abort(404)
    return _answer(_stored(name), name)


def _answer(found: StoredFile, name: str) -> Response:
    is_packed = found.packed is not None and request.accept_encodings["gzip"] > 0
    body = found.packed if is_packed else found.data
    response = Response(body, content_type=TYPES[Path(name).suffix])
    if is_packed:
        response.headers["Content-Encoding"] = "gzip"
    response.headers["Cache-Control"] = CHECKED_EACH_TIME
    # Packed or not, it is the same file: a weak tag says so.
    response.set_etag(found.digest, weak=True)
    return response


def _stored(name: str) -> StoredFile:
    return _read(name, (CLIENT / name).stat().st_mtime_ns)


@lru_cache(maxsize=1_024)
def _read(name: str, _changed: int) -> StoredFile:
    """Read and pack a file once, and again when it has changed."""
    data = (CLIENT / name).read_bytes()
    packed = None if name.endswith(PACKED) else gzip.compress(data, mtime=0)
    return StoredFile(data, packed, sha256(data).hexdigest())

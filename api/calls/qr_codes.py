"""QR codes of the service's own links, to be read by a phone beside the screen."""

import io
from typing import Any

import segno
from flask import Response, request

from api.dependencies import dependencies
from api.openapi.annotations import public
from api.schemas.qr_codes import QrQuerySchema
from api.transport.arguments import Blueprint

SVG = "image/svg+xml"
MARGIN = 4
"""How many modules stay empty around a code, so that readers find it."""

qr_codes = Blueprint("qr_codes", __name__, url_prefix="/v1", description="QR codes of links")


@qr_codes.get("/qr.svg")
@qr_codes.arguments(QrQuerySchema, location="query")
@qr_codes.response(200, {"type": "string"}, content_type=SVG)
@public
def read_qr_code(query: dict[str, Any]) -> Response:
    """A link of this service as a QR code, for example that of an invitation"""
    origin = dependencies().public_url or request.host_url
    picture = io.BytesIO()
    segno.make_qr(origin.rstrip("/") + query["path"], error="m").save(
        picture, kind="svg", border=MARGIN, xmldecl=False, svgclass=None, lineclass=None,
        omitsize=True, light="#fff", dark="#000",
    )  # fmt: skip
    return Response(picture.getvalue(), content_type=SVG)

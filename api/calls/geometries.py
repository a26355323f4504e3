"""Geometries: what never changes on a board, by its hash, to be kept for ever."""

import re

from flask import Response

from api.calls.game_reads import JSON
from api.dependencies import dependencies
from api.openapi.annotations import public, refuses_with
from api.schemas.views import GeometrySchema
from api.transport.arguments import Blueprint
from api.transport.errors import ApiError

FOR_EVER = "public, max-age=31536000, immutable"
_HASH = re.compile("[0-9a-f]{64}")

geometries = Blueprint(
    "geometries", __name__, url_prefix="/v1/geometries", description="Geometries of boards"
)


class NoSuchGeometry(ApiError):
    """No board has this geometry; take the hash from a view read with `geometry=apart`."""

    status = 404
    code = "geometry/unknown"


@geometries.get("/<geometry_hash>")
@geometries.response(200, GeometrySchema)
@public
@refuses_with(NoSuchGeometry)
def read_geometry(geometry_hash: str) -> Response:
    """Where the hexes, crossings and paths of a board are drawn

    Its body never changes: the hash is the SHA-256 of exactly these bytes. Read it once and keep
    it; views and boards read with `geometry=apart` name it.
    """
    body = None
    if _HASH.fullmatch(geometry_hash) is not None:
        body = dependencies().views.geometries.find(geometry_hash)
    if body is None:
        raise NoSuchGeometry("no board has a geometry of this hash", hash=geometry_hash[:64])
    response = Response(body, content_type=JSON)
    response.headers["Cache-Control"] = FOR_EVER
    response.set_etag(geometry_hash)
    return response

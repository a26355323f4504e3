"""The schema of errors."""

from marshmallow import fields

from api.schemas.common import ResponseSchema


class ProblemSchema(ResponseSchema):
    """An error (RFC 9457). Machines look at `code`, people at `detail`."""

    type = fields.String(
        required=True,
        metadata={"format": "uri-reference", "example": "/docs/errors#road/edge_taken"},
    )
    title = fields.String(
        required=True,
        metadata={
            "description": "What the code means",
            "example": "A road lies on this path already; choose a free one.",
        },
    )
    status = fields.Integer(required=True, metadata={"example": 409})
    detail = fields.String(
        required=True,
        metadata={
            "description": "What was wrong this time",
            "example": "that edge already has a road",
        },
    )
    code = fields.String(
        required=True, metadata={"pattern": "^[a-z_]+/[a-z_]+$", "example": "road/edge_taken"}
    )
    details = fields.Dict(
        required=True,
        metadata={"description": "Values that belong to the code", "example": {"edge": 12}},
    )
    request_id = fields.String(
        required=True,
        metadata={
            "description": "The id of the request; quote it when you report an error",
            "example": "5f0c9a7d1b3e2846",
        },
    )

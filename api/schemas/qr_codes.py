"""The schema of what a QR code is asked for."""

from marshmallow import Schema, fields, validate

from api.schemas.common import description
from api.schemas.patterns import Pattern

LONGEST_PATH = 200
PATH = "^/[A-Za-z0-9/_~-]*$"
"""A path of the service, without a query: what is secret never stands in one."""


class QrQuerySchema(Schema):
    """Where the link leads."""

    path = fields.String(
        required=True,
        validate=[validate.Length(1, LONGEST_PATH), Pattern(PATH)],
        metadata=description(
            "The path of the link; the address of the service is put before it",
            pattern=PATH,
            example="/join/K7QF-2MXA-9TRC-HV4D",
        ),
    )

"""Schemas of the table talk: messages, phrases, mutes and reports."""

from typing import Any, get_args

from marshmallow import Schema, ValidationError, fields, pre_load, validate, validates_schema

from api.schemas.common import (
    MOST_ON_A_PAGE,
    MOST_PLAYERS,
    ON_A_PAGE,
    PageQuerySchema,
    PlayerSchema,
    ResponseSchema,
    WholeNumber,
    description,
)
from api.schemas.patterns import Pattern
from commands.talk.free_text import LONGEST_TEXT, flaw_of_words
from commands.talk.mutes import MOST_MUTED
from domain.ids import SPECTATOR
from eventlog.table_talk import TalkStatus
from eventlog.talk_reports import Decision, ReportStatus
from presentation.phrases import PHRASES
from presentation.registry import LANGUAGES

A_NUMBER = 1_763_431_200_000
NO_CONTROLS = r"^[^\u0000-\u001f\u007f-\u009f\u200e\u200f\u2028-\u202e\u2060-\u206f\ufeff]+$"
"""The gist of what free text may hold; the server is stricter about what nobody can see."""


def _require_visible(text: str) -> None:
    if flaw := flaw_of_words(text):
        raise ValidationError(flaw)


def _free_text(text: str, *, required: bool) -> fields.String:
    return fields.String(
        required=required,
        validate=[validate.Length(1, LONGEST_TEXT), _require_visible],
        metadata=description(text, pattern=NO_CONTROLS),
    )


def _trimmed(body: Any, name: str) -> Any:
    if isinstance(body, dict) and isinstance(body.get(name), str):
        return {**body, name: body[name].strip()}
    return body


class NewMessageSchema(Schema):
    """Something to say at the table: either a phrase or a text."""

    phrase = fields.String(
        validate=validate.OneOf(PHRASES),
        metadata=description("The key of a ready phrase; see /v1/phrases", example="well_played"),
    )
    text = _free_text(
        "Free text of one line, if the game allows it (option `talk`); spaces around it are "
        "removed",
        required=False,
    )
    to = fields.Integer(
        strict=True,
        allow_none=True,
        load_default=None,
        validate=validate.Range(0, MOST_PLAYERS - 1),
        metadata=description("The seat that alone may read it; all may if left out", example=None),
    )

    @pre_load
    def _trim(self, body: Any, **_: Any) -> Any:
        return _trimmed(body, "text")

    @validates_schema
    def _require_one(self, body: dict[str, Any], **_: Any) -> None:
        if ("phrase" in body) == ("text" in body):
            raise ValidationError("Send either a phrase or a text.", "phrase")


class MessageSchema(ResponseSchema):
    """A message, in its present form. A message that you have already is replaced by its number."""

    number = fields.Integer(
        required=True,
        metadata=description(
            "The number of the message in its game. Later messages have greater numbers, "
            "with any gaps between them",
            example=A_NUMBER,
        ),
    )
    change = fields.Integer(
        required=True,
        metadata=description(
            "The number of its last change: its own, or a later one when it is erased. Read on "
            "after the last change that you have seen",
            example=A_NUMBER,
        ),
    )
    at = fields.Integer(
        required=True,
        metadata=description("When it was said: milliseconds since 1970, UTC", example=A_NUMBER),
    )
    seat = fields.Integer(required=True, metadata=description("The seat that says it", example=0))
    player_id = fields.String(required=True, metadata=description("The player who says it"))
    name = fields.String(
        required=True,
        allow_none=True,
        metadata=description("Their name; null once they are erased", example="Ada"),
    )
    to = fields.Integer(
        required=True,
        allow_none=True,
        metadata=description("The seat that alone may read it; null for all", example=None),
    )
    phrase = fields.String(
        required=True,
        allow_none=True,
        metadata=description("The key of a ready phrase; null for free text and once it is erased"),
    )
    text = fields.String(
        required=True,
        allow_none=True,
        metadata=description(
            "What is said; a phrase is in your language. Null once it is erased",
            example="Well played!",
        ),
    )
    status = fields.String(
        required=True,
        metadata=description(
            "`deleted` by its sender, or `removed` by an organizer", enum=list(get_args(TalkStatus))
        ),
    )


class TalkQuerySchema(Schema):
    """Which part of the talk is read, and how."""

    after = WholeNumber(
        load_default=0, metadata=description("Only messages that changed after this change")
    )
    limit = WholeNumber(
        load_default=ON_A_PAGE,
        validate=validate.Range(1, MOST_ON_A_PAGE),
        metadata=description("How many entries a page has at most", example=20),
    )
    lang = fields.String(
        validate=validate.OneOf(LANGUAGES),
        metadata=description("The language of phrases; `Accept-Language` chooses it if left out"),
    )
    as_ = fields.String(
        data_key="as",
        attribute="as",
        # No list of words: generators for Kotlin make an enum of it that is named by a keyword.
        validate=Pattern(f"^{SPECTATOR}$"),
        metadata=description(f"`{SPECTATOR}`, to read only what the public may read"),
    )


class TalkPageSchema(ResponseSchema):
    """Messages in the order of their last changes. While `more` is true, read on after `last`."""

    messages = fields.List(fields.Nested(MessageSchema), required=True)
    last = fields.Integer(
        required=True, metadata=description("The `after` of the next page", example=A_NUMBER)
    )
    more = fields.Boolean(required=True, metadata=description("Whether there is a next page"))


class PhraseSchema(ResponseSchema):
    """A ready phrase."""

    key = fields.String(required=True, metadata=description("Its key", example="well_played"))
    texts = fields.Dict(
        fields.String(),
        fields.String(),
        required=True,
        metadata=description(
            "Its text by language", example={"en": "Well played!", "pl": "Dobre zagranie!"}
        ),
    )


class PhrasesSchema(ResponseSchema):
    """All ready phrases, in the order in which a menu may show them."""

    phrases = fields.List(fields.Nested(PhraseSchema), required=True)


class MutedSchema(ResponseSchema):
    """The players whose messages are not sent to you."""

    muted = fields.List(
        fields.Nested(PlayerSchema), required=True, metadata={"maxItems": MOST_MUTED}
    )


class NewReportSchema(Schema):
    """Why an organizer should look at a message."""

    reason = _free_text("Why you report it, in your own words", required=True)

    @pre_load
    def _trim(self, body: Any, **_: Any) -> Any:
        return _trimmed(body, "reason")


class FiledReportSchema(ResponseSchema):
    """A report that you have filed."""

    report_id = fields.String(
        required=True, metadata=description("The id of the report", pattern="^r-[0-9a-f]{24}$")
    )
    status = fields.String(
        required=True, metadata=description("`open` at first", enum=list(get_args(ReportStatus)))
    )


class ReportSchema(FiledReportSchema):
    """A report as organizers see it."""

    game_id = fields.String(required=True, metadata=description("The game"))
    number = fields.Integer(required=True, metadata=description("The message", example=A_NUMBER))
    at = fields.Integer(
        required=True,
        metadata=description("When it was filed: milliseconds since 1970, UTC", example=A_NUMBER),
    )
    reporter_id = fields.String(required=True, metadata=description("Who reports the message"))
    reporter_name = fields.String(required=True, allow_none=True)
    player_id = fields.String(required=True, metadata=description("Who has sent the message"))
    player_name = fields.String(required=True, allow_none=True)
    seat = fields.Integer(required=True, metadata=description("The seat of the sender", example=0))
    to = fields.Integer(
        required=True,
        allow_none=True,
        metadata=description("The seat that the message was for; null for all", example=None),
    )
    reason = fields.String(
        required=True,
        allow_none=True,
        metadata=description("Null once the reporter or the sender is erased"),
    )
    phrase = fields.String(required=True, allow_none=True)
    text = fields.String(
        required=True,
        allow_none=True,
        metadata=description(
            "What was said, even if the sender has deleted it since; null once the report is "
            "settled or the sender is erased"
        ),
    )
    decision = fields.String(
        required=True,
        allow_none=True,
        metadata=description("What was decided; null while it is open"),
    )
    note = fields.String(
        required=True, allow_none=True, metadata=description("What the organizer has noted")
    )
    settled_by = fields.String(
        required=True, allow_none=True, metadata=description("The organizer who has settled it")
    )
    settled_at = fields.Integer(
        required=True,
        allow_none=True,
        metadata=description("When it was settled: milliseconds since 1970, UTC"),
    )


class ReportQuerySchema(PageQuerySchema):
    """Which reports are listed."""

    status = fields.String(
        load_default="open",
        validate=validate.OneOf(get_args(ReportStatus)),
        metadata=description("Open reports, the oldest first; or settled ones, the newest first"),
    )
    lang = fields.String(
        validate=validate.OneOf(LANGUAGES),
        metadata=description("The language of phrases; `Accept-Language` chooses it if left out"),
    )


class ReportPageSchema(ResponseSchema):
    """Reports of messages. `next` is the cursor of the next page, or null."""

    reports = fields.List(fields.Nested(ReportSchema), required=True)
    next = fields.String(required=True, allow_none=True)


class SettlementSchema(Schema):
    """What an organizer decides about a report."""

    decision = fields.String(
        required=True,
        validate=validate.OneOf(get_args(Decision)),
        metadata=description("`removed` erases the message for all; `dismissed` leaves it"),
    )
    note = fields.String(
        allow_none=True,
        load_default=None,
        validate=[validate.Length(1, LONGEST_TEXT), _require_visible],
        metadata=description("A note for other organizers", pattern=NO_CONTROLS),
    )

    @pre_load
    def _trim(self, body: Any, **_: Any) -> Any:
        return _trimmed(body, "note")

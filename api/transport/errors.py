"""What the service itself refuses, before or beside the rules: a status, a code, a sentence."""

from collections.abc import Mapping
from typing import ClassVar


class ApiError(Exception):
    """The request cannot be answered. `code` is public: never rename or reuse it."""

    status: ClassVar[int]
    code: ClassVar[str]
    always: ClassVar[Mapping[str, str]] = {}
    """Headers that every answer of the kind has."""

    def __init__(
        self, message: str, *, headers: Mapping[str, str] | None = None, **details: object
    ) -> None:
        super().__init__(message)
        self.details = details
        self.headers = {**self.always, **(headers or {})}


class BadRequest(ApiError):
    """The server cannot read this request; check its address, headers and body."""

    status = 400
    code = "request/malformed"


class RequestTooSlow(ApiError):
    """The body did not arrive in time, `details.seconds` at most; send the request again."""

    status = 408
    code = "request/too_slow"


class BadHeader(ApiError):
    """A header has a value that it cannot take; `details.header` names it."""

    status = 400
    code = "header/bad_value"


class TokenMissing(ApiError):
    """This call needs to know who you are; send `Authorization: Bearer <token>`."""

    status = 401
    code = "auth/token_missing"
    always: ClassVar = {"WWW-Authenticate": 'Bearer realm="hexledger"'}


class TokenUnknown(ApiError):
    """Nobody has this token, or no longer; use a current one, or make a new player."""

    status = 401
    code = "auth/token_unknown"
    always: ClassVar = {"WWW-Authenticate": 'Bearer realm="hexledger", error="invalid_token"'}


class TicketExpired(ApiError):
    """This ticket has run out, or is none of this game; ask for a new one (`POST …/ticket`)."""

    status = 401
    code = "auth/ticket_expired"
    always: ClassVar = TokenMissing.always


class RoleMissing(ApiError):
    """Your role does not allow this; ask somebody who has the role in `details.role`."""

    status = 403
    code = "auth/role_missing"


class NotYourEyes(ApiError):
    """Before a game is closed, nobody sees it as another seat does; leave `as` out."""

    status = 403
    code = "viewer/not_allowed"


class NotAPlayer(ApiError):
    """Only who has a seat in this game has a hand; take a seat first."""

    status = 403
    code = "viewer/not_seated"


class NoSuchPlayer(ApiError):
    """There is no player with this id, or he has been erased and has left no closed game."""

    status = 404
    code = "player/unknown"


class SamePlayer(ApiError):
    """Nobody plays against himself; name two different players."""

    status = 422
    code = "player/same_twice"


class NoSuchLeaderboard(ApiError):
    """There is no ruleset of this name, so it has no leaderboard; `details.rulesets` lists all."""

    status = 404
    code = "leaderboard/unknown"


class NoSuchDaily(ApiError):
    """There is no daily challenge on this date, or not yet. The first was that of 2026-01-01;
    `/v1/daily` is that of today."""

    status = 404
    code = "daily/unknown"


class NoSuchWebhook(ApiError):
    """You have no webhook; set one with `PUT /v1/players/me/webhook`."""

    status = 404
    code = "webhook/unknown"


class NoSuchRoute(ApiError):
    """There is nothing at this address; `/docs` lists all calls."""

    status = 404
    code = "route/unknown"


class MethodNotAllowed(ApiError):
    """This address does not take this method; the `Allow` header lists those it takes."""

    status = 405
    code = "route/method_not_allowed"


class NotAcceptable(ApiError):
    """None of the forms in `Accept` is on offer; `details.offered` lists those that are."""

    status = 406
    code = "accept/not_offered"


class BodyTooLarge(ApiError):
    """The body is larger than a body may be; `details.most_bytes` says how large."""

    status = 413
    code = "body/too_large"


class WrongContentType(ApiError):
    """A body has to be JSON in UTF-8, not compressed; send `Content-Type: application/json`."""

    status = 415
    code = "body/wrong_content_type"


class BodyNotAnObject(ApiError):
    """The body has to be a JSON object: fields in braces."""

    status = 422
    code = "body/not_an_object"


class BodyMissingField(ApiError):
    """A field that the body needs is missing; `details.fields` names it."""

    status = 422
    code = "body/missing_field"


class BodyUnknownField(ApiError):
    """The body has a field that this call does not know; `details.fields` names it."""

    status = 422
    code = "body/unknown_field"


class BodyBadValue(ApiError):
    """A field of the body has a value it cannot take; `details.fields` says why."""

    status = 422
    code = "body/bad_value"


class QueryMissingParameter(ApiError):
    """A query parameter that this call needs is missing; `details.fields` names it."""

    status = 422
    code = "query/missing_parameter"


class QueryUnknownParameter(ApiError):
    """This call does not know such a query parameter; `details.fields` names it."""

    status = 422
    code = "query/unknown_parameter"


class QueryRepeatedParameter(ApiError):
    """A query parameter is given more than once; `details.fields` names it. Give it once."""

    status = 422
    code = "query/repeated_parameter"


class QueryBadValue(ApiError):
    """A query parameter has a value it cannot take; `details.fields` says why."""

    status = 422
    code = "query/bad_value"


class TooManyRequests(ApiError):
    """You ask faster than the server allows; wait for the seconds in `Retry-After`."""

    status = 429
    code = "rate/too_many_requests"


class TooManyStreams(ApiError):
    """You have as many live streams as you may, `details.most`; close one of them first."""

    status = 429
    code = "rate/too_many_streams"


class TooManyTests(ApiError):
    """A webhook is tested six times a minute at most; wait for the seconds in `Retry-After`."""

    status = 429
    code = "webhook/too_many_tests"


class ServiceError(ApiError):
    """The server made a mistake and has noted it; quote the `request_id` when you report it."""

    status = 500
    code = "service/error"


class ServiceUnavailable(ApiError):
    """The server cannot work just now; try again after the seconds in `Retry-After`."""

    status = 503
    code = "service/unavailable"

"""Errors of the API itself, as opposed to refusals by the rules: a status and a code for each."""

from collections.abc import Mapping
from typing import ClassVar


class ApiError(Exception):
    """The server cannot answer the request. `code` is public: never rename or reuse it."""

    status: ClassVar[int]
    code: ClassVar[str]
    default_headers: ClassVar[Mapping[str, str]] = {}
    """Headers that every response of this kind has."""

    def __init__(
        self, message: str, *, headers: Mapping[str, str] | None = None, **details: object
    ) -> None:
        super().__init__(message)
        self.details = details
        self.headers = {**self.default_headers, **(headers or {})}


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
    """This call needs your token; send `Authorization: Bearer <token>`."""

    status = 401
    code = "auth/token_missing"
    default_headers: ClassVar = {"WWW-Authenticate": 'Bearer realm="hexledger"'}


class TokenUnknown(ApiError):
    """This token is unknown or no longer valid; use a current one, or create a new player."""

    status = 401
    code = "auth/token_unknown"
    default_headers: ClassVar = {
        "WWW-Authenticate": 'Bearer realm="hexledger", error="invalid_token"'
    }


class TicketExpired(ApiError):
    """This ticket has run out or belongs to another game; ask for a new one (`POST …/ticket`)."""

    status = 401
    code = "auth/ticket_expired"
    default_headers: ClassVar = TokenMissing.default_headers


class RoleMissing(ApiError):
    """Your role does not allow this; ask a person who has the role in `details.role`."""

    status = 403
    code = "auth/role_missing"


class ViewerNotSeated(ApiError):
    """You have no seat in this game, so you have no hand; take a seat first."""

    status = 403
    code = "viewer/not_seated"


class NoSuchPlayer(ApiError):
    """There is no player with this id, or they are erased and have played no closed game."""

    status = 404
    code = "player/unknown"


class SamePlayer(ApiError):
    """A player cannot be compared with themselves; name two different players."""

    status = 422
    code = "player/same_twice"


class NoSuchLeaderboard(ApiError):
    """There is no ruleset with this name; `details.rulesets` lists those with a leaderboard."""

    status = 404
    code = "leaderboard/unknown"


class NoSuchDaily(ApiError):
    """There is no daily challenge on this date, or not yet. The first one was on 2026-01-01, and
    `/v1/daily` shows the one of today."""

    status = 404
    code = "daily/unknown"


class NoSuchWebhook(ApiError):
    """You have no such webhook; `GET /v1/players/me/webhooks` lists those that you have."""

    status = 404
    code = "webhook/unknown"


class NoSuchPushSubscription(ApiError):
    """You have no such push subscription; it may have ended. Subscribe again to get another."""

    status = 404
    code = "push/unknown"


class NoSuchMessage(ApiError):
    """The talk of this game has no such message that you may read, or it had to make room."""

    status = 404
    code = "talk/unknown_message"


class TalkTooFast(ApiError):
    """You may say ten things a minute in a game; wait for the seconds in `Retry-After`."""

    status = 429
    code = "talk/too_fast"


class MutedYourself(ApiError):
    """You cannot mute yourself; name another player."""

    status = 422
    code = "mute/yourself"


class TooManyMuted(ApiError):
    """You have muted `details.most` players, and more is not possible; unmute one first."""

    status = 409
    code = "mute/too_many"


class NoSuchReport(ApiError):
    """There is no such report, or it was settled so long ago that it is gone."""

    status = 404
    code = "report/unknown"


class ReportOfOwnGame(ApiError):
    """You play in this game or report the message yourself; let another organizer settle it."""

    status = 403
    code = "report/own_game"


class NoSuchRoute(ApiError):
    """There is nothing at this address; `/docs` lists all calls."""

    status = 404
    code = "route/unknown"


class MethodNotAllowed(ApiError):
    """This address does not take this method; the `Allow` header lists those it takes."""

    status = 405
    code = "route/method_not_allowed"


class NotAcceptable(ApiError):
    """The server has none of the formats in `Accept`; `details.offered` lists those it has."""

    status = 406
    code = "accept/not_offered"


class BodyTooLarge(ApiError):
    """The body is too large; it may have `details.most_bytes` bytes at most."""

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
    """The query has a parameter that this call does not know; `details.fields` names it."""

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
    """You send too many requests; wait for the seconds in `Retry-After`."""

    status = 429
    code = "rate/too_many_requests"


class TooManyStreams(ApiError):
    """You may have `details.most` live streams at once; close one of them first."""

    status = 429
    code = "rate/too_many_streams"


class TooManyTests(ApiError):
    """You may test webhooks and push subscriptions six times a minute; wait for the seconds in
    `Retry-After`."""

    status = 429
    code = "webhook/too_many_tests"


class ServiceError(ApiError):
    """The server made a mistake and logged it; quote the `request_id` when you report it."""

    status = 500
    code = "service/error"


class ServiceUnavailable(ApiError):
    """The server cannot answer right now; try again after the seconds in `Retry-After`."""

    status = 503
    code = "service/unavailable"

"""How views take their arguments: strict bodies, and no query parameter that nobody reads."""

from collections.abc import Callable, Iterator, Mapping
from functools import wraps
from typing import TYPE_CHECKING, Any, NamedTuple, NoReturn, TypeVar

from flask import Request, request
from marshmallow import RAISE, Schema, ValidationError
from webargs.flaskparser import FlaskParser

from api.openapi.annotations import describe
from api.transport.errors import (
    ApiError,
    BadHeader,
    BodyBadValue,
    BodyMissingField,
    BodyNotAnObject,
    BodyUnknownField,
    QueryBadValue,
    QueryMissingParameter,
    QueryRepeatedParameter,
    QueryUnknownParameter,
)
from api.transport.strict_json import read_body, refuse_body

# flask-smorest has no types, so a checker is shown Flask's own blueprint and what we use beside it.
if TYPE_CHECKING:
    from flask import Blueprint as SmorestBlueprint
else:
    from flask_smorest import Blueprint as SmorestBlueprint

V = TypeVar("V", bound=Callable[..., Any])


class Place(NamedTuple):
    """Where the fields of a request come from, and how what is wrong with them is answered."""

    word: str
    unknown: type[ApiError]
    missing: type[ApiError]
    bad: type[ApiError]


BODY = Place("field", BodyUnknownField, BodyMissingField, BodyBadValue)
QUERY = Place("parameter", QueryUnknownParameter, QueryMissingParameter, QueryBadValue)
HEADERS = Place("header", BadHeader, BadHeader, BadHeader)
PLACES = {"json": BODY, "query": QUERY, "headers": HEADERS}


def unfit(error: ValidationError, place: Place = BODY, schema: Schema | None = None) -> ApiError:
    """What a schema found wrong, as an error that names the first field and tells of all."""
    found = dict(_flat(error.messages))
    if not isinstance(error.data, Mapping):
        return BodyNotAnObject("the body has to be a JSON object")
    known = {f.data_key or name for name, f in schema.fields.items()} if schema else set(found)
    for name in found:
        if name not in known and name in error.data:
            return place.unknown(f"there is no {place.word} `{name}` here", fields=found)
    for name in found:
        if name in known and name not in error.data:
            return place.missing(f"the {place.word} `{name}` is missing", fields=found)
    name, message = next(iter(found.items()))
    return place.bad(f"the {place.word} `{name}` does not fit: {message}", fields=found)


def _flat(messages: Any, path: str = "") -> Iterator[tuple[str, str]]:
    """The first message for every field, with its path in dots."""
    if isinstance(messages, Mapping):
        for name, inner in messages.items():
            yield from _flat(inner, f"{path}.{name}" if path else str(name))
    else:
        first = str(messages[0] if isinstance(messages, list) else messages)
        yield path, first[:1].lower() + first[1:].rstrip(".")


class StrictParser(FlaskParser):
    """Reads arguments so that nothing a client sends is silently ignored."""

    DEFAULT_UNKNOWN_BY_LOCATION = {  # noqa: RUF012  # declared by the parent
        **FlaskParser.DEFAULT_UNKNOWN_BY_LOCATION,
        "query": RAISE,
    }

    def load_json(self, req: Request, schema: Schema) -> Any:
        return read_body(req)

    def load_querystring(self, req: Request, schema: Schema) -> Any:
        values = super().load_querystring(req, schema)
        for name, given in req.args.lists():
            if len(given) > 1 and name not in values.multiple_keys:
                raise QueryRepeatedParameter(
                    f"the parameter `{name}` is given {len(given)} times",
                    fields={name: "give it once"},
                )
        return values

    def handle_error(
        self,
        error: ValidationError,
        req: Request,
        schema: Schema,
        *,
        error_status_code: int | None,
        error_headers: Mapping[str, str] | None,
    ) -> NoReturn:
        ((location, messages),) = error.messages_dict.items()
        error.messages = messages
        raise unfit(error, PLACES[location], schema) from None


class Blueprint(SmorestBlueprint):
    """A blueprint whose views are functions with strict arguments, described in `/openapi.json`.

    A view reads the query by one schema at most; one without any refuses every parameter. One
    that takes no body refuses it.
    """

    ARGUMENTS_PARSER = StrictParser()

    def __init__(self, *args: Any, **options: Any) -> None:
        super().__init__(*args, **options)
        self._prepare_doc_cbks.append(describe)

    def add_url_rule(
        self,
        rule: str,
        endpoint: str | None = None,
        view_func: Any = None,
        provide_automatic_options: bool | None = None,
        **options: Any,
    ) -> None:
        view = view_func if _reads(view_func, "query") else _without_query(view_func)
        view = view if _reads(view_func, "json") else _without_body(view)
        super().add_url_rule(rule, endpoint, view, provide_automatic_options, **options)

    if TYPE_CHECKING:
        _prepare_doc_cbks: list[Callable[..., dict[str, Any]]]

        def arguments(
            self,
            schema: type[Schema] | Schema,
            *,
            location: str = "json",
            description: str | None = None,
            example: Any = None,
            examples: Any = None,
        ) -> Callable[[V], V]: ...

        def response(
            self,
            status_code: int,
            schema: type[Schema] | Schema | Mapping[str, Any] | None = None,
            *,
            content_type: str | None = None,
            description: str | None = None,
            example: Any = None,
            examples: Any = None,
            headers: Mapping[str, Any] | None = None,
        ) -> Callable[[V], V]: ...

        def alt_response(
            self,
            status_code: int,
            response: str | None = None,
            *,
            schema: type[Schema] | Schema | Mapping[str, Any] | None = None,
            content_type: str | None = None,
            description: str | None = None,
            example: Any = None,
            examples: Any = None,
            headers: Mapping[str, Any] | None = None,
            success: bool = False,
        ) -> Callable[[V], V]: ...

        def doc(self, **described: Any) -> Callable[[V], V]: ...


def _reads(view: Any, location: str) -> bool:
    described = getattr(view, "_apidoc", {}).get("arguments", {})
    return any(parameter["in"] == location for parameter in described.get("parameters", ()))


def _without_query(view: V) -> V:
    @wraps(view)
    def guarded(*args: Any, **values: Any) -> Any:
        for name in request.args:
            raise QueryUnknownParameter(
                f"there is no parameter `{name}` here", fields={name: "unknown"}
            )
        return view(*args, **values)

    return guarded  # type: ignore[return-value]


def _without_body(view: V) -> V:
    @wraps(view)
    def guarded(*args: Any, **values: Any) -> Any:
        refuse_body(request)
        return view(*args, **values)

    return guarded  # type: ignore[return-value]

"""How calls read their arguments: strict bodies, and no unknown query parameters."""

from collections.abc import Callable, Iterator, Mapping
from functools import wraps
from typing import TYPE_CHECKING, Any, NamedTuple, NoReturn, TypeVar

from flask import Request, request
from marshmallow import RAISE, Schema, ValidationError
from webargs.flaskparser import FlaskParser

from api.openapi.annotations import complete_operation, with_notes
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

# flask-smorest has no types. So mypy sees Flask's own blueprint, and below the methods that we use.
if TYPE_CHECKING:
    from flask import Blueprint as SmorestBlueprint
else:
    from flask_smorest import Blueprint as SmorestBlueprint

V = TypeVar("V", bound=Callable[..., Any])


class InputErrors(NamedTuple):
    """The errors for one part of a request, and what a value there is called."""

    noun: str
    unknown: type[ApiError]
    missing: type[ApiError]
    bad: type[ApiError]


BODY = InputErrors("field", BodyUnknownField, BodyMissingField, BodyBadValue)
QUERY = InputErrors("parameter", QueryUnknownParameter, QueryMissingParameter, QueryBadValue)
HEADERS = InputErrors("header", BadHeader, BadHeader, BadHeader)
INPUT_ERRORS = {"json": BODY, "query": QUERY, "headers": HEADERS}


def validation_error(
    error: ValidationError, errors: InputErrors = BODY, schema: Schema | None = None
) -> ApiError:
    """The error for what a schema found wrong. It names the first field and lists all of them."""
    found = dict(_messages_by_path(error.messages))
    if not isinstance(error.data, Mapping):
        return BodyNotAnObject("the body has to be a JSON object")
    known = {f.data_key or name for name, f in schema.fields.items()} if schema else set(found)
    for name in found:
        if name not in known and name in error.data:
            return errors.unknown(f"there is no {errors.noun} `{name}` here", fields=found)
    for name in found:
        if name in known and name not in error.data:
            return errors.missing(f"the {errors.noun} `{name}` is missing", fields=found)
    name, message = next(iter(found.items()))
    return errors.bad(f"the {errors.noun} `{name}` does not fit: {message}", fields=found)


def _messages_by_path(messages: Any, path: str = "") -> Iterator[tuple[str, str]]:
    """The first message for every field, by the field's path with dots."""
    if isinstance(messages, Mapping):
        for name, inner in messages.items():
            yield from _messages_by_path(inner, f"{path}.{name}" if path else str(name))
    else:
        first = str(messages[0] if isinstance(messages, list) else messages)
        yield path, first[:1].lower() + first[1:].rstrip(".")


class StrictParser(FlaskParser):
    """Reads arguments, and refuses what would otherwise be ignored silently."""

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
        raise validation_error(error, INPUT_ERRORS[location], schema) from None


class Blueprint(SmorestBlueprint):
    """A blueprint whose calls have strict arguments and are described in `/openapi.json`.

    A call reads the query with at most one schema; without a schema it refuses every parameter.
    A call that needs no body refuses one.
    """

    ARGUMENTS_PARSER = StrictParser()

    def __init__(self, *args: Any, **options: Any) -> None:
        super().__init__(*args, **options)
        self._prepare_doc_cbks.append(complete_operation)

    def add_url_rule(
        self,
        rule: str,
        endpoint: str | None = None,
        view_func: Any = None,
        provide_automatic_options: bool | None = None,
        **options: Any,
    ) -> None:
        with_notes(view_func, name=view_func.__name__)
        view = view_func if _reads(view_func, "query") else _refusing_query(view_func)
        view = view if _reads(view_func, "json") else _refusing_body(view)
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

        def doc(self, **fields: Any) -> Callable[[V], V]: ...


def _reads(view: Any, location: str) -> bool:
    arguments = getattr(view, "_apidoc", {}).get("arguments", {})
    return any(parameter["in"] == location for parameter in arguments.get("parameters", ()))


def _refusing_query(view: V) -> V:
    @wraps(view)
    def checked_view(*args: Any, **values: Any) -> Any:
        for name in request.args:
            raise QueryUnknownParameter(
                f"there is no parameter `{name}` here", fields={name: "unknown"}
            )
        return view(*args, **values)

    return checked_view  # type: ignore[return-value]


def _refusing_body(view: V) -> V:
    @wraps(view)
    def checked_view(*args: Any, **values: Any) -> Any:
        refuse_body(request)
        return view(*args, **values)

    return checked_view  # type: ignore[return-value]

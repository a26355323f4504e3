"""Reads bodies as strict JSON and refuses what is ambiguous or cannot be stored."""

import json
import math
import re
from typing import Any, NoReturn

from flask import Request
from werkzeug.exceptions import RequestEntityTooLarge

from api.transport.errors import ApiError, BodyTooLarge, WrongContentType

MOST_BYTES = 64 * 1024
DEEPEST = 32
SMALLEST, LARGEST = -(2**63), 2**63 - 1
MOST_DIGITS = len(str(SMALLEST))

# A string, perhaps without its end, or a bracket outside of strings.
_BRACKETS = re.compile(r'"(?:[^"\\]|\\.)*"?|[\[\]{}]', re.DOTALL)


class BodyEmpty(ApiError):
    """This call needs a body, and there is none; send a JSON object."""

    status = 400
    code = "body/empty"


class BodyNotExpected(ApiError):
    """This call takes no body; send it without one."""

    status = 400
    code = "body/not_expected"


class NotUnicode(ApiError):
    """The body is not text in UTF-8, or has half of a surrogate pair; encode it anew."""

    status = 400
    code = "body/not_unicode"


class NotJson(ApiError):
    """The body is not JSON; `details` has the line and column of the first error."""

    status = 400
    code = "body/not_json"


class NotANumber(ApiError):
    """JSON has no NaN and no Infinity; send a number, or leave the field out."""

    status = 400
    code = "body/not_a_number"


class NumberOutOfRange(ApiError):
    """A number in the body does not fit into 64 bits; send a smaller one."""

    status = 400
    code = "body/number_out_of_range"


class DuplicateKey(ApiError):
    """An object in the body has the key in `details.key` twice; send it once."""

    status = 400
    code = "body/duplicate_key"


class TooDeep(ApiError):
    """The body is nested deeper than `details.deepest` levels; flatten it."""

    status = 400
    code = "body/too_deep"


def read_body(request: Request) -> Any:
    """The JSON in the body of a request. Raise if it is not strict JSON."""
    data = _read_bounded(request)
    if not data:
        raise BodyEmpty("send a JSON object as the body")
    _require_json(request)
    return read_json(data)


def refuse_body(request: Request) -> None:
    """Raise if a request has a body that the call would ignore."""
    if _read_bounded(request):
        raise BodyNotExpected("this call takes no body")


def _read_bounded(request: Request) -> bytes:
    # Flask cuts off a body of unknown length at the limit without an error, so read one byte more.
    request.max_content_length = MOST_BYTES + 1
    try:
        data = request.get_data()
    except RequestEntityTooLarge:
        data = None
    if data is None or len(data) > MOST_BYTES:
        raise BodyTooLarge(f"a body has at most {MOST_BYTES} bytes", most_bytes=MOST_BYTES)
    return data


def _require_json(request: Request) -> None:
    kind = request.mimetype
    if kind != "application/json" and not re.fullmatch(r"application/.+\+json", kind):
        raise WrongContentType(
            f"the content type is {kind or 'not given'}; send `Content-Type: application/json`"
        )
    charset = request.mimetype_params.get("charset", "utf-8")
    if charset.lower() not in ("utf-8", "utf8"):
        raise WrongContentType(f"the charset is {charset}; JSON is always UTF-8")
    if request.headers.get("Content-Encoding", "identity").lower() != "identity":
        raise WrongContentType("the body is compressed; send it as it is")


def read_json(data: bytes) -> Any:
    """Strict JSON: each key once, finite 64-bit numbers, whole characters, bounded depth."""
    try:
        text = data.decode()
    except UnicodeDecodeError as error:
        raise NotUnicode(f"byte {error.start + 1} of the body is not UTF-8") from None
    _require_shallow(text)
    try:
        value = json.loads(
            text,
            object_pairs_hook=_object_with_unique_keys,
            parse_int=_int_of_64_bits,
            parse_float=_finite_float,
            parse_constant=_refuse_constant,
        )
        if "\\u" in text:
            json.dumps(value, ensure_ascii=False).encode()
    except json.JSONDecodeError as error:
        line, column = error.lineno, error.colno
        message = f"the body is not JSON at line {line}, column {column}"
        raise NotJson(message, line=line, column=column) from None
    except UnicodeEncodeError:
        raise NotUnicode(
            "the body has half of a surrogate pair, which is not a character"
        ) from None
    return value


def _require_shallow(text: str) -> None:
    depth = 0
    for found in _BRACKETS.finditer(text):
        bracket = found[0]
        if bracket in "[{":
            depth += 1
        elif bracket in "]}":
            depth -= 1
        if depth > DEEPEST:
            line = text.count("\n", 0, found.start()) + 1
            column = found.start() - text.rfind("\n", 0, found.start())
            message = f"at most {DEEPEST} levels; line {line}, column {column} is deeper"
            raise TooDeep(message, deepest=DEEPEST, line=line, column=column)


def _object_with_unique_keys(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    made: dict[str, Any] = {}
    for key, value in pairs:
        if key in made:
            raise DuplicateKey(f"the key {key!r} appears twice in one object", key=key)
        made[key] = value
    return made


def _int_of_64_bits(digits: str) -> int:
    if len(digits) <= MOST_DIGITS and SMALLEST <= (number := int(digits)) <= LARGEST:
        return number
    raise NumberOutOfRange(f"the number {_shortened(digits)} does not fit into 64 bits")


def _finite_float(digits: str) -> float:
    number = float(digits)
    if math.isfinite(number):
        return number
    raise NumberOutOfRange(f"the number {_shortened(digits)} is too large")


def _refuse_constant(word: str) -> NoReturn:
    raise NotANumber(f"the body has {word}, which JSON does not allow")


def _shortened(digits: str) -> str:
    return digits if len(digits) <= 24 else f"{digits[:20]}…"

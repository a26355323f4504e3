"""Settings: read from the environment, checked together, listed by `hexledger settings`."""

import dataclasses
import os
import re
from argparse import ArgumentParser, Namespace
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from difflib import get_close_matches
from pathlib import Path
from typing import Any

import msgspec

from hexledger.cli.terminal import Terminal
from hexledger.problems import Problem
from hexledger.redis_server import address

PREFIX = "HEXLEDGER_"
# Used by the tests, not by the service.
_TEST_SETTINGS = {"HEXLEDGER_SOAK"}
_LOG_LEVELS = ("debug", "info", "warning", "error")
_SECRET = re.compile(r"(?:[0-9A-Fa-f]{2}){32,}")
_ORIGIN = re.compile(r"https?://(?:[\w.-]+|\[[0-9A-Fa-f:.]+\])(?::\d{1,5})?", re.ASCII)
_URL = re.compile(rf"{_ORIGIN.pattern}(?:/[\w.~-]+)*", re.ASCII)
_HIDDEN = "***"


def _setting(
    default: object, read: Callable[[str], object], purpose: str, *, is_secret: bool = False
) -> Any:
    """A field of Settings, with the function that reads its text and what it is for."""
    metadata = {"read": read, "help": purpose, "is_secret": is_secret}
    # A URL may hold a password, and the representation of Settings may be logged.
    is_shown = not is_secret and read not in (_redis, _queue)
    return dataclasses.field(default=default, metadata=metadata, repr=is_shown)


def _host(text: str) -> str:
    if not re.fullmatch(r"[\w.:-]+", text, re.ASCII):
        raise ValueError("must be a host name or an address, without port")
    return text


def _number(low: int, high: int) -> Callable[[str], int]:
    def read(text: str) -> int:
        if not re.fullmatch(r"[0-9]{1,9}", text) or not low <= int(text) <= high:
            raise ValueError(f"must be a whole number from {low} to {high}")
        return int(text)

    return read


def _switch(text: str) -> bool:
    if text not in ("on", "off"):
        raise ValueError("must be on or off")
    return text == "on"


def _folder(text: str) -> Path:
    if "\0" in text:
        raise ValueError("must be the path of a folder")
    return Path(text).expanduser().absolute()


def _redis(text: str) -> str:
    address.parse(text)
    return text


def _queue(text: str) -> str:
    if address.parse(text).kind == "cluster":
        raise ValueError("cannot be a Cluster: the job queue needs a single Redis")
    return text


def _secret(text: str) -> bytes:
    if not _SECRET.fullmatch(text):
        raise ValueError("must be at least 64 hexadecimal digits (32 random bytes)")
    return bytes.fromhex(text)


def _contact(text: str) -> str:
    if not re.fullmatch(r"mailto:[!-~]+@[!-~]+|https://[!-~]+", text):
        raise ValueError("must be an address that begins with mailto: or https://")
    return text


def _url(text: str) -> str:
    if not _URL.fullmatch(text):
        raise ValueError("must be an http or https address without a slash at its end")
    return text


def _public_keys(text: str) -> tuple[str, ...]:
    keys = tuple(part.strip().lower() for part in text.split(",") if part.strip())
    if not all(re.fullmatch("[0-9a-f]{64}", key) for key in keys):
        raise ValueError("must be public keys of 64 hexadecimal digits, separated by commas")
    return keys


def _origins(text: str) -> tuple[str, ...]:
    origins = tuple(part.strip() for part in text.split(",") if part.strip())
    for origin in origins:
        if origin != "*" and not _ORIGIN.fullmatch(origin):
            raise ValueError("must be origins as https://example.org, separated by commas, or *")
    return origins


def _log_level(text: str) -> str:
    if text.lower() not in _LOG_LEVELS:
        raise ValueError(f"must be one of {', '.join(_LOG_LEVELS)}")
    return text.lower()


@dataclass(frozen=True, slots=True)
class Settings:
    """Everything an operator may choose. The field `port` is read from `HEXLEDGER_PORT`."""

    host: str = _setting("127.0.0.1", _host, "The address the API listens on.")
    port: int = _setting(8000, _number(1, 65535), "The port the API listens on.")
    data_dir: Path = _setting(  # noqa: RUF009 - a path never changes
        Path("data"), _folder, "The folder of the embedded Redis and the master secret."
    )
    redis_url: str | None = _setting(
        None, _redis, "The Redis that holds the ledgers; without it one runs in the data folder."
    )
    queue_url: str | None = _setting(
        None, _queue, "The Redis of the job queue; without it the same Redis. A Cluster needs it."
    )
    master_secret: bytes | None = _setting(
        None,
        _secret,
        "At least 64 hexadecimal digits that all seeds come from; without it a file is used.",
        is_secret=True,
    )
    secret_is_lost: bool = _setting(
        False, _switch, "Whether to start without the master secret of open games: on or off."
    )
    signing_key: bytes | None = _setting(
        None,
        _secret,
        "64 hexadecimal digits that closed ledgers are signed with; without it a file is used.",
        is_secret=True,
    )
    push_key: bytes | None = _setting(
        None,
        _secret,
        "64 hexadecimal digits that push services know this server by; without it a file is used.",
        is_secret=True,
    )
    push_contact: str | None = _setting(
        None, _contact, "How push services can reach the operator: a mailto: or https: address."
    )
    trusted_keys: tuple[str, ...] = _setting(
        (), _public_keys, "Public keys of other servers whose closed ledgers count for ratings."
    )
    web_workers: int = _setting(2, _number(1, 256), "How many processes answer HTTP requests.")
    public_url: str | None = _setting(
        None,
        _url,
        "The address at which clients reach the service, for the API description and QR codes.",
    )
    cors_origins: tuple[str, ...] = _setting(
        (), _origins, "Web origins whose pages may call the API, separated by commas; * for all."
    )
    rate_limit: int = _setting(
        200, _number(0, 1_000_000), "Requests a second that a token may make; 0 sets no limit."
    )
    rate_burst: int = _setting(
        400, _number(1, 1_000_000), "Requests that a token may make at once after a pause."
    )
    address_rate_limit: int = _setting(
        1_000,
        _number(0, 1_000_000),
        "Requests a second that all players of one address may make together; 0 sets no limit.",
    )
    address_rate_burst: int = _setting(
        2_000,
        _number(1, 1_000_000),
        "Requests that all players of one address may make at once after a pause.",
    )
    new_players_per_hour: int = _setting(
        30,
        _number(0, 1_000_000),
        "New players an hour from one address, as many at once after a pause; 0 sets no limit.",
    )
    stream_limit: int = _setting(
        50, _number(0, 60_000), "Live streams that a token may have at once; 0 sets no limit."
    )
    rate_limit_loopback: bool = _setting(
        False, _switch, "Whether the limits also hold for requests from this machine: on or off."
    )
    request_seconds: int = _setting(
        30, _number(1, 600), "Seconds within which the body of a request has to arrive."
    )
    trusted_proxies: int = _setting(
        0, _number(0, 16), "How many reverse proxies the API is behind, which name the client."
    )
    open_lobbies: int = _setting(
        10,
        _number(0, 1_000),
        "How many games that have not started a player may have as host; 0 means no limit.",
    )
    lobby_hours: int = _setting(
        24,
        _number(0, 8_760),
        "After how many hours a game is closed that has not started; 0 means never.",
    )
    webhook_allow_private: bool = _setting(
        False, _switch, "Whether webhooks and push services may have private addresses: on or off."
    )
    log_level: str = _setting("info", _log_level, f"How much is logged: {', '.join(_LOG_LEVELS)}.")


def read_settings(environ: Mapping[str, str] | None = None) -> Settings:
    """Read and check the environment; the Problem has one line for each wrong setting."""
    environ = os.environ if environ is None else environ
    values: dict[str, Any] = {"data_dir": _folder("data")}
    wrong = list(_unknown(environ))
    for field in dataclasses.fields(Settings):
        text = _text_of(field.name, environ)
        if text is None:
            continue
        try:
            values[field.name] = field.metadata["read"](text)
        except ValueError as error:
            wrong.append(f"{_name(field.name)} {error}")
    settings = Settings(**values)
    if not wrong and settings.redis_url and not settings.queue_url:
        wrong.extend(_missing_queue(settings.redis_url))
    if wrong:
        raise Problem("\nhexledger: ".join(wrong))
    return settings


def describe_settings(settings: Settings, environ: Mapping[str, str]) -> list[dict[str, str]]:
    """Every setting with its name, value (secrets hidden), source and purpose."""
    return [
        {
            "name": _name(field.name),
            "value": _shown(getattr(settings, field.name), field.metadata["is_secret"]),
            "source": "default" if _text_of(field.name, environ) is None else "environment",
            "help": field.metadata["help"],
        }
        for field in dataclasses.fields(Settings)
    ]


def define(parser: ArgumentParser) -> None:
    parser.add_argument("--json", action="store_true", help="print the settings as JSON")
    parser.set_defaults(run=run)


def run(arguments: Namespace) -> int:
    rows = describe_settings(read_settings(), os.environ)
    if arguments.json:
        print(msgspec.json.encode(rows).decode())
        return 0
    console = Terminal()
    for row in rows:
        console.print(f"[bold]{row['name']}[/bold] = ", end="")
        console.print(f"{row['value'] or '(none)'}  ({row['source']})", markup=False)
        console.print(f"    {row['help']}", markup=False)
    return 0


def _name(field: str) -> str:
    return PREFIX + field.upper()


def _text_of(field: str, environ: Mapping[str, str]) -> str | None:
    """The text of a setting in the environment; an empty text counts as not set."""
    return environ.get(_name(field), "").strip() or None


def _unknown(environ: Mapping[str, str]) -> Iterator[str]:
    known = [_name(field.name) for field in dataclasses.fields(Settings)]
    for name in sorted(environ):
        if name.startswith(PREFIX) and name not in known and name not in _TEST_SETTINGS:
            # Compare without the prefix, which would make all names look alike.
            meant = get_close_matches(name[len(PREFIX) :], [k[len(PREFIX) :] for k in known], n=1)
            hint = (
                f"did you mean {PREFIX}{meant[0]}?" if meant else "`hexledger settings` lists all"
            )
            yield f"{name} is not a setting; {hint}"


def _missing_queue(redis_url: str) -> Iterator[str]:
    if address.parse(redis_url).kind == "cluster":
        yield (
            f"{PREFIX}REDIS_URL is a Cluster, on which the job queue cannot work;"
            f" set {PREFIX}QUEUE_URL to a single Redis"
        )


def _shown(value: object, is_secret: bool) -> str:
    if value is None:
        return ""
    if is_secret:
        return _HIDDEN
    if isinstance(value, bool):
        return "on" if value else "off"
    if isinstance(value, tuple):
        return ",".join(value)
    return address.masked(str(value))

"""The URL of a Redis: one server, a server behind Sentinels, or a Cluster."""

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any, Literal
from urllib.parse import parse_qsl, unquote, urlsplit

Kind = Literal["server", "socket", "sentinel", "cluster"]

_KINDS: dict[str, Kind] = {
    "redis": "server",
    "rediss": "server",
    "unix": "socket",
    "redis+sentinel": "sentinel",
    "rediss+sentinel": "sentinel",
    "redis+cluster": "cluster",
    "rediss+cluster": "cluster",
}
_PORTS: dict[Kind, int] = {"server": 6379, "sentinel": 26379, "cluster": 6379}
_HOST = re.compile(r"(?:\[(?P<v6>[0-9A-Fa-f:.]+)\]|(?P<name>[^\s:\[\]]+))(?::(?P<port>\d+))?")


@dataclass(frozen=True, slots=True)
class RedisUrl:
    """The address of a Redis and the login for it. Printing it shows no password."""

    kind: Kind
    tls: bool
    hosts: tuple[tuple[str, int], ...] = ()
    path: str = ""
    service: str = ""
    db: int = 0
    username: str | None = None
    password: str | None = field(default=None, repr=False)
    options: Mapping[str, Any] = field(default_factory=dict, repr=False)


def parse(text: str) -> RedisUrl:
    """Read a URL. A ValueError says in a few words what is wrong, without the password."""
    scheme = text.partition("://")[0].lower()
    if "://" not in text or scheme not in _KINDS:
        raise ValueError(f"must begin with one of {', '.join(f'{name}://' for name in _KINDS)}")
    kind = _KINDS[scheme]
    # urlsplit cannot read the ports of several hosts, so it only splits the URL into parts.
    pieces = urlsplit(text)
    login, _, where = pieces.netloc.rpartition("@")
    username, _, password = login.partition(":")
    options = _options(pieces.query)
    place = _place(kind, where, unquote(pieces.path))
    place["db"] = options.pop("db", place.get("db", 0))
    if kind == "cluster" and place["db"] != 0:
        raise ValueError("a Cluster has no numbered databases")
    return RedisUrl(
        kind=kind,
        tls=scheme.startswith("rediss"),
        username=unquote(username) or None,
        password=unquote(password) or None,
        options=options,
        **place,
    )


def masked(text: str) -> str:
    """The URL with its passwords replaced by stars, for messages and lists."""
    shown = re.sub(r"(?<=://)([^/@]*?):[^/]*@", r"\1:***@", text)
    return re.sub(r"(password=)[^&]*", r"\1***", shown)


def _place(kind: Kind, where: str, path: str) -> dict[str, Any]:
    if kind == "socket":
        if where or path in ("", "/"):
            raise ValueError("must name a socket, for example unix:///path/to/redis.sock")
        return {"path": path}
    hosts = tuple(_host(host, _PORTS[kind]) for host in where.split(","))
    if kind == "server" and len(hosts) > 1:
        raise ValueError("names several hosts, which needs redis+sentinel:// or redis+cluster://")
    if kind != "sentinel":
        return {"hosts": hosts, "db": _database(path.strip("/"))}
    service, _, database = path.strip("/").partition("/")
    if not service:
        raise ValueError("must name the service that the Sentinels watch, for example …/mymaster")
    return {"hosts": hosts, "service": service, "db": _database(database)}


def _host(text: str, port: int) -> tuple[str, int]:
    found = _HOST.fullmatch(text)
    if not found:
        raise ValueError(
            "must name a host, for example HOST:PORT" if not text else "has a bad host"
        )
    port = int(found["port"] or port)
    if not 0 < port < 65536:
        raise ValueError("has a port that is not a number from 1 to 65535")
    return found["v6"] or unquote(found["name"]), port


def _database(text: str) -> int:
    if text and not re.fullmatch(r"\d{1,5}", text):
        raise ValueError("has a database that is not a number")
    return int(text or 0)


def _yes_or_no(text: str) -> bool:
    return {"yes": True, "true": True, "1": True, "no": False, "false": False, "0": False}[text]


def _requirement(text: str) -> str:
    return {"none": "none", "optional": "optional", "required": "required"}[text]


_OPTIONS: dict[str, Callable[[str], Any]] = {
    "db": _database,
    "max_connections": lambda text: max(1, int(text)),
    "sentinel_username": str,
    "sentinel_password": str,
    "ssl_ca_certs": str,
    "ssl_certfile": str,
    "ssl_keyfile": str,
    "ssl_cert_reqs": _requirement,
    "ssl_check_hostname": _yes_or_no,
}


def _options(query: str) -> dict[str, Any]:
    options = {}
    for name, value in parse_qsl(query, keep_blank_values=True):
        if name not in _OPTIONS:
            raise ValueError(
                f"has an unknown option {name!r}; the options are {', '.join(_OPTIONS)}"
            )
        try:
            options[name] = _OPTIONS[name](value)
        except (KeyError, ValueError):
            raise ValueError(f"has a bad value for its option {name!r}") from None
    return options

"""Checks the addresses of webhooks: they must be well formed, and their hosts public."""

import re
import socket
from collections.abc import Callable, Sequence
from ipaddress import IPv4Network, IPv6Address, IPv6Network, ip_address
from typing import TypeAlias
from urllib.parse import SplitResult, urlsplit

from msgspec import Struct

from projections.notices.refusals import AddressRefused, BadUrl

LONGEST_URL = 2_000
FIRST_FREE_PORT = 1_024
PORTS = {"http": 80, "https": 443}
"""The usual ports. Other ports below 1024 belong to services that receive no webhooks."""
# Written out, because each version of the standard library knows other networks.
_SPECIAL_IPV4 = [
    IPv4Network(text)
    for text in (
        "0.0.0.0/8",  # this network
        "10.0.0.0/8",  # private
        "100.64.0.0/10",  # behind the address translation of a provider
        "127.0.0.0/8",  # this machine
        "169.254.0.0/16",  # this link
        "172.16.0.0/12",  # private
        "192.0.0.0/24",  # protocols of the IETF
        "192.0.2.0/24",  # documentation
        "192.31.196.0/24",  # AS112
        "192.52.193.0/24",  # AMT
        "192.88.99.0/24",  # relays of 6to4
        "192.168.0.0/16",  # private
        "192.175.48.0/24",  # AS112
        "198.18.0.0/15",  # benchmarks
        "198.51.100.0/24",  # documentation
        "203.0.113.0/24",  # documentation
        "224.0.0.0/4",  # multicast
        "240.0.0.0/4",  # reserved, and broadcast
    )
]
"""The IPv4 networks that IANA reserves: no public host has an address there."""
_UNICAST = IPv6Network("2000::/3")
"""The part of IPv6 in which public hosts have their addresses."""
_SPECIAL_IPV6 = [
    IPv6Network(text)
    for text in (
        "2001::/23",  # protocols of the IETF, Teredo, benchmarks, ORCHID
        "2001:db8::/32",  # documentation
        "2002::/16",  # 6to4, which stands for an IPv4 address that may be any
        "2620:4f:8000::/48",  # AS112
        "3fff::/20",  # documentation
    )
]
"""The networks that IANA reserves within that part."""
_PRINTABLE = re.compile(r"[!-~]+")
_HOST = re.compile(r"[A-Za-z0-9._-]{1,253}|[0-9A-Fa-f:.]{2,45}")

Resolve: TypeAlias = Callable[[str, int], Sequence[str]]
"""Resolves a host and port to addresses; raises `OSError` or `UnicodeError` if there are none."""


class Target(Struct, frozen=True):
    """The parts of a webhook's URL: where to connect to, and the path to request."""

    scheme: str
    host: str
    port: int
    path: str
    """The path with its query."""

    @property
    def netloc(self) -> str:
        """The value of the `Host` header."""
        host = f"[{self.host}]" if ":" in self.host else self.host
        return host if self.port == PORTS[self.scheme] else f"{host}:{self.port}"


def read_url(text: str) -> Target:
    """Split a URL into its parts. Raises if it cannot be the address of a webhook."""
    if len(text) > LONGEST_URL:
        raise _bad(f"it has more than {LONGEST_URL} characters")
    if _PRINTABLE.fullmatch(text) is None or "\\" in text:
        raise _bad("it has spaces, or characters that have to be percent-encoded")
    try:
        parts = urlsplit(text)
        port = parts.port
    except ValueError:
        raise _bad("it cannot be read") from None
    if parts.scheme not in PORTS:
        raise _bad("it has to begin with https:// or http://")
    if "@" in parts.netloc:
        raise _bad("it must not hold a user or a password")
    if parts.fragment:
        raise _bad("it must not have a fragment")
    return _target(parts, port)


def _target(parts: SplitResult, port: int | None) -> Target:
    host = parts.hostname or ""
    if _HOST.fullmatch(host) is None:
        raise _bad("it names no host")
    usual = PORTS[parts.scheme]
    port = usual if port is None else port
    if port not in PORTS.values() and port < FIRST_FREE_PORT:
        raise _bad("its port has to be 80, 443, or 1024 and above")
    path = parts.path or "/"
    return Target(parts.scheme, host, port, f"{path}?{parts.query}" if parts.query else path)


def _bad(reason: str) -> BadUrl:
    return BadUrl(f"this cannot be the address of a webhook: {reason}", reason=reason)


def resolve(host: str, port: int) -> list[str]:
    """Resolve a host with the resolver of the operating system."""
    found = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM, proto=socket.IPPROTO_TCP)
    return [str(address[0]) for *_, address in found]


class AddressPolicy:
    """Decides which hosts webhooks may call: public ones only, unless private ones are allowed."""

    def __init__(self, *, allow_private: bool = False, resolve: Resolve = resolve) -> None:
        self.allow_private = allow_private
        self._resolve = resolve

    def allowed_addresses(self, target: Target) -> list[str]:
        """Return the addresses of a target. A sender must connect to one of them, and no other.

        Raises if one of them is not public: a mix of both looks like an attack.
        """
        try:
            found = list(dict.fromkeys(self._resolve(target.host, target.port)))
        except (OSError, UnicodeError):
            found = []
        if not found or not (self.allow_private or all(map(is_public, found))):
            # One message for both cases, so that nobody learns which private names exist.
            raise AddressRefused("this host is not known, or not on the public internet")
        return found


def is_public(text: str) -> bool:
    """Whether an IP address belongs to a host on the public internet, and to one host alone."""
    try:
        address = ip_address(text)
    except ValueError:
        return False
    if isinstance(address, IPv6Address):
        return (
            address in _UNICAST
            and address.scope_id is None
            and not any(address in network for network in _SPECIAL_IPV6)
        )
    return not any(address in network for network in _SPECIAL_IPV4)

"""Addresses of a Redis, of every kind."""

import pytest

from hexledger.redis_server.address import RedisUrl, masked, parse


@pytest.mark.parametrize(
    ("text", "meant"),
    [
        ("redis://host", RedisUrl("server", False, (("host", 6379),))),
        ("redis://host:1/2", RedisUrl("server", False, (("host", 1),), db=2)),
        ("redis://host?db=3", RedisUrl("server", False, (("host", 6379),), db=3)),
        ("rediss://[::1]:7", RedisUrl("server", True, (("::1", 7),))),
        ("unix:///a%20b/c.sock", RedisUrl("socket", False, path="/a b/c.sock")),
        ("unix:///c.sock?db=4", RedisUrl("socket", False, path="/c.sock", db=4)),
        (
            "redis://ada:p%40ss@host",
            RedisUrl("server", False, (("host", 6379),), username="ada", password="p@ss"),
        ),
        ("redis://:pass@host", RedisUrl("server", False, (("host", 6379),), password="pass")),
        (
            "redis+sentinel://a,b:2/games/1",
            RedisUrl("sentinel", False, (("a", 26379), ("b", 2)), service="games", db=1),
        ),
        (
            "rediss+sentinel://a/games?sentinel_password=s",
            RedisUrl(
                "sentinel",
                True,
                (("a", 26379),),
                service="games",
                options={"sentinel_password": "s"},
            ),
        ),
        ("redis+cluster://a:1,b:2", RedisUrl("cluster", False, (("a", 1), ("b", 2)))),
        (
            "rediss+cluster://a:1?ssl_ca_certs=/ca.pem&ssl_check_hostname=no",
            RedisUrl(
                "cluster",
                True,
                (("a", 1),),
                options={"ssl_ca_certs": "/ca.pem", "ssl_check_hostname": False},
            ),
        ),
    ],
)
def test_an_address_is_understood(text: str, meant: RedisUrl):
    assert parse(text) == meant


@pytest.mark.parametrize(
    "text",
    [
        "",
        "host",
        "http://host",
        "redis://",
        "redis://host:0",
        "redis://host:99999",
        "redis://host:port",
        "redis://a b",
        "redis://a,b",
        "redis://host/games",
        "redis://host?db=x",
        "redis://host?sokcet_timeout=1",
        "rediss://host?ssl_cert_reqs=perhaps",
        "unix://",
        "unix://host/path",
        "redis+sentinel://a:1",
        "redis+sentinel:///games",
        "redis+sentinel://a:1/games/db",
        "redis+cluster://a:1/2",
        "redis+cluster://a:1,",
    ],
)
def test_a_bad_address_is_refused(text: str):
    with pytest.raises(ValueError, match=r"^(must|has|names|a Cluster)"):
        parse(text)


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("redis://host/1", "redis://host/1"),
        ("redis://ada:hush@host/1", "redis://ada:***@host/1"),
        ("redis://:hu:sh@host", "redis://:***@host"),
        (
            "redis+sentinel://a/s?sentinel_password=hush",
            "redis+sentinel://a/s?sentinel_password=***",
        ),
    ],
)
def test_a_shown_address_has_no_password(text: str, shown: str):
    assert masked(text) == shown


def test_a_parsed_address_prints_no_password():
    assert "hush" not in repr(parse("redis+sentinel://a:hush@b/c?sentinel_password=hush"))

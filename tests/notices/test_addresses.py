"""Where a webhook may lead: what is refused when it is set, and again when it is called."""

from ipaddress import ip_network

import pytest

from projections.notices.addresses import AddressPolicy, Target, is_public, read_url
from projections.notices.refusals import AddressRefused, BadUrl

NOT_PUBLIC = (
    "127.0.0.1",
    "127.8.8.8",
    "0.0.0.0",
    "10.0.0.1",
    "172.16.0.1",
    "192.168.1.1",
    "169.254.169.254",
    "100.64.0.1",
    "192.0.2.1",
    "198.18.0.1",
    "224.0.0.1",
    "240.0.0.1",
    "255.255.255.255",
    "::",
    "::1",
    "::ffff:127.0.0.1",
    "::ffff:8.8.8.8",
    "::127.0.0.1",
    "64:ff9b::7f00:1",
    "2002:7f00:1::",
    "2001:0:7f00:1::",
    "2001:db8::1",
    "fc00::1",
    "fe80::1",
    "fec0::1",
    "ff02::1",
    "fe80::1%eth0",
    "2606:4700:4700::1111%eth0",
    "nonsense",
)
SPECIAL_PURPOSE = (
    # https://www.iana.org/assignments/iana-ipv4-special-registry
    "0.0.0.0/8",
    "10.0.0.0/8",
    "100.64.0.0/10",
    "127.0.0.0/8",
    "169.254.0.0/16",
    "172.16.0.0/12",
    "192.0.0.0/24",
    "192.0.0.0/29",
    "192.0.0.8/32",
    "192.0.0.9/32",
    "192.0.0.10/32",
    "192.0.0.170/31",
    "192.0.2.0/24",
    "192.31.196.0/24",
    "192.52.193.0/24",
    "192.88.99.0/24",
    "192.168.0.0/16",
    "192.175.48.0/24",
    "198.18.0.0/15",
    "198.51.100.0/24",
    "203.0.113.0/24",
    "240.0.0.0/4",
    "255.255.255.255/32",
    # Multicast has a registry of its own.
    "224.0.0.0/4",
    # https://www.iana.org/assignments/iana-ipv6-special-registry
    "::/128",
    "::1/128",
    "::ffff:0:0/96",
    "64:ff9b::/96",
    "64:ff9b:1::/48",
    "100::/64",
    "100:0:0:1::/64",
    "2001::/23",
    "2001::/32",
    "2001:1::1/128",
    "2001:1::2/128",
    "2001:1::3/128",
    "2001:2::/48",
    "2001:3::/32",
    "2001:4:112::/48",
    "2001:10::/28",
    "2001:20::/28",
    "2001:30::/28",
    "2001:db8::/32",
    "2002::/16",
    "2620:4f:8000::/48",
    "3fff::/20",
    "5f00::/16",
    "fc00::/7",
    "fe80::/10",
    "ff00::/8",
)
BESIDE = (
    "9.255.255.255",
    "11.0.0.0",
    "100.63.255.255",
    "100.128.0.0",
    "172.32.0.0",
    "192.0.1.0",
    "192.0.3.0",
    "198.17.255.255",
    "198.20.0.0",
    "223.255.255.255",
    "2001:200::",
    "2001:db7:ffff::1",
    "2001:db9::1",
    "2003::1",
    "3ffe:ffff::1",
)


@pytest.mark.parametrize("address", NOT_PUBLIC)
def test_an_address_that_is_not_public_is_refused_unless_it_is_allowed(address: str):
    target = read_url("https://example.org/")
    assert not is_public(address)
    with pytest.raises(AddressRefused):
        AddressPolicy(resolve=lambda host, port: [address]).allowed_addresses(target)
    with pytest.raises(AddressRefused):
        AddressPolicy(resolve=lambda host, port: ["93.184.216.34", address]).allowed_addresses(
            target
        )
    allowing = AddressPolicy(allow_private=True, resolve=lambda host, port: [address])
    assert allowing.allowed_addresses(target) == [address]


@pytest.mark.parametrize("network", SPECIAL_PURPOSE)
def test_a_range_for_special_purposes_is_no_place_for_a_webhook(network: str):
    addresses = ip_network(network)
    for address in (addresses[0], addresses[addresses.num_addresses // 2], addresses[-1]):
        assert not is_public(str(address))


@pytest.mark.parametrize("address", BESIDE)
def test_an_address_beside_such_a_range_is_public(address: str):
    assert is_public(address)


@pytest.mark.parametrize("address", ["93.184.216.34", "8.8.8.8", "2606:4700:4700::1111"])
def test_a_public_address_is_taken(address: str):
    address_policy = AddressPolicy(resolve=lambda host, port: [address, address])
    assert address_policy.allowed_addresses(read_url("https://example.org")) == [address]


@pytest.mark.parametrize("host", ["localhost", "127.1", "2130706433", "0x7f.0.0.1", "[::1]", "0"])
def test_however_it_is_written_this_machine_is_refused(host: str):
    with pytest.raises(AddressRefused):
        AddressPolicy().allowed_addresses(read_url(f"http://{host}:8080/"))


def test_a_host_that_is_not_known_is_refused_in_the_same_words():
    def unknown(host: str, port: int) -> list[str]:
        raise OSError("no such host")

    refusals = []
    for address_policy in (
        AddressPolicy(resolve=unknown),
        AddressPolicy(resolve=lambda host, port: ["10.0.0.1"]),
    ):
        with pytest.raises(AddressRefused) as refused:
            address_policy.allowed_addresses(read_url("https://inside.example"))
        refusals.append((str(refused.value), refused.value.details))
    assert refusals[0] == refusals[1]


@pytest.mark.parametrize(
    "url",
    [
        "",
        "example.org",
        "//example.org",
        "ftp://example.org",
        "file:///etc/passwd",
        "javascript:alert(1)",
        "https://",
        "https:///path",
        "https://user@example.org/",
        "https://user:secret@example.org/",
        "https://example.org/#part",
        "https://example.org:22/",
        "https://example.org:0/",
        "https://example.org:65536/",
        "https://example.org:port/",
        "https://example.org/a b",
        "https://example.org/\r\nHost: other",
        "https://example.org\\@other.example/",
        "https://ex\u00e4mple.org/",
        "https://[::1",
        "https://[fe80::1%25eth0]/",
        "https://exa$mple.org/",
        "https://example.org/" + "a" * 2_000,
    ],
)
def test_what_is_no_address_of_a_webhook_is_refused(url: str):
    with pytest.raises(BadUrl) as refused:
        read_url(url)
    assert refused.value.details["reason"]


@pytest.mark.parametrize(
    ("url", "target", "netloc"),
    [
        ("https://Example.org", Target("https", "example.org", 443, "/"), "example.org"),
        ("http://example.org:80/a?b=c", Target("http", "example.org", 80, "/a?b=c"), "example.org"),
        ("https://a_b.org:8443?x", Target("https", "a_b.org", 8443, "/?x"), "a_b.org:8443"),
        ("http://[2606::1]:8080/", Target("http", "2606::1", 8080, "/"), "[2606::1]:8080"),
    ],
)
def test_an_address_is_taken_apart(url: str, target: Target, netloc: str):
    assert read_url(url) == target
    assert target.netloc == netloc

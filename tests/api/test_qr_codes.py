"""QR codes of links: they say where the service is, and lead nowhere else."""

import io
import xml.etree.ElementTree as ET

import pytest
import segno

from tests.api.kit import Site, problem

PATH = "/join/K7QF-2MXA-9TRC-HV4D"


def drawn(text: str) -> str:
    """The line that draws the dark modules of the code of a text."""
    picture = io.BytesIO()
    segno.make_qr(text, error="m").save(picture, kind="svg", border=4)
    return paths(picture.getvalue())[-1]


def paths(picture: bytes) -> list[str]:
    return [one.attrib["d"] for one in ET.fromstring(picture).iter() if one.tag.endswith("path")]


def test_a_link_is_drawn_with_the_address_of_the_service():
    answer = Site(public_url="https://play.example.org").anonymous.get(f"/v1/qr.svg?path={PATH}")
    assert answer.status_code == 200
    assert answer.mimetype == "image/svg+xml"
    assert paths(answer.data)[-1] == drawn(f"https://play.example.org{PATH}")


def test_without_a_public_address_it_is_the_one_that_was_asked():
    answer = Site().anonymous.get(f"/v1/qr.svg?path={PATH}")
    assert paths(answer.data)[-1] == drawn(f"http://localhost{PATH}")


@pytest.mark.parametrize(
    "path", ["", "join/x", "https://elsewhere.example", "/me%3Ftoken=x", "/%22onload", "/" * 201]
)
def test_only_paths_of_the_service_are_drawn(path: str):
    problem(Site().anonymous.get(f"/v1/qr.svg?path={path}"), 422, "query/bad_value")

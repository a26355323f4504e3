"""Tables at which people talk, and what each of them reads there."""

import json
from collections.abc import Iterator
from typing import Any

from tests.api.kit import Answer, Match, Person, Site, problem


class Talk:
    """The talk of a game over HTTP."""

    def __init__(self, match: Match) -> None:
        self.match = match
        self.path = f"{match.path}/talk"
        self.outsider = match.site.player("Otto")
        self.organizer = match.site.player("Olga", "organizer")

    def post(self, who: int | Person, body: Any, **headers: str) -> Answer:
        return self.person(who).post(self.path, body, **headers)

    def say(self, who: int | Person, text: str, to: int | None = None) -> Any:
        """Free text that may be said; the message."""
        answer = self.post(who, {"text": text, "to": to})
        assert answer.status_code == 201, answer.data
        return answer.json

    def read(self, who: Any, query: str = "", **headers: str) -> list[dict[str, Any]]:
        """All messages that somebody may read."""
        page = self.person(who).read(f"{self.path}{query}", **headers)
        assert not page["more"]
        found: list[dict[str, Any]] = page["messages"]
        return found

    def texts(self, who: Any, query: str = "") -> list[str | None]:
        return [message["text"] for message in self.read(who, query)]

    def delete(self, who: int | Person, number: int) -> Answer:
        return self.person(who).call("DELETE", f"{self.path}/{number}")

    def report(self, who: int | Person, number: int, reason: str = "It is rude.") -> Answer:
        return self.person(who).post(f"{self.path}/{number}/report", {"reason": reason})

    def person(self, who: Any) -> Person:
        return who if isinstance(who, Person) else self.match.viewers[who]


def table(site: Site, *, talk: str | None = "free", **options: Any) -> Talk:
    """A game of three that waits for its start, with what may be said in it."""
    chosen = options if talk is None else {"talk": talk, **options}
    return Talk(site.seated(start_player="seat", **chosen))


def refusal(answer: Answer) -> tuple[int, str]:
    """The status and the code of an error."""
    body = problem(answer)
    return body["status"], body["code"]


def stored_bytes(site: Site) -> bytes:
    """Everything in Redis, keys and values, in one piece."""
    return b"\0".join(_pieces(site.dump()))


def _pieces(value: Any) -> Iterator[bytes]:
    if isinstance(value, bytes):
        yield value
    elif isinstance(value, dict):
        for key, inner in value.items():
            yield from _pieces(key)
            yield from _pieces(inner)
    elif isinstance(value, list | tuple | set | frozenset):
        for inner in value:
            yield from _pieces(inner)
    else:
        yield json.dumps(value).encode()

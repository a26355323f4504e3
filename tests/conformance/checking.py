"""What a ruleset has to bring along, checked from outside."""

from collections.abc import Callable, Iterator, Sequence
from functools import cache
from xml.etree import ElementTree

from api.calls.rulesets import ruleset_description
from api.schemas.commands import command_schema, postable
from api.schemas.components import Components
from api.schemas.events import ruleset_event_schemas
from domain.ids import ORGANIZER, SPECTATOR, Seat
from domain.messages import Event
from domain.ruleset import Ruleset
from domain.table.state import Table
from presentation.registry import presentation_of
from tests.games import OwnFold
from tests.golden.files import GoldenGame, golden_games
from tests.probes import PROBES
from workers.bots.registry import bot_named

LANGUAGES = ("en", "pl")
SVG = "{http://www.w3.org/2000/svg}svg"


@cache
def recorded_events(game: GoldenGame) -> list[Sequence[Event]]:
    """All events of a golden game by commit; three checks need them."""
    return [events for _, events in game.decisions()]


def folded(ruleset: Ruleset, game: GoldenGame) -> Iterator[tuple[Table, Event]]:
    """Every event of a golden game with the state after it."""
    own = OwnFold(ruleset)
    for events in recorded_events(game):
        for event in own.events(events):
            yield own.state, event


def check_golden_games(ruleset: Ruleset) -> None:
    schemas = {game.header().schema for game in golden_games(ruleset.name)}
    assert schemas >= set(range(1, ruleset.schema + 1))


def check_probe(ruleset: Ruleset) -> None:
    assert PROBES[ruleset.name].setups


def check_narration(ruleset: Ruleset) -> None:
    """Every fact of every golden game in every language, in full and as a spectator is told."""
    assert set(LANGUAGES) <= set(presentation_of(ruleset.name).languages)
    for game in golden_games(ruleset.name):
        for state, event in folded(ruleset, game):
            assert_narrated(state, event)


def assert_narrated(state: Table, event: Event) -> None:
    ruleset = state.ruleset
    for version in (event, ruleset.redact(event, SPECTATOR)):
        sentences = {
            presentation_of(ruleset.name).narrate(state, version, language)
            for language in LANGUAGES
        }
        assert len(sentences) == len(LANGUAGES), f"{event} is told alike in all languages"
        for sentence in sentences:
            assert sentence.endswith("."), sentence
            assert "{" not in sentence, sentence
            assert "None" not in sentence, sentence


def check_picture(ruleset: Ruleset) -> None:
    for state in _moments(ruleset):
        assert_pictured(state)


def assert_pictured(state: Table) -> None:
    """As text, and never as nothing; for one viewer after the other as the game goes on."""
    ruleset = state.ruleset
    viewer = (SPECTATOR, ORGANIZER, Seat(0))[state.next_draw % 3]
    lines = presentation_of(ruleset.name).text(ruleset.view(state, viewer))
    assert any(text.strip() for line in lines for text, _ in line)


def check_drawing(ruleset: Ruleset) -> None:
    for state in _moments(ruleset):
        assert_drawn(state)


def assert_drawn(state: Table) -> None:
    """As an SVG picture of its own, with words for those who do not see it; each viewer in one
    language after the other as the game goes on."""
    ruleset = state.ruleset
    for i, viewer in enumerate((SPECTATOR, Seat(0))):
        language = presentation_of(ruleset.name).languages[
            (state.next_draw + i) % len(presentation_of(ruleset.name).languages)
        ]
        root = ElementTree.fromstring(
            presentation_of(ruleset.name).svg(ruleset.view(state, viewer), language)
        )
        assert root.tag == SVG
        assert [child.tag for child in root][:2] == [SVG[:-3] + "title", SVG[:-3] + "desc"]
        assert root.get("viewBox")


def _moments(ruleset: Ruleset) -> Iterator[Table]:
    """Some states of the golden games: their beginnings, their ends and between."""
    games = golden_games(ruleset.name)
    assert games
    for game in games:
        state = ruleset.new_game()
        for n, (state, _) in enumerate(folded(ruleset, game)):
            if n in (2, 40):
                yield state
        yield state


def check_schema(ruleset: Ruleset) -> None:
    """Schemas of all that clients send and are sent, and a description of the options."""
    for kind in postable(ruleset):
        assert command_schema(ruleset, kind)().fields["type"]
        assert kind.__doc__
    schemas = ruleset_event_schemas(ruleset, Components())
    assert set(schemas) == {event.__struct_config__.tag for event in ruleset.events}
    options = ruleset_description(ruleset)["options"]
    assert options["presets"]
    assert set(options["schema"]["properties"]) == set(ruleset.opening.options.__struct_fields__)


def check_redaction(ruleset: Ruleset) -> None:
    assert set(ruleset.views.redactors) == set(ruleset.events)


def check_bots(ruleset: Ruleset) -> None:
    """At least one, and every one that it names is there."""
    assert ruleset.bots
    for name in ruleset.bots:
        bot_named(ruleset.name, name)


CHECKS: dict[str, Callable[[Ruleset], None]] = {
    "golden games": check_golden_games,
    "probe": check_probe,
    "narration": check_narration,
    "picture": check_picture,
    "drawing": check_drawing,
    "schema": check_schema,
    "redaction": check_redaction,
    "bots": check_bots,
}

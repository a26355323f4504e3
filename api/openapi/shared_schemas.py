"""Small schemas that many others contain, as components of their own.

Without names of their own, a generated client would have a class for each place where they stand.
"""

from collections.abc import Iterable, Iterator
from typing import Any, Literal, get_args, get_origin, get_type_hints

from api.schemas.json_schema import NULL, REF, JsonSchema, tidied
from api.schemas.reports import FORMATS
from api.schemas.views import APART, WHOLE
from commands.accounts.identity import Scope
from domain.base.events import HarbourKind, IslandTerrain, Terrain
from domain.base.island.travel_pieces import Side
from domain.base.options import Options
from domain.cards import CardKind, Resource
from domain.dice.sheet import Face
from domain.registry import RULESETS
from domain.seafarers.options import SeaOptions
from domain.table.deadlines import Clock, DecisionKind, LimitPolicy, TableOptions
from domain.table.state import Ending, Outcome
from domain.tournament.formats.course import PhaseName
from domain.tournament.seating.problem import Manner
from domain.tournament.setup import Role
from domain.tournament.state import EntryStatus, RoundStatus
from eventlog.due_work import GameStatus
from projections.across_games.game_queries import ClockKind
from projections.notices.kinds import Kind as NoticeKind
from projections.notices.receivers import Language


def _words_of(owner: type, field: str) -> Any:
    """The words that a field may hold, if it may hold something else, too, or not."""
    hint = get_type_hints(owner)[field]
    return next(one for one in (hint, *get_args(hint)) if get_origin(one) is Literal)


WORDS: dict[str, tuple[Any, str]] = {
    "AbsencePolicy": (_words_of(Clock, "absent"), "What becomes of the seat of an absent player."),
    "BoardName": (_words_of(Options, "board"), "A board of the base game by its name."),
    "CardKind": (CardKind, "A kind of development card."),
    "ClockKind": (ClockKind, "A clock by its name."),
    "DecisionKind": (DecisionKind, "A kind of decision that has a deadline."),
    "DieFace": (Face, "A face of a die of the dice game."),
    "Edition": (_words_of(Options, "edition"), "An edition of the base game."),
    "Ending": (Ending, "Why a game ended before somebody had enough points."),
    "EntryStatus": (EntryStatus, "How far an entry in a tournament has come."),
    "GameStatus": (GameStatus, "How far a game has come."),
    "GeometryForm": ((WHOLE, APART), "Whether a board has its geometry, or only names it."),
    "HarbourKind": (HarbourKind, "What a harbour trades."),
    "HarbourSetup": (_words_of(Options, "harbours"), "How harbours are laid out."),
    "Language": (Language, "A language of sentences."),
    "LimitPolicy": (LimitPolicy, "What happens when the time of a game is over."),
    "NoticeKind": (NoticeKind, "A kind of notice."),
    "Outcome": (Outcome, "How a game ended."),
    "ReportFormat": (FORMATS, "The form of a report."),
    "Resource": (Resource, "A resource."),
    "RoundManner": (Manner, "How the tables of a round are made up."),
    "RoundPhase": (PhaseName, "The part of a tournament that a round belongs to."),
    "RoundStatus": (RoundStatus, "How far a round has come."),
    "RulesetName": (tuple(RULESETS), "The name of a ruleset."),
    "Scope": (Scope, "What a token may do."),
    "SeaPlay": (
        _words_of(SeaOptions, "play"),
        "By the rules of a scenario, or of the sea alone.",
    ),
    "SeaSetup": (_words_of(SeaOptions, "setup"), "Whether a map is as printed, or dealt anew."),
    "SeaTerrain": (get_args(Terrain)[-1], "What lies on a hex only at sea."),
    "Side": (Side, "A side of a piece of the travel board."),
    "StaffRole": (Role, "What somebody on the staff of a tournament is."),
    "StartPlayer": (_words_of(Options, "start_player"), "How the first player is found."),
    "TalkRule": (_words_of(TableOptions, "talk"), "What may be said at the table."),
    "Terrain": (IslandTerrain, "What lies on a hex."),
    "TravelArrangement": (_words_of(Options, "arrangement"), "How the travel board is laid."),
    "TurnPhases": (_words_of(Options, "phases"), "Whether trading and building are one phase."),
}
"""Lists of words by component name, and what they are."""
MAPS: dict[str, JsonSchema] = {
    "Cards": {
        "description": "How many cards of each resource; a resource without cards is left out.",
        "type": "object",
        "additionalProperties": {"type": "integer", "minimum": 1, "maximum": 19},
    },
    "Counts": {
        "description": "How many of each.",
        "type": "object",
        "additionalProperties": {"type": "integer"},
    },
    "Names": {
        "description": "Names of players by their ids; null once a player is erased.",
        "type": "object",
        "additionalProperties": {"type": ["string", "null"]},
    },
    "PostedCards": {
        "description": "How many cards of each resource; leave out those of which there are none.",
        "type": "object",
        "propertyNames": {"type": "string", "enum": sorted(get_args(Resource))},
        "additionalProperties": {"type": "integer", "minimum": 1, "maximum": 19},
    },
}
"""Objects whose keys are data, by component name."""
_BESIDE = ("description", "example", "default")
"""What may stand beside a reference."""


def share(schemas: dict[str, JsonSchema], parameters: Iterable[JsonSchema]) -> None:
    """Replace what components and parameters have in common by references to components."""
    shared = dict(_shared())
    by_form = {_form(schema): name for name, schema in shared.items()}
    for name, schema in schemas.items():
        schemas[name] = {key: _replaced(inner, by_form) for key, inner in schema.items()}
    for parameter in parameters:
        parameter["schema"] = _replaced(parameter["schema"], by_form)
    for name, schema in shared.items():
        assert name not in schemas, name
        schemas[name] = schema


def _shared() -> Iterator[tuple[str, JsonSchema]]:
    for name, (words, text) in WORDS.items():
        yield (
            name,
            {"description": text, "type": "string", "enum": sorted(get_args(words) or words)},
        )
    for name, schema in MAPS.items():
        yield name, tidied(schema)


def _replaced(schema: Any, by_form: dict[str, str]) -> Any:
    if isinstance(schema, list):
        return [_replaced(inner, by_form) for inner in schema]
    if not isinstance(schema, dict):
        return schema
    name = by_form.get(_form(schema))
    beside = {key: schema[key] for key in _BESIDE if key in schema}
    if name is not None:
        return {"$ref": REF + name, **beside}
    name = by_form.get(_form(_without_null(schema)))
    if name is not None:
        return {"anyOf": [{"$ref": REF + name}, NULL], **beside}
    return {key: _replaced(inner, by_form) for key, inner in schema.items()}


def _without_null(schema: JsonSchema) -> JsonSchema:
    """A schema whose values may be null, for all others of its values."""
    kinds = schema.get("type")
    if not isinstance(kinds, list) or len(kinds) != 2 or kinds[1] != "null":
        return {}
    other = {**schema, "type": kinds[0]}
    if "enum" in schema:
        other["enum"] = [value for value in schema["enum"] if value is not None]
    return other


def _form(schema: JsonSchema) -> str:
    """The same text for schemas that take the same values."""
    kept = {key: value for key, value in schema.items() if key not in _BESIDE}
    if isinstance(kept.get("enum"), list):
        kept["enum"] = sorted(map(str, kept["enum"]))
    return repr(sorted(kept.items(), key=lambda item: item[0]))

"""Copies: a new game that goes on from where a closed one stood, by the rules of the table."""

from collections.abc import Callable

import pytest
from msgspec.structs import replace

from domain.base.commands import RollDice
from domain.base.events import CardStolen, DevelopmentCardBought, DiceRolled, RoadBuilt
from domain.base.game import BASE
from domain.chance.draws import SeededChance
from domain.ids import SPECTATOR, PlayerId, Seat
from domain.messages import Event
from domain.positions import course_of, is_in_play
from domain.refusals import RuleViolation
from domain.registry import RULESETS
from domain.ruleset import play
from domain.state_bytes import freeze
from domain.table.bots import BotSeated, SeatHandedOver
from domain.table.closing import GameVoided, Resign, SeatResigned
from domain.table.copying import CopyPosition, PositionCopied, as_judged, as_stored
from domain.table.lobby import GameOpened, GameStarted, SeatTaken
from domain.table.pauses import GamePaused, GameResumed
from domain.table.replacing import SeatDisqualified
from domain.table.rewinding import GameRewound, RewindTo
from hexledger.self_play import Setup
from tests.clocks.games import REFEREE
from tests.copies import ME, SOURCE, CopiedGame, PlayedGame, copy_of
from tests.games import commits

SETUP = Setup("base", 3, {"clock": "live", "talk": "off"}, seed="copying", max_turns=12)


@pytest.fixture(scope="module")
def source() -> PlayedGame:
    return PlayedGame.of(SETUP, commits(SETUP))


@pytest.fixture(scope="module")
def copy(source: PlayedGame) -> CopyPosition:
    return copy_of(source.position_at(source.in_play[-1]))


def chance() -> SeededChance:
    return SeededChance(bytes(32), "key")


def road(edge: int) -> Event:
    return RoadBuilt(Seat(0), edge)


def test_a_copy_is_opened_seated_started_and_laid_out_in_one_commit(copy: CopyPosition):
    state = BASE.new_game()
    opened, mine, other, another, *rest = play(state, copy, chance())
    assert isinstance(opened, GameOpened)
    assert (opened.host, opened.listed, opened.invited_only, opened.rated) == (
        *(ME, False, True, False),
    )
    assert (mine, other, another) == (
        SeatTaken(Seat(0), ME, "red"),
        BotSeated(Seat(1), "planner", "blue"),
        BotSeated(Seat(2), "planner", "orange"),
    )
    assert rest == [GameStarted(), PositionCopied(SOURCE, copy.position.events)]
    assert (state.copied_from, state.next_draw, state.watch) == (SOURCE, 0, None)


def test_what_is_about_time_and_referees_is_left_out_of_the_options(copy: CopyPosition):
    assert "clock" not in copy.position.options
    assert copy.position.options["talk"] == "off"


def test_it_goes_on_with_a_chance_of_its_own(copy: CopyPosition):
    rolls = []
    for seed in (*range(6), 0):
        state, luck = BASE.new_game(), SeededChance(bytes([seed]) * 32, "key")
        play(state, copy, luck)
        rolled = play(state, RollDice(state.turn_seat), luck)[0]
        assert isinstance(rolled, DiceRolled)
        assert rolled.draw == 0, "its draws count from the first one"
        rolls.append(rolled.dice)
    assert rolls[0] == rolls[-1]
    assert len(set(rolls)) > 1


@pytest.mark.parametrize(
    ("change", "code"),
    [
        (lambda c: replace(c, seat=Seat(3)), "seat/unknown"),
        (lambda c: replace(c, seat=Seat(-1)), "seat/unknown"),
        (lambda c: replace(c, bot="hal"), "bot/unknown"),
        (lambda c: replace(c, game=""), "game/bad_id"),
        (
            lambda c: replace(c, position=replace(c.position, colours=("red", "blue"))),
            "options/players",
        ),
        (
            lambda c: replace(c, position=replace(c.position, options={"board": "moon"})),
            "options/bad_value",
        ),
        (
            lambda c: replace(
                c,
                position=replace(c.position, events=(*c.position.events, SeatResigned(Seat(0)))),
            ),
            "seat/resigned",
        ),
    ],
)
def test_what_cannot_be_copied_so_is_refused(
    copy: CopyPosition, change: Callable[[CopyPosition], CopyPosition], code: str
):
    state = BASE.new_game()
    blank = freeze(state)
    with pytest.raises(RuleViolation) as refused:
        play(state, change(copy), chance())
    assert refused.value.code == code
    assert freeze(state) == blank


def test_no_game_is_opened_twice(copy: CopyPosition):
    state = BASE.new_game()
    play(state, copy, chance())
    with pytest.raises(RuleViolation) as refused:
        play(state, copy, chance())
    assert refused.value.code == "game/already_open"


def test_each_copied_event_is_redacted_by_its_own_rule():
    theft = CardStolen(thief=Seat(0), victim=Seat(1), resource="ore", draw=7)
    bought = DevelopmentCardBought(seat=Seat(2), kind="knight", draw=8)
    copied = PositionCopied(SOURCE, (theft, bought, road(3)))
    for viewer in (*map(Seat, range(3)), SPECTATOR):
        known = tuple(BASE.redact(event, viewer) for event in copied.events)
        assert BASE.redact(copied, viewer) == PositionCopied(SOURCE, known)
    assert BASE.redact(copied, SPECTATOR) != copied


def test_the_table_is_left_behind_and_resigned_seats_stay_resigned():
    told = [
        [GameStarted(), road(1)],
        [GamePaused("a phone rings"), GameResumed("it is quiet"), road(2)],
        [SeatHandedOver(Seat(1), "planner"), SeatDisqualified(Seat(2), "a marked card")],
        [SeatResigned(Seat(2))],
    ]
    assert list(course_of(told)) == [road(1), road(2), SeatResigned(Seat(2))]


def test_what_a_rewind_has_undone_is_left_behind():
    told = [[road(1)], [road(2)], [road(3)], [GameRewound(1, "a mistake"), road(4)], [road(5)]]
    assert list(course_of(told)) == [road(1), road(4), road(5)]
    told += [[GameVoided("enough")], [GameRewound(3, "it was none")]]
    assert list(course_of(told)) == [road(1), road(2), road(3)]


def test_a_copy_of_a_copy_has_all_that_led_there():
    told = [[GameStarted(), PositionCopied(SOURCE, (road(1), road(2)))], [road(3)]]
    assert list(course_of(told)) == [road(1), road(2), road(3)]


@pytest.mark.parametrize("ruleset", RULESETS)
def test_a_copy_can_be_rewound_to_where_it_began_and_copied_again(ruleset: str):
    setup = Setup(ruleset, RULESETS[ruleset].seats[-1], seed="rewound", max_turns=10)
    game = CopiedGame.of_random_game(setup, 40)
    for n, _ in enumerate(game.commits(), 1):
        if n == 1:
            began = RULESETS[ruleset].view(game.state, Seat(0))
        if n == 8:
            break
    assert is_in_play(game.state)
    own = PlayedGame(setup, game.past.commits).position_at(8)
    assert own.events[: len(game.position.events)] == game.position.events
    assert len(own.events) > len(game.position.events)
    draws = game.state.next_draw
    game.do(REFEREE, RewindTo(PlayerId(REFEREE), 1, "once more"))
    assert game.state.next_draw == draws, "a draw is never made again"
    assert PlayedGame(setup, game.past.commits).position_at(9) == game.position
    now = RULESETS[ruleset].view(game.state, Seat(0))
    assert replace(now, draws=0, referee=began.referee) == began


def test_a_resigned_seat_of_the_source_is_resigned_in_the_copy():
    setup = Setup("base", 4, seed="gone", max_turns=6)
    game = CopiedGame.of_random_game(setup, 30)
    for n, _ in enumerate(game.commits(), 1):
        if n == 3:
            break
    game.do("bot:planner:3", Resign(Seat(3)))
    again = CopiedGame(setup, PlayedGame(setup, game.past.commits).position_at(4))
    next(again.commits())
    assert [chair.resigned for chair in again.state.chairs] == [False, False, False, True]
    assert again.state.playing == (0, 1, 2)
    assert not again.state.is_bots(Seat(3))


def test_copied_events_are_stored_once(copy: CopyPosition):
    stored = as_stored(copy)
    assert isinstance(stored, CopyPosition)
    assert stored.position.events == ()
    events = play(BASE.new_game(), copy, chance())
    assert as_judged(stored, events) == copy
    resign = Resign(Seat(0))
    assert as_stored(resign) is as_judged(resign, events) is resign

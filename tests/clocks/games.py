"""Random games in which time passes: people go away and come back, referees pause, bots move."""

from collections.abc import Iterator
from random import Random
from typing import Any, Final

from hypothesis import strategies as st
from msgspec import UNSET

from domain.choices import Choice
from domain.ids import SYSTEM, PlayerId, Seat
from domain.messages import Command, Event
from domain.registry import RULESETS
from domain.ruleset import Ruleset
from domain.table.bots import DismissBot, SeatBot, bot_id
from domain.table.closing import Resign, VoidGame
from domain.table.lobby import AddNonce, OpenGame, StartGame, TakeSeat
from domain.table.pauses import AddTime, AskForPause, EndPause, PauseGame, ResumeGame
from domain.table.refereeing import CallReferee, WithdrawCall
from domain.table.replacing import Disqualify, ReplacePlayer
from domain.table.rewinding import RewindTo, spans_to_rewind_to
from domain.table.state import OVER, PAUSED, Table
from eventlog.due_work import bots_to_act, deadlines, expiry_of
from hexledger.self_play import SECOND, Setup
from tests.games import SETUPS_OF, RewindableGame

REFEREE: Final = "referee"
QUICK: Final = {
    "turn_seconds": 20,
    "founding_seconds": 10,
    "discard_seconds": 8,
    "answer_seconds": 5,
    "bank_seconds": 15,
    "misses": 2,
}
TIMED: Final[dict[str, dict[str, Any]]] = {
    "clock-live": {"clock": "live"},
    "clock-correspondence": {"clock": "correspondence", "bot_seconds": 2},
    "clock-quick": {"clock": QUICK},
    "clock-resign": {"clock": {**QUICK, "absent": "resign"}, "discard_limit": 4},
    "clock-friendly-robber": {"clock": {**QUICK, "misses": 20}, "friendly_robber": True},
    "clock-hidden-bank": {"clock": QUICK, "bank_visible": False, "phases": "separate"},
    "limit-none": {"time_limit": {"seconds": 300, "policy": "none"}},
    "limit-turn": {"clock": QUICK, "time_limit": {"seconds": 900, "policy": "finish_turn"}},
    "limit-round": {"clock": "live", "time_limit": {"seconds": 900, "policy": "finish_round"}},
    "limit-now": {"clock": QUICK, "time_limit": {"seconds": 900, "policy": "immediate"}},
    "pauses-only": {},
    "call-pauses": {"clock": QUICK, "call_pauses": True},
}
"""Ways to play with time; where there is no clock, referees still pause and rewind."""


def timed_of(ruleset: Ruleset) -> dict[str, dict[str, Any]]:
    """Those of them whose options a ruleset has."""
    known = set(ruleset.opening.options.__struct_fields__)
    return {name: options for name, options in TIMED.items() if known.issuperset(options)}


LEAVING: Final = 0.03
COMING_BACK: Final = 0.05
RESIGNING: Final = 1 / 500
REFEREEING: Final = 0.02
ASKING: Final = 0.02
CALLING: Final = 0.01
RARE: Final = 0.1
MOST_REWINDS: Final = 6
"""A game in which referees could rewind for ever need not come to its end."""
NEAR: Final = 25
"""Most rewinds go back no further than this."""


class TimedGame(RewindableGame):
    """A random game as it is played by people, bots and referees in the course of time."""

    def __init__(self, setup: Setup, index: int, *, record: bool) -> None:
        super().__init__(setup, index, record=record)
        self._whims = Random(f"whims:{setup.seed}:{index}")
        self._away: set[Seat] = set()
        self._rewinds = 0

    def commits(self) -> Iterator[tuple[str, Command, list[Event]]]:
        yield from self._doing(self._seating())
        while self.state.phase != OVER and self.state.turn <= self.setup.max_turns:
            self._come_and_go()
            yield from self._doing(self._overdue())
            yield from self._doing(self._something())
            if self.state.phase == OVER and self._whims.random() < 0.5:
                yield from self._doing(self._rewinding())
        yield from self._doing((SYSTEM, closing) for closing in self._closing())

    def _doing(
        self, wishes: Iterator[tuple[str, Command]]
    ) -> Iterator[tuple[str, Command, list[Event]]]:
        for actor, command in wishes:
            yield actor, command, self.do(actor, command)

    def _seating(self) -> Iterator[tuple[str, Command]]:
        """People and bots take seats; one bot at least comes and goes again."""
        host, count = PlayerId("random-0"), self.setup.players
        yield host, OpenGame(host, self.game, count, dict(self.setup.options))
        yield host, SeatBot(host, "planner")
        yield host, DismissBot(host, Seat(0))
        bots = self._whims.randrange(count)
        for n in range(count - bots):
            player = PlayerId(f"random-{n}")
            yield player, TakeSeat(player)
            yield player, AddNonce(player, f"{self.luck.getrandbits(128):032x}")
        for _ in range(bots):
            yield host, SeatBot(host, "random")
        yield host, StartGame(host)

    def _come_and_go(self) -> None:
        for seat in self.state.playing:
            if seat in self._away:
                if self._whims.random() < COMING_BACK:
                    self._away.discard(seat)
            elif self._whims.random() < LEAVING:
                self._away.add(seat)

    def _overdue(self) -> Iterator[tuple[str, Command]]:
        # A commit comes a second after the one before it.
        while (expiry := expiry_of(self.state, self.at + SECOND)) is not None:
            yield SYSTEM, expiry

    def _something(self) -> Iterator[tuple[str, Command]]:
        """What happens next; nothing, if everybody waits for somebody who is away."""
        state, whims = self.state, self._whims
        if state.phase == OVER:
            return
        if whims.random() < REFEREEING:
            yield from self._refereeing()
        elif state.phase == PAUSED:
            yield from self._ending_a_pause()
        elif whims.random() < RESIGNING:
            seat = whims.choice(state.playing)
            yield self._player(seat), Resign(seat)
        elif whims.random() < ASKING and state.watch is not None:
            yield from self._asking()
        elif whims.random() < CALLING:
            yield from self._calling()
        else:
            yield from self._moving()

    def _refereeing(self) -> Iterator[tuple[str, Command]]:
        """Referees do what they are offered; what ends a game or a part in it seldom."""
        state, referee = self.state, PlayerId(REFEREE)
        kind = self._whims.choice(
            [choice.command for choice in self.ruleset.referee_actions(state, referee)]
        )
        if kind is RewindTo:
            yield from self._rewinding()
        elif kind in (PauseGame, ResumeGame, AddTime):
            yield from self._keeping_time()
        elif kind not in (VoidGame, Disqualify) or self._whims.random() < RARE:
            yield REFEREE, self._sampled(kind)

    def _sampled(self, kind: type[Command]) -> Command:
        if kind is ReplacePlayer and self._whims.random() < 0.5:
            seat = self._whims.choice(self.state.playing)
            someone = PlayerId(f"substitute-{self._whims.randrange(1_000)}")
            if self.state.seat_of(someone) is None:
                return ReplacePlayer(PlayerId(REFEREE), seat, someone, "a substitute")
        choice = Choice(kind, PlayerId(REFEREE))
        return self.ruleset.sample(self.state, choice, self._whims.randrange)

    def _rewinding(self) -> Iterator[tuple[str, Command]]:
        """Back a few versions, or to any; now and then several rewinds, one of the other."""
        times = self._whims.choice((1, 1, 1, 3)) if self._rewinds < MOST_REWINDS else 0
        for _ in range(times):
            spans = spans_to_rewind_to(self.state)
            if self._whims.random() < 0.8:
                last = spans[-1][1]
                version = max(spans[-1][0], last - self._whims.randrange(NEAR))
            else:
                version = self._whims.randint(*self._whims.choice(spans))
            yield REFEREE, RewindTo(PlayerId(REFEREE), version, "a mistake")
            self._rewinds += 1

    def _calling(self) -> Iterator[tuple[str, Command]]:
        """A player calls a referee; some take their call back."""
        state, seat = self.state, self._whims.choice(self.state.playing)
        has_referee = state.options.call_pauses is not UNSET and state.call is None
        if has_referee and self._is_persons(seat) and seat not in self._away:
            yield self._player(seat), CallReferee(seat, "they peeked", self.at + SECOND)
            if self._whims.random() < 0.3:
                yield self._player(seat), WithdrawCall(seat)

    def _keeping_time(self) -> Iterator[tuple[str, Command]]:
        state, referee = self.state, PlayerId(REFEREE)
        if state.phase == PAUSED:
            yield REFEREE, ResumeGame(referee, "go on")
        elif state.watch is not None and self._whims.random() < 0.5:
            seat = self._whims.choice([None, *state.playing])
            yield REFEREE, AddTime(referee, self._whims.randint(1, 30), "a delay", seat)
        else:
            yield REFEREE, PauseGame(referee, "a question")

    def _ending_a_pause(self) -> Iterator[tuple[str, Command]]:
        self.at += self._whims.randint(0, 600) * SECOND
        pause = self.state.pause
        if pause is not None and pause.by_seats and self._whims.random() < 0.5:
            seat = self._whims.choice(self.state.playing)
            if not (self.state.chairs[seat].player or "").startswith("bot:"):
                yield self._player(seat), EndPause(seat)

    def _asking(self) -> Iterator[tuple[str, Command]]:
        """Several people ask for a pause, one after another; often all of them."""
        for seat in self._whims.sample(self.state.playing, len(self.state.playing)):
            if self._is_persons(seat) and AskForPause(seat) in self.ruleset.actions(
                self.state, seat
            ):
                if self._whims.random() < 0.2:
                    return
                yield self._player(seat), AskForPause(seat)

    def _moving(self) -> Iterator[tuple[str, Command]]:
        """A seat that is asked moves: its bot, or its player if he is there."""
        state = self.state
        there = [seat for seat in self.ruleset.flow.to_act(state) if seat not in self._away]
        movers = [*bots_to_act(state), *(seat for seat in there if self._is_persons(seat))]
        if movers:
            self.at += self._whims.choice((0, 1, 1, 4)) * SECOND
            if expiry_of(state, self.at + SECOND) is None:
                seat = self._whims.choice(movers)
                yield self._mover(seat), self.choose(seat)
        else:
            self._wait_in_vain()

    def _wait_in_vain(self) -> None:
        """Time passes until the next deadline; the service may come late to it."""
        due = [due for _, due in deadlines(self.state)]
        if not due:
            self._away.clear()
        else:
            late = self._whims.choice((0, 0, 1, 29, 31, 4_000))
            self.at = max(self.at, due[0] + late * SECOND - SECOND)

    def _mover(self, seat: Seat) -> str:
        """Who moves; a player who is there takes the seat back from a bot that stands in."""
        chair = self.state.chairs[seat]
        stands_in = chair.bot is not None and self._is_persons(seat)
        if chair.bot is None or (stands_in and seat not in self._away):
            return chair.player or ""
        return bot_id(chair.bot, seat)

    def _player(self, seat: Seat) -> str:
        return self.state.chairs[seat].player or ""

    def _is_persons(self, seat: Seat) -> bool:
        return not self._player(seat).startswith("bot:")


def timed_setups(max_turns: int) -> st.SearchStrategy[Setup]:
    """Setups over all rulesets and their options, ways to play with time, players and seeds."""
    return st.sampled_from(list(RULESETS.values())).flatmap(
        lambda ruleset: _setups_of(ruleset, max_turns)
    )


def _setups_of(ruleset: Ruleset, max_turns: int) -> st.SearchStrategy[Setup]:
    ways = st.sampled_from(list(timed_of(ruleset).values()))
    return st.builds(
        Setup,
        ruleset=st.just(ruleset.name),
        players=st.sampled_from(ruleset.seats),
        options=st.builds(
            lambda own, way: {**own, **way},
            st.sampled_from(list(SETUPS_OF[ruleset.name].values())),
            ways,
        ),
        seed=st.integers(0, 2**32).map(str),
        max_turns=st.just(max_turns),
    )


def timed_commits(setup: Setup) -> Iterator[tuple[Table, Command, list[Event]]]:
    """State, command and events of every commit of a game in time, once it is folded."""
    game = TimedGame(setup, 0, record=False)
    for _, command, events in game.commits():
        yield game.state, command, events

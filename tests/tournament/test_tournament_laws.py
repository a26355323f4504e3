"""The laws over random tournaments: all formats, from registration to the closed ledger."""

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import reduce
from operator import or_
from random import Random
from typing import Any

import msgspec
from hypothesis import given
from hypothesis import strategies as st

from domain.ids import ORGANIZER, SPECTATOR, PlayerId, Seat
from domain.ledger_rules import fold
from domain.messages import CallCommand, Command, Event, Occasion, PlayerCommand
from domain.refusals import RuleViolation
from domain.registry import TOURNAMENT
from domain.state_bytes import freeze, thaw
from domain.table.invitations import digest_of
from domain.tournament import (
    appeals,
    drafting,
    ending,
    entering,
    leaving,
    penalties,
    playing,
    staff,
    starting,
    substituting,
)
from domain.tournament.actions import OpenChoice
from domain.tournament.course import standings_now, standings_rule, table_result
from domain.tournament.due import due_at, due_command, games_running
from domain.tournament.formats.course import Championship, Elimination, RoundRobin, Swiss
from domain.tournament.redaction import REDACTORS
from domain.tournament.seating.problem import TableSizes
from domain.tournament.setup import DrawnBoards, PreparedBoards, Setup, SharedBoards
from domain.tournament.standings.ranking import StandingsRule, standings_of
from domain.tournament.standings.results import Bye, Line
from domain.tournament.state import CLOSED, REGISTRATION, RUNNING, Round, Tournament
from presentation.player_names import with_names
from presentation.tournament.narration import NARRATOR, narrate, template
from tests.soak import examples
from tests.tournament.hall import (
    COLOURS,
    HOST,
    REFEREE,
    Hall,
    allows,
    is_listed,
    person,
    random_result,
    sample,
    setup,
)

ANY_EVENT: Any = reduce(or_, TOURNAMENT.events)
CODE = "K7QF-2MXA-9TRC-HV4D"
RANDOMS = st.builds(Random, st.integers(0, 2**32))
FORMATS = (
    Championship(rounds=2),
    Championship(rounds=1, seating="by_standing"),
    Swiss(rounds=2),
    Swiss(rounds=1, final=True),
    RoundRobin(rounds=2),
    Elimination(),
    Elimination(seeded=True),
)
RARE = (
    ending.CancelTournament,
    ending.EndEarly,
    penalties.DisqualifyPlayer,
    leaving.DropEntrant,
    leaving.Withdraw,
    entering.DeclineEntry,
    drafting.DiscardRound,
    appeals.ReplayTable,
    appeals.AwardTable,
    staff.AppointStaff,
    staff.RemoveStaff,
    substituting.SubstituteEntrant,
)
ONWARD = (
    starting.StartTournament,
    drafting.DraftRound,
    drafting.PublishRound,
    playing.StartRound,
    ending.FinishTournament,
)


def random_setup(random: Random) -> Setup:
    check_in = random.choice((0, 0, 600))
    return setup(
        format=random.choice(FORMATS),
        sizes=TableSizes(byes=random.choice(("never", "if_needed", "for_full_tables"))),
        capacity=random.choice((6, 12, 30)),
        starts_at=1_200_000 if check_in else None,
        check_in_seconds=check_in,
        result_seconds=random.choice((0, 300)),
        signing=random.random() < 0.7,
        by_code=random.random() < 0.2,
        approval=random.random() < 0.2,
        late_until_round=random.choice((0, 1, 2)),
        boards=random.choice(
            (DrawnBoards(), SharedBoards(), PreparedBoards(({"harbours": "fixed"},)))
        ),
        standings=StandingsRule(tie_breakers=random.choice(((), ("lot",)))),
    )


@dataclass
class RandomTournament:
    """Drives a tournament by what is listed, with made-up results, to its end."""

    random: Random
    players: int
    steps: int = 150
    hall: Hall = field(init=False)
    people: list[PlayerId] = field(init=False)

    def __post_init__(self) -> None:
        chosen = random_setup(self.random)
        digest = digest_of(CODE) if chosen.by_code else None
        self.hall = Hall(chosen, code_digest=digest)
        self.people = [HOST, REFEREE, *(person(i) for i in range(self.players))]
        self.rare = self.random.choice((0.02, 0.3))

    @property
    def state(self) -> Tournament:
        return self.hall.state

    def run(self) -> Iterator[None]:
        """Everything from registration to the end; yields between commands."""
        for _ in self.enter():
            yield
        for _ in range(self.steps):
            if self.state.phase not in (REGISTRATION, RUNNING):
                break
            self.step()
            yield
        for _ in self.finish():
            yield

    def enter(self) -> Iterator[None]:
        """Players register, organizers let them in, and most of them check in."""
        code = CODE if self.state.chosen.by_code else None
        for one in self.people[2:]:
            self.hall.do(entering.Register(one, code))
            yield
        bot = substituting.AddBot(HOST, "planner")
        for _ in range(self.random.choice((0, 0, 3))):
            if is_listed(TOURNAMENT.actions(self.state, HOST), bot):
                self.hall.do(bot)
        for one, entry in list(self.state.entries.items()):
            if entry.status == "pending":
                self.hall.do(entering.ApproveEntry(HOST, one))
                yield
        if self.state.chosen.check_in_seconds:
            self.hall.wait(10)
            for one in self.state.entries:
                if self.random.random() < 0.95 and starting.can_be_checked_in(self.state, one):
                    self.hall.do(starting.CheckInEntrant(REFEREE, one))
                    yield

    def step(self) -> None:
        """Let time pass, and something happen."""
        hall, random = self.hall, self.random
        hall.wait(random.choice((0, 0, 1, 6)))
        hall.open_tables()
        running = list(games_running(self.state))
        if running and random.random() < 0.6:
            random_result(hall, random.choice(running), random)
            return
        if random.random() < 0.4 and self.go_on():
            return
        who = random.choice([*self.people, self.runner])
        usual = [one for one in TOURNAMENT.actions(self.state, who) if self.is_usual(one)]
        if usual:
            hall.do(as_command(random.choice(usual), who, random))

    @property
    def runner(self) -> PlayerId:
        """An organizer, even if the first one is removed."""
        return next(one for one, role in self.state.staff.items() if role == "organizer")

    def is_usual(self, action: Command | OpenChoice) -> bool:
        return kind_of(action) not in RARE or self.random.random() < self.rare

    def go_on(self) -> bool:
        """Take the next step of the course, if it is legal now."""
        for action in TOURNAMENT.actions(self.state, self.runner):
            if isinstance(action, ONWARD):
                self.hall.do(action)
                return True
        return False

    def finish(self) -> Iterator[None]:
        """Go straight to the end."""
        while self.state.phase != CLOSED:
            self.hall.wait(10)
            if self.state.phase == CLOSED:
                return
            self.hall.open_tables()
            self.hall.finish_games()
            for appeal in appeals.open_appeals(self.state):
                self.hall.do(appeals.RejectAppeal(self.judge(appeal), appeal, "no"))
            if self.state.phase in (REGISTRATION, RUNNING) and not self.go_on():
                self.give_up()
            yield

    def judge(self, appeal: int) -> PlayerId:
        """Somebody of the staff who does not play at the table; the operator finds one."""
        table = self.state.rounds[-1].tables[self.state.appeals[appeal].table - 1]
        for one in self.state.staff:
            if one not in table.players:
                return one
        self.hall.do(staff.InstallStaff(PlayerId("operator"), PlayerId("judge"), "referee"))
        return PlayerId("judge")

    def give_up(self) -> None:
        """If nothing leads on, discard a round that cannot be played, or end it all."""
        current = self.state.open_round
        if current is not None and (current.status == "running" or _is_choosing(current)):
            return
        for kind in (drafting.DiscardRound, ending.EndEarly, ending.CancelTournament):
            for action in TOURNAMENT.actions(self.state, self.runner):
                if isinstance(action, OpenChoice) and action.command is kind:
                    self.hall.do(action.example)
                    return


def _is_choosing(current: Round) -> bool:
    return any(table.choice_until is not None for table in current.tables)


def as_command(action: Command | OpenChoice, who: PlayerId, random: Random) -> Command:
    return sample(action, who, random) if isinstance(action, OpenChoice) else action


def kind_of(action: Command | OpenChoice) -> type[Command]:
    return action.command if isinstance(action, OpenChoice) else type(action)


def begun(random: Random) -> RandomTournament:
    return RandomTournament(random, random.choice((3, 4, 5, 6, 7, 9, 12, 16)))


def whole(random: Random) -> Hall:
    tournament = begun(random)
    for _ in tournament.run():
        pass
    return tournament.hall


@examples(15)
@given(random=RANDOMS)
def test_stored_events_fold_to_the_same_state(random: Random):
    hall = whole(random)
    events = msgspec.json.decode(msgspec.json.encode(hall.events), type=list[ANY_EVENT])
    assert freeze(fold(TOURNAMENT.blank_state(), events)) == freeze(hall.state)
    assert freeze(thaw(TOURNAMENT, freeze(hall.state))) == freeze(hall.state)


@examples(8)
@given(random=RANDOMS)
def test_a_viewer_who_gets_redacted_events_sees_the_same(random: Random):
    for viewer in (SPECTATOR, ORGANIZER):
        hall = whole(Random(random.random()))
        redacted, full = TOURNAMENT.blank_state(), TOURNAMENT.blank_state()
        for _, events, _ in hall.commits:
            fold(full, events)
            fold(redacted, [TOURNAMENT.redact(event, viewer) for event in events])
            if random.random() < 0.3 or full.phase == CLOSED:
                assert TOURNAMENT.view(redacted, viewer) == TOURNAMENT.view(full, viewer)


@examples(10)
@given(random=RANDOMS)
def test_what_is_listed_is_accepted_and_nothing_else(random: Random):
    tournament = begun(random)
    for _ in tournament.run():
        if random.random() < 0.3:
            continue
        who = random.choice([*tournament.people, tournament.runner, PlayerId("stranger")])
        actions = TOURNAMENT.actions(tournament.state, who)
        for action in random.sample(actions, min(3, len(actions))):
            assert is_accepted(tournament.hall, as_command(action, who, random)), action
            if isinstance(action, OpenChoice):
                assert allows(action, action.example), action
                assert is_accepted(tournament.hall, action.example), action
        for _ in range(10):
            command = random_command(tournament, who, random)
            listed = is_listed(actions, command)
            assert is_accepted(tournament.hall, command) == listed, command


def is_accepted(hall: Hall, command: Command) -> bool:
    """Whether a command would be accepted; the hall stays as it is."""
    state = thaw(TOURNAMENT, freeze(hall.state))
    TOURNAMENT.fix_key(state, hall.chance)
    try:
        TOURNAMENT.play(state, command, hall.chance, Occasion(hall.at, "somebody"))
    except RuleViolation:
        return False
    return True


POSTED = [
    kind
    for kind in TOURNAMENT.commands
    if issubclass(kind, PlayerCommand) and not issubclass(kind, CallCommand)
]


def random_command(tournament: RandomTournament, who: PlayerId, random: Random) -> Command:
    """Any command of a person, legal or not. One with a code is not listed, so none has one."""
    kind = random.choice(POSTED)
    state = tournament.state
    if state.chosen.by_code and kind is entering.Register:
        return random_command(tournament, who, random)
    persons = [*(entry.person for entry in state.entries.values()), *state.staff]
    some = [*persons, *persons, *state.entries, PlayerId("stranger"), PlayerId("bot:planner:1")]
    number = random.randint(0, 5)
    values: dict[str, Any] = {
        "player": who,
        "entrant": random.choice(some),
        "person": random.choice(some),
        "first": random.choice(some),
        "second": random.choice(some),
        "substitute": random.choice(some),
        "role": random.choice(("organizer", "referee")),
        "reason": random.choice(("", "because", "r" * 201)) if random.random() < 0.1 else "because",
        "bot": random.choice(("planner", "random", "nobody")),
        "code": None,
        "table": number,
        "round": number,
        "appeal": number,
        "penalty": number,
        "seat": Seat(random.randint(-1, 4)),
        "colour": random.choice((*COLOURS, "pink")),
        "points": random.choice((number, tuple(random.randint(-1, 9) for _ in range(4)))),
        "winners": tuple(Seat(random.randint(0, 4)) for _ in range(random.randint(0, 2))),
    }
    if kind is appeals.AwardTable:
        values["points"] = tuple(random.randint(0, 9) for _ in range(random.choice((3, 4, 4))))
    return kind(**{name: values[name] for name in kind.__struct_fields__})


@examples(15)
@given(random=RANDOMS)
def test_standings_are_those_of_all_results_counted_anew(random: Random):
    tournament = begun(random)
    for _ in tournament.run():
        state = tournament.state
        if state.phase == RUNNING and random.random() < 0.3:
            assert standings_now(state) == standings_from_scratch(state)


def standings_from_scratch(state: Tournament) -> tuple[Line, ...]:
    played = [
        (one, one.plan)
        for one in state.rounds
        if one.status in ("running", "closed") and one.plan is not None and one.plan.counts
    ]
    counted = [
        table_result(one, number, table)
        for one, _ in played
        for number, table in enumerate(one.tables, start=1)
        if table.result is not None
    ]
    byes = [Bye(one.number, entrant) for one, plan in played for entrant in plan.byes]
    players = list(state.tally.records)
    return standings_of(standings_rule(state), players, counted, byes, state.penalties_in_force)


@examples(15)
@given(random=RANDOMS)
def test_nobody_is_twice_in_a_round_and_a_sealed_result_stays(random: Random):
    tournament = begun(random)
    sealed: dict[tuple[int, int], bytes] = {}
    for _ in tournament.run():
        for one in tournament.state.rounds:
            for number, table in enumerate(one.tables, start=1):
                if table.is_sealed:
                    stored = msgspec.json.encode(table)
                    assert sealed.setdefault((one.number, number), stored) == stored
    for one in tournament.state.rounds:
        if one.plan is not None:
            players = [*one.plan.byes, *(p for table in one.plan.tables for p in table)]
            assert sorted(players) == sorted(set(one.plan.players))
            if one.status == "closed":
                assert all(table.is_sealed for table in one.tables)


@examples(10)
@given(random=RANDOMS)
def test_every_event_is_a_sentence_in_both_languages_without_ids(random: Random):
    state = TOURNAMENT.blank_state()
    for event in whole(random).events:
        fold(state, [event])
        for language in ("en", "pl"):
            assert_sentence(state, event, language)
        assert_sentence(state, TOURNAMENT.redact(event, SPECTATOR), "en")


def assert_sentence(state: Tournament, event: Event, language: str) -> None:
    sentence = narrate(state, event, language)
    assert sentence.endswith((".", ".”"))
    assert "None" not in sentence
    assert "{" not in sentence
    assert not re.search(r"\bp\d\d\b|olga|rita|guest-|bot:", sentence), sentence
    named = with_names(template(state, event, language), {person(i): "Ada" for i in range(16)})
    assert not re.search(r"\bp\d\d\b|olga|rita|guest-", named), named


def test_every_event_has_its_sentences():
    tags = {str(kind.__struct_config__.tag) for kind in TOURNAMENT.events}
    for language in NARRATOR.languages.values():
        assert tags <= {key.split(".")[0] for key in language.sentences}
    english, polish = (NARRATOR.languages[code].sentences for code in ("en", "pl"))
    assert english.keys() == polish.keys()


@examples(10)
@given(random=RANDOMS)
def test_what_is_due_has_a_time(random: Random):
    """The service sleeps until `due_at`, and then finds a command."""
    tournament = begun(random)
    for _ in tournament.run():
        at = due_at(tournament.state)
        if at is not None:
            assert due_command(tournament.state, max(at, tournament.hall.at)) is not None
        if at is None or at > tournament.hall.at:
            assert due_command(tournament.state, tournament.hall.at) is None


def test_every_event_has_a_redactor():
    assert set(REDACTORS) == set(TOURNAMENT.events)

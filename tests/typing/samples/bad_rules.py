"""Deciders and evolvers that do not fit the message they are registered for."""

from collections.abc import Iterator

from domain.base.commands import BuildCity, BuildRoad
from domain.base.events import CityBuilt, RoadBuilt
from domain.base.state import Game
from domain.chance.draws import Chance
from domain.messages import Event
from domain.rulebook import Rulebook
from domain.seafarers.state import Voyage

land = Rulebook[Game]()


#: Argument 1 has incompatible type "Callable[[Game, BuildCity, Chance], Iterator[Event]]";
#: expected "Callable[[Game, BuildRoad, Chance], Iterator[Event]]" [arg-type]
@land.decides(BuildRoad)
def other_command(state: Game, command: BuildCity, chance: Chance) -> Iterator[Event]:
    yield CityBuilt(seat=command.seat, node=command.node)


#: Argument 1 has incompatible type "Callable[[Game, BuildRoad, Chance], bool]"; expected
#: "Callable[[Game, BuildRoad, Chance], Iterator[Event]]" [arg-type]
@land.decides(BuildRoad)
def no_facts(state: Game, command: BuildRoad, chance: Chance) -> bool:
    return True


#: Argument 1 has incompatible type "Callable[[Voyage, BuildRoad, Chance], Iterator[Event]]";
#: expected "Callable[[Game, BuildRoad, Chance], Iterator[Event]]" [arg-type]
@land.decides(BuildRoad)
def other_state(state: Voyage, command: BuildRoad, chance: Chance) -> Iterator[Event]:
    yield RoadBuilt(seat=command.seat, edge=command.edge)


#: Argument 1 has incompatible type "Callable[[Game, CityBuilt], None]"; expected "Callable[[Game,
#: RoadBuilt], None]" [arg-type]
@land.evolves(RoadBuilt)
def other_event(state: Game, event: CityBuilt) -> None:
    state.buildings |= 1 << event.node


#: Argument 1 has incompatible type "Callable[[Game, CityBuilt], None]"; expected "Callable[[Game,
#: RoadBuilt | CityBuilt], None]" [arg-type]
@land.evolves(RoadBuilt, CityBuilt)
def half_of_them(state: Game, event: CityBuilt) -> None:
    state.buildings |= 1 << event.node


#: Argument 1 to "Rulebook" has incompatible type "Rulebook[Voyage]"; expected "Rulebook[Game]"
#: [arg-type]
base = Rulebook[Game](Rulebook[Voyage]())

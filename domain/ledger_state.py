"""What the state of every ledger has, of a game or of a tournament: its id and its chance."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, ClassVar, Protocol, TypeVar

if TYPE_CHECKING:
    from domain.ledger_rules import AnyRules


@dataclass(slots=True, kw_only=True, eq=False)
class LedgerState:
    """The state that all ledgers share. A fold of events changes it in place.

    A class with slots, because a field of it is set four times as fast as one of a Struct.
    """

    REFERENCES: ClassVar[frozenset[str]] = frozenset({"ruleset", "past"})
    """Fields that refer to code, which follow from the rest, or to what came before."""

    ruleset: "AnyRules"
    past: "Past[Any] | None" = None
    """Lent by who folds this state, for rewinds. Only a fold without rewinds can do without."""
    game: str = ""
    """The id of the ledger."""
    commitment: str = ""
    key_id: str = ""
    phase: str = ""
    """Empty before the first event."""
    next_draw: int = 0
    seed: str | None = None
    """The seed of its chance, once that is revealed."""

    @property
    def source(self) -> str:
        """What its seed follows from, by name."""
        return self.game

    @property
    def nonces(self) -> list[str]:
        """What others than the server have added to its chance."""
        return []


L = TypeVar("L", bound=LedgerState)
"""The state of one kind of ledger."""
L_contra = TypeVar("L_contra", bound=LedgerState, contravariant=True)
"""The state that rules are for; they are also rules for any state that extends it."""
L_co = TypeVar("L_co", bound=LedgerState, covariant=True)


class Past(Protocol[L_co]):
    """What came before the present state of a fold."""

    @property
    def version(self) -> int:
        """The version of the last commit that is folded."""

    def state_at(self, version: int) -> L_co:
        """The state as it was at an earlier version, apart from the present one."""

    def states_before(self) -> Iterator[L_co]:
        """The state after every commit before the last: one state, which goes on."""

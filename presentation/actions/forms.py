"""Open choices as forms: what a client that knows no rules needs to ask a person for each field."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Annotated, Any, Final, Literal, TypeAlias, TypeVar, get_args, get_origin

from msgspec import UNSET, Meta, Struct, UnsetType

from domain.choices import BankRate, Bound, Bounds, DrawnAtRandom
from domain.messages import Command
from domain.table.bots import PREFIX
from domain.table.view import TableView
from domain.touches import FieldType, field_types
from presentation.actions.phrasebook import Phrasebook
from presentation.language import Language

FieldKind: TypeAlias = Literal[
    "cards", "choice", "choices", "number", "numbers", "text", "random", "bool"
]
"""How a field is asked for: a count of each value, one value, several values, a whole number, a
list with a whole number for each value, a text, a text drawn at random, or yes or no."""

N = TypeVar("N")

APART: Final = "apart"


class Narrowing(Struct, frozen=True):
    """What may be in another field once a value is chosen."""

    greatest_total: int
    without: tuple[str, ...]
    """Values of that field that may not be chosen."""


class FormValue(Struct, frozen=True, omit_defaults=True):
    """A value that may be chosen, and what follows for other fields if it is."""

    value: int | str | None
    label: str
    most: int | UnsetType = UNSET
    """Of cards: how many at most."""
    sets: dict[str, int | str] | UnsetType = UNSET
    """Fields that get these values."""
    narrows: dict[str, Narrowing] | UnsetType = UNSET
    """Fields that may then hold less."""


class FormField(Struct, frozen=True, omit_defaults=True, kw_only=True):
    """A field to fill in. Only what applies is sent."""

    name: str
    label: str
    kind: FieldKind
    required: bool
    """Whether it has to be there; otherwise it may be left out, or null."""
    hint: str = ""
    none_label: str | UnsetType = UNSET
    """What it means to leave the field out, or null, where that means something of its own."""
    place: str | UnsetType = UNSET
    """What its values are on the table, as in `touches`."""
    set_by: str | UnsetType = UNSET
    """The field whose chosen value says what goes here; there is nothing to ask."""
    apart_from: tuple[str, ...] = ()
    """Fields with which it may have no value in common."""
    values: tuple[FormValue, ...] = ()
    """The values to choose from; for a text only suggestions."""
    total: int | UnsetType = UNSET
    """How many cards exactly."""
    least_total: int | UnsetType = UNSET
    greatest_total: int | UnsetType = UNSET
    least: int | UnsetType = UNSET
    """The smallest number; of several values, how many there have to be."""
    greatest: int | UnsetType = UNSET
    spans: tuple[tuple[int, int], ...] = ()
    """Where not all numbers in between are allowed: the spans that are, both ends included."""
    least_length: int | UnsetType = UNSET
    greatest_length: int | UnsetType = UNSET
    pattern: str | UnsetType = UNSET
    alphabet: str | UnsetType = UNSET
    """Of a random text: the characters to draw from, `greatest_length` of them."""
    none_of: tuple[str, ...] = ()


def form_of(
    book: Phrasebook,
    language: Language,
    view: TableView,
    command: type[Command],
    bounds: Bounds,
) -> list[FormField]:
    """The fields of an open choice, in the order in which they are asked for."""
    return list(_Form(book, language, view, command, bounds).fields())


class _Form:
    def __init__(
        self,
        book: Phrasebook,
        language: Language,
        view: TableView,
        command: type[Command],
        bounds: Bounds,
    ) -> None:
        self._book, self._language, self._view = book, language, view
        self._command, self._bounds = command, bounds

    def fields(self) -> Iterator[FormField]:
        for field in field_types(self._command):
            bound = self._bounds.get(field.name)
            if isinstance(bound, list):
                yield self._field(field, "choice", values=tuple(self._rates(bound)))
            elif bound is None:
                yield self._field(field, _kind(field, Bound()), set_by=self._setter())
            else:
                yield self._bounded(field, bound)

    def _bounded(self, field: FieldType, bound: Bound) -> FormField:
        kind = _kind(field, bound)
        match kind:
            case "cards":
                return self._cards(field, bound)
            case "choice":
                chosen = _given(bound.one_of)
                return self._field(field, kind, values=self._values(field, chosen))
            case "choices":
                chosen = _given(bound.each_of) or _given(bound.seats)
                least = 1 if isinstance(bound.least, UnsetType) else bound.least
                values = self._values(field, chosen)
                none = UNSET if bound.all is UNSET else self._label(field, bound.all)
                return self._field(
                    field,
                    kind,
                    values=values,
                    least=least,
                    greatest=len(values),
                    none_label=none,
                )
            case "number":
                spans = tuple(_given(bound.spans))
                least, greatest = spans[0][0], spans[-1][1]
                apart = spans if len(spans) > 1 else ()
                return self._field(field, kind, least=least, greatest=greatest, spans=apart)
            case _:
                return self._text(field, kind, bound)

    def _cards(self, field: FieldType, bound: Bound) -> FormField:
        most: Mapping[Any, int] = {} if isinstance(bound.most, UnsetType) else bound.most
        values = tuple(
            FormValue(one, self._label(field, one), most=count) for one, count in most.items()
        )
        if isinstance(bound.total, int):
            return self._field(field, "cards", values=values, total=bound.total)
        least = 1 if isinstance(bound.least_total, UnsetType) else bound.least_total
        total = sum(most.values())
        return self._field(field, "cards", values=values, least_total=least, greatest_total=total)

    def _text(self, field: FieldType, kind: FieldKind, bound: Bound) -> FormField:
        length = _length(field.kind)
        drawn = _note(field.kind, DrawnAtRandom)
        if drawn is not None:
            return self._field(
                field, kind, pattern=bound.pattern, alphabet=drawn.alphabet, **length
            )
        suggested = tuple(
            FormValue(one, self._language.say("value.bot", bot=one.removeprefix(PREFIX)))
            for one in _given(bound.suggested)
        )
        return self._field(
            field,
            kind,
            pattern=bound.pattern,
            none_of=tuple(_given(bound.none_of)),
            values=suggested,
            **length,
        )

    def _rates(self, rates: Sequence[BankRate | str]) -> Iterator[FormValue]:
        """What to give decides on the rate, and on how much may be taken for it."""
        for rate in rates:
            assert isinstance(rate, BankRate)
            label = self._language.say(
                "value.rate", resource=self._language.words[rate.resource], rate=rate.rate
            )
            narrowing = Narrowing(rate.most_lots, (rate.resource,))
            taken = {
                name: narrowing
                for name, bound in self._bounds.items()
                if isinstance(bound, Bound) and isinstance(bound.total, str)
            }
            yield FormValue(rate.resource, label, sets={"rate": rate.rate}, narrows=taken)

    def _setter(self) -> str | UnsetType:
        """The field whose values set others."""
        rated = (
            name
            for name, bound in self._bounds.items()
            if name != APART and isinstance(bound, list)
        )
        return next(rated, UNSET)

    def _field(self, field: FieldType, kind: FieldKind, **more: Any) -> FormField:
        apart = self._bounds.get(APART)
        names = [str(name) for name in apart] if isinstance(apart, list) else []
        others = tuple(name for name in names if name != field.name)
        return FormField(
            name=field.name,
            label=self._book.field(self._language, self._command, field.name),
            kind=kind,
            required=field.is_required,
            hint=self._book.hint(self._language, self._command, field.name),
            place=UNSET if field.place is None else field.place,
            apart_from=others if field.name in names else (),
            **more,
        )

    def _values(self, field: FieldType, values: Sequence[Any]) -> tuple[FormValue, ...]:
        return tuple(FormValue(value, self._label(field, value)) for value in values)

    def _label(self, field: FieldType, value: object) -> str:
        return self._book.value(self._language, self._view, field.place, value)


def _kind(field: FieldType, bound: Bound) -> FieldKind:
    if field.shape == "counts":
        return "cards"
    if field.shape == "several":
        return "choices"
    if not isinstance(bound.one_of, UnsetType):
        return "choice"
    kind = get_args(field.kind)[0] if get_origin(field.kind) is Annotated else field.kind
    if kind is bool:
        return "bool"
    if kind is int:
        return "number"
    return "text" if _note(field.kind, DrawnAtRandom) is None else "random"


def _length(kind: Any) -> dict[str, int]:
    """How long a text may be, by its type."""
    note = _note(kind, Meta)
    if note is None:
        return {}
    found = {"least_length": note.min_length, "greatest_length": note.max_length}
    return {name: length for name, length in found.items() if length is not None}


def _note(kind: Any, form: type[N]) -> N | None:
    """What the type of a field has noted in this form, if anything."""
    notes = get_args(kind)[1:] if get_origin(kind) is Annotated else ()
    return next((note for note in notes if isinstance(note, form)), None)


def _given(values: Any) -> Sequence[Any]:
    return () if isinstance(values, UnsetType) else values

"""The rows of cards in the drawn panel: hands, the open offer, discards, the bank and the deck."""

from collections.abc import Iterator, Mapping

from domain.base.view_types import BasePlayView, OfferView
from domain.cards import RESOURCES, CardKind, Resource
from domain.table.view import SeatView
from presentation.base.svg_rows import SMALL, Row, Sheet, flowing, mark, said_by
from presentation.captions import Captions
from presentation.svg.flow import Area, Thing, label, text_width
from presentation.svg.markup import Markup, Value, group, moved, path, text, use
from presentation.svg.symbols import FAINT, INK, SAND
from presentation.svg.touch import touch_box

HAND, WIDE_HAND, FOOT = 42, 30, 36
NOTE_AT, BANK_AT, DECK_WIDTH = 424, 64, 190
STEP, NARROW_STEP, BANK_STEP = 60, 66, 58
"""How far apart resources stand in a row of all five: in a wide panel, a hand, and a bank."""


def hand_row(
    seat: SeatView, resources: Mapping[Resource, int], captions: Captions, sheet: Sheet
) -> Row:
    """What only those who may see the hand know."""
    height, step = (HAND, NARROW_STEP) if sheet.narrow else (WIDE_HAND, STEP)
    places = list(_places(sheet.left - 8, step))
    areas = [
        touch_box(
            (x, 0, step, height),
            "resource",
            resource,
            _held(seat, resource, resources[resource], captions),
            data_seat=seat.seat,
        )
        for resource, x in places
    ]
    drawn = _resources(resources, places, height / 2 + 1, narrow=sheet.narrow)
    return Row(group(drawn, data_hand=seat.seat), height, tuple(areas))


def cards_row(
    seat: SeatView, cards: Mapping[CardKind, int], captions: Captions, sheet: Sheet
) -> Row:
    """Development cards by kind."""
    size = 16 if sheet.narrow else SMALL
    things = []
    for kind, count in cards.items():
        if count:
            thing = label(f"{count} × {captions.word(kind)}", size)
            data = (("data_seat", seat.seat), ("data_commands", f"play_{kind}"))
            area = Area("card", kind, _held(seat, kind, count, captions), data)
            things.append(thing._replace(area=area))
    return flowing(things, sheet, 32 if sheet.narrow else 24, data_cards=seat.seat)


def offer_row(view: BasePlayView, offer: OfferView, captions: Captions, sheet: Sheet) -> Row:
    """Who gives what for what, and what the others say to it."""
    things = [label(captions.say("offer"), SMALL, fill=FAINT), mark(view.seats[view.turn_seat])]
    things += _bundle(offer.give)
    things.append(_arrow())
    things += _bundle(offer.want)
    for seat in offer.to:
        answer = offer.answers.get(seat)
        said = captions.say(f"answer.{'none' if answer is None else answer.kind}")
        things.append(said_by(view.seats[seat], said))
        if answer is not None and answer.give:
            things += [*_bundle(answer.give), _arrow(), *_bundle(answer.want)]
    return flowing(things, sheet, data_offer=view.turn_seat)


def offer_told(view: BasePlayView, offer: OfferView, captions: Captions) -> str:
    """The open offer for those who do not see the picture."""
    maker = captions.named(view.seats[view.turn_seat])
    sentences = [_exchange(maker, offer.give, offer.want, captions)]
    for seat in offer.to:
        answer, name = offer.answers.get(seat), captions.named(view.seats[seat])
        kind = "none" if answer is None else answer.kind
        told = f"{name}: {captions.say(f'answer.{kind}')}."
        if answer is not None and answer.give:
            told = f"{told} {_exchange(name, answer.give, answer.want, captions)}"
        sentences.append(told)
    return " ".join(sentences)


def _exchange(
    name: str, give: Mapping[Resource, int], want: Mapping[Resource, int], captions: Captions
) -> str:
    given, wanted = (
        ", ".join(f"{captions.word(kind)} {count}" for kind, count in cards.items())
        for cards in (give, want)
    )
    return captions.say("offer.told", seat=name, give=given, want=wanted)


def discards_row(view: BasePlayView, captions: Captions, sheet: Sheet) -> Row:
    """Who has to discard how many cards, and who has chosen them."""
    things = [label(captions.say("discards"), SMALL, fill=FAINT)]
    for due in view.discards:
        said = f"{due.count} ✓" if due.chosen else str(due.count)
        things.append(said_by(view.seats[due.seat], said, 16))
    return flowing(things, sheet, data_discards=len(view.discards))


def supplies_rows(view: BasePlayView, captions: Captions, sheet: Sheet) -> Iterator[Row]:
    """What is left to take: one row, or two where there is not room for all in one."""
    line = path(f"M16 4H{sheet.width - 16}", stroke=SAND, stroke_width=2)
    deck = captions.say("deck", count=view.deck)
    width = text_width(deck, SMALL) + 32 if sheet.narrow else DECK_WIDTH
    box = (sheet.width - width, 0, width, FOOT)
    area = touch_box(box, "deck", "deck", deck, data_commands="buy_development_card")
    taken = [text(sheet.width - 16, 26, deck, text_anchor="end")]
    if sheet.note and not sheet.narrow:
        taken.append(text(NOTE_AT, 26, sheet.note))
    bank, areas = _bank(view, captions, sheet)
    look: dict[str, Value] = {"fill": FAINT, "font_size": SMALL}
    if sheet.narrow and bank:
        yield Row(group(line, *bank, **look), FOOT, areas)
        yield Row(group(*taken, **look), FOOT, (area,))
    else:
        yield Row(group(line, *bank, *taken, **look), FOOT, (*areas, area))


def _bank(
    view: BasePlayView, captions: Captions, sheet: Sheet
) -> tuple[list[Markup], tuple[Markup, ...]]:
    """What the bank has, if it may be seen."""
    bank = view.bank
    if bank is None:
        return [], ()
    left, step = (BANK_AT - 8, BANK_STEP) if sheet.narrow else (sheet.left - 8, STEP)
    places = list(_places(left, step))
    areas = [
        touch_box(
            (x, 0, step, FOOT),
            "bank",
            resource,
            captions.say("banked", count=bank[resource], kind=captions.word(resource)),
        )
        for resource, x in places
    ]
    label_ = text(16, 26, captions.say("bank"))
    return [label_, _resources(bank, places, 21, narrow=False)], tuple(areas)


def _held(seat: SeatView, kind: str, count: int, captions: Captions) -> str:
    """Cards of a hand, in words."""
    return captions.say("held", seat=captions.named(seat), count=count, kind=captions.word(kind))


def _places(left: float, step: float) -> Iterator[tuple[Resource, float]]:
    """Where each resource begins in a row of all five."""
    for i, resource in enumerate(RESOURCES):
        yield resource, left + step * i


def _resources(
    cards: Mapping[Resource, int], places: list[tuple[Resource, float]], y: float, *, narrow: bool
) -> Markup:
    """Resource cards by kind, each a small picture and a count."""
    parts = []
    for resource, left in places:
        x, scale = left + 16, 1.2 if narrow else 1
        parts.append(use(f"hx-{resource}", transform=moved(x, y - 1, scaled=scale)))
        size = 20 if narrow else 16
        parts.append(text(x + 18, y + 5 + narrow, str(cards[resource]), font_size=size))
    return group(*parts, fill=INK)


def _bundle(cards: Mapping[Resource, int]) -> list[Thing]:
    """Some cards, each a count and a small picture."""
    return [_card(kind, count) for kind, count in cards.items()]


def _card(kind: str, count: int) -> Thing:
    width = text_width(str(count), 16)
    shown = use(f"hx-{kind}", transform=moved(width + 14, 0, scaled=0.85))
    return Thing(width + 30, group(text(0, 6, str(count), font_size=16), shown))


def _arrow() -> Thing:
    """What comes behind it is asked for what comes before."""
    return Thing(28, path("M0 0H16M10-5 16 0 10 5", fill="none", stroke=INK, stroke_width=2))

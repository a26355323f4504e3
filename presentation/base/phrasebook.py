"""The commands of a base game in words."""

from collections.abc import Mapping
from typing import Final

from domain.base import commands as wishes
from domain.base.view_types import BasePlayView, BaseView
from domain.messages import Command
from presentation.actions.phrasebook import (
    TABLE_PLACES,
    LabelChooser,
    Phrasebook,
    PlaceFormatter,
    format_seat,
    format_word,
)
from presentation.actions.table_labels import TABLE_CHOOSERS
from presentation.base.narration import NARRATOR, format_cards
from presentation.base.places import format_edge, format_hex, format_node
from presentation.language import ChosenSentence, Language


def _move_robber(
    language: Language, view: BasePlayView, command: wishes.MoveRobber
) -> ChosenSentence:
    return "move_robber.this" if command.victim is None else "move_robber.rob", {}


def _trade_with_bank(
    language: Language, view: BasePlayView, command: wishes.TradeWithBank
) -> ChosenSentence:
    price = {command.give: command.rate * sum(command.take.values())}
    return "trade_with_bank.this", {"given": format_cards(language, view, price)}


def _offer_trade(
    language: Language, view: BasePlayView, command: wishes.OfferTrade
) -> ChosenSentence:
    return "offer_trade.this" if command.to is None else "offer_trade.to", {}


def _answer(language: Language, view: BasePlayView, command: Command) -> ChosenSentence:
    tag, offer = str(type(command).__struct_config__.tag), view.offer
    if offer is None:
        return tag, {}
    return f"{tag}.this", {
        "maker": format_seat(language, view, view.turn_seat),
        "give": format_cards(language, view, offer.give),
        "want": format_cards(language, view, offer.want),
    }


def _confirm_trade(
    language: Language, view: BasePlayView, command: wishes.ConfirmTrade
) -> ChosenSentence:
    """By the terms of the offer, or of the partner's counter-offer."""
    offer = view.offer
    answer = None if offer is None else offer.answers.get(command.partner)
    if offer is None or answer is None:
        return "confirm_trade", {}
    is_countered = answer.kind == "countered"
    return "confirm_trade.this", {
        "give": format_cards(language, view, answer.want if is_countered else offer.give),
        "take": format_cards(language, view, answer.give if is_countered else offer.want),
    }


def base_phase(view: BaseView) -> str:
    """What the game waits for; seats may be asked to answer an offer."""
    is_asked = view.offer is not None and view.turn_seat not in view.to_act
    return "answering" if is_asked else view.phase


PLACES: Final[Mapping[str, PlaceFormatter]] = {
    **TABLE_PLACES,
    "hex": format_hex,
    "node": format_node,
    "edge": format_edge,
    "resource": format_word,
}
CHOOSERS: Final[Mapping[type[Command], LabelChooser]] = {
    **TABLE_CHOOSERS,
    wishes.MoveRobber: _move_robber,
    wishes.TradeWithBank: _trade_with_bank,
    wishes.OfferTrade: _offer_trade,
    wishes.AcceptTrade: _answer,
    wishes.RefuseTrade: _answer,
    wishes.ConfirmTrade: _confirm_trade,
}
PHRASEBOOK: Final = Phrasebook(
    languages=NARRATOR.languages, places=PLACES, choosers=CHOOSERS, phase=base_phase
)

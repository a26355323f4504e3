"""The commands of a game for two in words."""

from collections.abc import Mapping
from dataclasses import replace
from typing import Final

from domain.duel import commands as wishes
from domain.duel.view import DuelPlayView, DuelView
from domain.messages import Command
from presentation.actions.phrasebook import LabelChooser, format_seat
from presentation.base import phrasebook as base
from presentation.duel.narration import NARRATOR
from presentation.language import ChosenSentence, Language, Word


def _player(language: Language, view: DuelView, seat: int) -> Word:
    """A seat by its colour; neutral players have colours of their own."""
    if seat < len(view.seats):
        return format_seat(language, view, seat)
    (colour,) = (neutral.colour for neutral in view.neutrals if neutral.seat == seat)
    words = zip(language.words["neutral"], language.words[colour], strict=True)
    return Word(*map(" ".join, words))


def _for_trade_cards(
    language: Language, view: DuelPlayView, command: wishes.ForceTrade | wishes.SendRobberToDesert
) -> ChosenSentence:
    price = language.counted(view.seats[command.seat].action_price, "trade_card")
    return f"{type(command).__struct_config__.tag}.this", {"price": price}


CHOOSERS: Final[Mapping[type[Command], LabelChooser]] = {
    **base.CHOOSERS,
    wishes.ForceTrade: _for_trade_cards,
    wishes.SendRobberToDesert: _for_trade_cards,
}
PHRASEBOOK: Final = replace(
    base.PHRASEBOOK,
    languages=NARRATOR.languages,
    places={**base.PLACES, "seat": _player},
    choosers=CHOOSERS,
)

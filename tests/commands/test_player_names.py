"""What players may call themselves."""
# ruff: noqa: RUF001 - letters that look like others are what this is about

import pytest

from commands.player_names import RESERVED, flaw_of

JOINED = (
    "می\u200cخواهم",
    "علی\u200cرضا",
    "بی\u064e\u200cنام",
    "क्\u200dष",
    "क्\u200cष",
    "അവന്\u200d",
    "\N{WOMAN}\u200d\N{ROCKET}",
    "\N{WOMAN}\N{EMOJI MODIFIER FITZPATRICK TYPE-4}\u200d\N{ROCKET}",
    "\N{WAVING WHITE FLAG}\ufe0f\u200d\N{RAINBOW}",
    "\N{MAN}\u200d\N{WOMAN}\u200d\N{GIRL} Novak",
    "\N{HEAVY BLACK HEART}\ufe0f\u200d\N{FIRE}",
    "\N{SLIGHTLY SMILING FACE}\u200d\N{LEFT RIGHT ARROW}\ufe0f",
    "\N{BLACK FLAG}\u200d\N{SKULL AND CROSSBONES}",
)


@pytest.mark.parametrize("name", JOINED, ids=ascii)
def test_joiners_may_stand_where_a_script_or_an_emoji_needs_them(name: str):
    assert flaw_of(name) is None


@pytest.mark.parametrize(
    "name",
    [
        "A\u200dda",
        "A\u200cda",
        "\u200dAda",
        "Ada\u200c",
        "\u200c",
        "\u200d\u200d",
        "\N{WOMAN}\u200d",
        "\u200d\N{WOMAN}",
        "\N{WOMAN}\u200dA",
        "\N{WOMAN}\u200d\u200d\N{ROCKET}",
        "\N{WOMAN}\u200c\N{ROCKET}",
        "می\u200dخواهم",
        "می\u200c",
        "می\u200c\u200cخواهم",
        # An alef does not join the next letter anyway.
        "با\u200cران",
    ],
    ids=ascii,
)
def test_a_joiner_that_nobody_can_see_is_refused(name: str):
    assert flaw_of(name) == "An invisible joiner stands where it joins nothing."


@pytest.mark.parametrize(
    "name", ["\u3164", "\u2800\u2800", "Ada\u3164", "\ufe0f", "\u0301", "\u115f"], ids=ascii
)
def test_a_name_has_to_be_seen(name: str):
    assert flaw_of(name) == "At least one character has to be visible, and none may be blank."


@pytest.mark.parametrize(
    "name", ["Ada\n", "\u202eAda", "A\0", "\u200e", "\ufeff", " Ada"], ids=ascii
)
def test_a_name_is_printable(name: str):
    assert flaw_of(name) == "Only printable characters, without spaces around them."


@pytest.mark.parametrize(
    "name",
    [
        *sorted(RESERVED),
        "bot:planner:0",
        "BOT : random",
        "bot\N{FULLWIDTH COLON}planner",
        "Admin",
        "ＡＤＭＩＮ",  # in full width
        "аdmіn",  # with Cyrillic letters
        "Αdmin",  # with a Greek letter
        "ádmin",
        "a d m i n",
        "-=[ADMIN]=-",
        "adm1n",
        "AdmIn",
        "admln",
        "Hex Ledger",
        "ѕуѕtеm",  # with Cyrillic letters
        "\N{MATHEMATICAL BOLD SMALL R}oot",
        "Sędzia",
    ],
)
def test_a_name_of_the_service_itself_is_reserved_however_it_is_written(name: str):
    assert flaw_of(name) == "This name is reserved; choose another one."


@pytest.mark.parametrize(
    "name",
    [
        "Bottom",
        "Botond",
        "Rootes",
        "Systema",
        "Administrix",
        "Ad Min Ton",
        "Радамес",
        "1337",
        "...",
    ],
)
def test_a_name_that_only_begins_like_a_reserved_one_is_free(name: str):
    assert flaw_of(name) is None

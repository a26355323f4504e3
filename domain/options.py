"""Refusals of options, the same for every ruleset."""

from domain.refusals import Malformed


class UnknownOption(Malformed):
    """The ruleset has no such option; `details.options` lists those it has."""

    code = "options/unknown"


class BadOption(Malformed):
    """An option has a value it cannot take; `details.option` names it."""

    code = "options/bad_value"


class ContradictoryOptions(Malformed):
    """Two options do not go together; change or leave out the one in `details.option`."""

    code = "options/contradictory"

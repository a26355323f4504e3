"""Refusals of options, the same for every ruleset."""

from domain.refusals import RuleViolation


class UnknownOption(RuleViolation):
    code = "options/unknown"


class BadOption(RuleViolation):
    code = "options/bad_value"


class ContradictoryOptions(RuleViolation):
    code = "options/contradictory"


class OptionUnavailable(RuleViolation):
    code = "options/unavailable"

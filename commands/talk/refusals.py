"""The reasons why something cannot be said at a table."""

from domain.refusals import Forbidden, RuleViolation


class TalkOff(RuleViolation):
    """There is no table talk in this game: its host has switched it off, or it has one player."""

    code = "talk/off"


class PhrasesOnly(RuleViolation):
    """Only ready phrases may be said in this game; choose one of `GET /v1/phrases`."""

    code = "talk/phrases_only"


class TalkEnded(RuleViolation):
    """The talk of a game ends ten minutes after the game is closed, and at once when it is moved;
    it can still be read."""

    code = "talk/ended"


class NobodyReads(RuleViolation):
    """Nobody reads messages at this seat: it is free, a bot's or your own; choose another seat, or
    leave `to` out to speak to all."""

    code = "talk/bad_addressee"


class NotYourMessage(Forbidden):
    """Only the sender may delete a message; you can report it, or mute its sender."""

    code = "talk/not_yours"


class OwnMessage(RuleViolation):
    """This message is your own; you can delete it."""

    code = "report/own_message"


class MessageGone(RuleViolation):
    """The words of this message are erased already, so nobody can read them any more."""

    code = "report/message_gone"


class ReportedAlready(RuleViolation):
    """You have reported this message already; an organizer will look at it."""

    code = "report/filed_already"


class TooManyReports(RuleViolation):
    """Of your reports, `details.most` are open; wait until an organizer has settled some."""

    code = "report/too_many_open"


class ReportSettledAlready(RuleViolation):
    """This report is settled already; `details.decision` is what was decided."""

    code = "report/settled_already"

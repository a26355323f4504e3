"""A report as plain text, in English or Polish."""

from collections.abc import Iterator

from domain.reports import DiceLine, GameLine, PaceLine, Place, Report
from presentation.player_names import NO_NAMES, Names
from presentation.reports.writer import SERVER_LINKS, Links, ReportWriter


def report_text(
    report: Report, language: str, names: Names = NO_NAMES, links: Links = SERVER_LINKS
) -> str:
    """The whole report, part by part. Every line says where it can be looked up."""
    writer = ReportWriter(report, names, links, language)
    parts = {
        "games": [_game(writer, line) for line in report.games],
        "pace": [_pace(writer, line) for line in report.pace],
        "trades": list(_trades(writer, report)),
        "offers": list(_offers(writer, report)),
        "takings": list(_takings(writer, report)),
        "choices": list(_choices(writer, report)),
        "dice": [_dice(writer, line) for line in report.dice],
        "luck": list(_luck(writer, report)),
        "notes": writer.notes(report),
    }
    lines = [writer.say("title", count=len(report.games))]
    for part, found in parts.items():
        lines += ["", writer.say(part)]
        if part == "pace":
            lines.append(f"  {writer.say('pace.about')}")
        lines += [f"  {line}" for line in found or [writer.say("none")]]
    return "\n".join(lines) + "\n"


def _game(writer: ReportWriter, line: GameLine) -> str:
    winners = ", ".join(writer.name(player) for player in line.winners)
    state = writer.say("open" if line.outcome is None else line.outcome, winners=winners)
    players = ", ".join(writer.name(player) for player in line.players)
    return writer.say(
        "game",
        game=line.game,
        ruleset=line.ruleset,
        state=state,
        version=line.version,
        turns=line.turns,
        players=players,
    )


def _pace(writer: ReportWriter, line: PaceLine) -> str:
    slowest = [
        writer.say(
            "slow",
            seconds=writer.seconds(one.ms),
            place=writer.links.table(Place(one.game, one.version)),
        )
        for one in line.slowest
    ]
    return writer.say(
        "pace.line",
        player=writer.name(line.player),
        decisions=line.decisions,
        median=writer.seconds(line.median_ms),
        total=writer.seconds(line.total_ms),
        missed=line.missed_deadlines,
        slowest=", ".join(slowest) or writer.say("none"),
    )


def _trades(writer: ReportWriter, report: Report) -> Iterator[str]:
    for line in report.trades:
        yield writer.say(
            "trades.line",
            player=writer.name(line.player),
            other=writer.name(line.other),
            trades=line.trades,
            given=writer.cards(line.given),
            taken=writer.cards(line.taken),
            balance=f"{line.balance:+}",
            places=writer.places(line.rests_on),
        )


def _offers(writer: ReportWriter, report: Report) -> Iterator[str]:
    for line in report.offers:
        yield writer.say(
            "offers.line",
            player=writer.name(line.player),
            other=writer.name(line.other),
            asked=line.asked,
            accepted=line.accepted,
            countered=line.countered,
            refused=line.refused,
            places=_in_brackets(writer.places(line.refusals)),
        )


def _takings(writer: ReportWriter, report: Report) -> Iterator[str]:
    for line in report.takings:
        yield writer.say(
            "takings.line",
            player=writer.name(line.player),
            other=writer.name(line.other),
            kind=writer.say(line.kind),
            times=line.times,
            cards=line.count if line.kind == "cloth" else writer.cards(line.cards, line.count),
            places=writer.places(line.rests_on),
        )


def _choices(writer: ReportWriter, report: Report) -> Iterator[str]:
    for line in report.choices:
        yield writer.say(
            f"choices.{line.kind}",
            player=writer.name(line.player),
            other=writer.name(line.other),
            count=line.count,
            cases=line.cases,
            share=writer.percent(line.share),
            expected=writer.percent(line.expected),
            more=writer.percent(line.p_or_more),
            less=writer.percent(line.p_or_less),
            places=_in_brackets(writer.places(line.rests_on or line.instead)),
        )


def _dice(writer: ReportWriter, line: DiceLine) -> str:
    outcomes = [
        writer.say(
            "dice.outcome",
            outcome=one.outcome,
            count=one.count,
            expected=writer.number(one.expected),
        )
        for one in line.outcomes
    ]
    fit = writer.say("dice.no_fit")
    if line.fit is not None:
        fit = writer.say(
            "dice.fit",
            chi_square=writer.number(line.fit.chi_square),
            degrees=line.fit.degrees_of_freedom,
            p=writer.number(line.fit.p),
            reading=writer.say(line.fit.reading),
        )
    return writer.say(
        "dice.line",
        rulesets=", ".join(line.rulesets),
        rolls=line.rolls,
        outcomes=", ".join(outcomes),
        fit=fit,
        places=writer.some([writer.links.log(game) for game in line.games]),
    )


def _luck(writer: ReportWriter, report: Report) -> Iterator[str]:
    for line in report.luck:
        yield writer.say(
            "luck.line",
            player=writer.name(line.player),
            due=line.due,
            expected=writer.number(line.expected),
            luck=writer.number(line.luck),
            deviations=writer.number(line.deviations),
            places=writer.some([writer.links.log(game) for game in line.games]),
        )


def _in_brackets(places: str) -> str:
    return f" ({places})" if places else ""

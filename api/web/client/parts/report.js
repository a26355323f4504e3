/** A report over games as tables; every line leads to the tables on which it rests. */

import { el } from "../lib/dom.js";
import { moment, t } from "../lib/words.js";
import { duration } from "./durations.js";
import { nameOf, person } from "./person.js";

/** @typedef {import("../lib/api.js").Schemas} Schemas */
/** @typedef {import("../lib/dom.js").Child} Child */
/** @typedef {import("../lib/words.js").Phrase} Phrase */
/** @typedef {Schemas["GamesReport"]} Report */
/** @typedef {(game: string, parameters: Record<string, string>) => string} LogAddress */

/** How many links a line shows at once. */
const MOST_LINKS = 6;

/**
 * @param {Report} report
 * @param {LogAddress} logAddress where the log of a game is shown
 */
export function reportPart(report, logAddress) {
  const { names } = report;
  const who = (/** @type {string} */ player) => person(player, names);
  const links = (/** @type {string[]} */ places) => placesPart(places, logAddress);
  return el(
    "div",
    null,
    el("p", null, t("report.games", { count: report.games.length })),
    part("report.pace", ["standings.player", "report.decisions", "report.median", "report.total", "report.slowest", "report.missed"], report.pace, (line) => [
      who(line.player),
      line.decisions,
      line.median_ms === null ? "–" : seconds(line.median_ms),
      duration(line.total_ms),
      joined(line.slowest.map((slow) => placeLink(slow.table, seconds(slow.ms), logAddress))),
      [String(line.missed_deadlines), " ", links(line.rests_on)],
    ]),
    part("report.trades", ["report.first", "report.second", "report.count", "report.gave", "report.took", "report.balance", "report.tables"], report.trades, (line) => [
      who(line.player),
      who(line.other),
      line.trades,
      cards(line.given),
      cards(line.taken),
      signed(line.balance),
      links(line.rests_on),
    ]),
    part("report.offers", ["report.from", "report.to", "report.asked", "report.accepted", "report.countered", "report.refused", "report.tables"], report.offers, (line) => [
      who(line.player),
      who(line.other),
      line.asked,
      line.accepted,
      line.countered,
      line.refused,
      links(line.rests_on),
    ]),
    part("report.takings", ["report.taker", "report.victim", "report.kind", "report.times", "report.cards", "report.tables"], report.takings, (line) => [
      who(line.player),
      who(line.other),
      line.kind.replaceAll("_", " "),
      line.times,
      [String(line.count), " ", cards(line.cards)],
      links(line.rests_on),
    ]),
    part("report.choices", ["standings.player", "report.chosen", "report.kind", "report.how_often", "report.share", "report.expected", "report.p", "report.tables"], report.choices, (line) => [
      who(line.player),
      who(line.other),
      line.kind.replaceAll("_", " "),
      `${line.count}/${line.cases}`,
      percent(line.share),
      percent(line.expected),
      Math.min(line.p_or_more, line.p_or_less).toFixed(3),
      links(line.rests_on),
    ]),
    report.dice.map((line) => dicePart(line, links)),
    part("report.luck", ["standings.player", "report.expected_cards", "report.due", "report.luck", "report.deviations", "report.tables"], report.luck, (line) => [
      who(line.player),
      line.expected.toFixed(1),
      line.due,
      signed(Number(line.luck.toFixed(1))),
      line.deviations === null ? "–" : line.deviations.toFixed(2),
      links(line.rests_on),
    ]),
    part("report.list", ["report.game", "newcup.ruleset", "report.players", "report.won_by", "report.turns", "report.began"], report.games, (game) => [
      placeLink(game.table, game.game_id.slice(0, 12), logAddress),
      game.ruleset,
      game.players.map((player) => (player === null ? "–" : nameOf(player, names))).join(", "),
      game.winners.map((player) => nameOf(player, names)).join(", ") || "–",
      game.turns,
      game.began_at === null ? "–" : moment(game.began_at),
    ]),
    el("h2", null, t("report.notes")),
    el("ul", null, report.notes.map((note) => el("li", null, note))),
  );
}

/**
 * A part of the report: a table, or a word that there is nothing.
 * @template T
 * @param {Phrase} title
 * @param {Phrase[]} heads
 * @param {T[]} lines
 * @param {(line: T) => (Child | Child[])[]} cells
 */
function part(title, heads, lines, cells) {
  if (!lines.length) return el("section", null, el("h2", null, t(title)), el("p", { class: "faint" }, t("report.nothing")));
  return el(
    "section",
    null,
    el("h2", null, t(title)),
    el(
      "div",
      { class: "scroll", tabindex: 0, role: "group", "aria-label": t(title) },
      el(
        "table",
        { class: "report" },
        el("thead", null, el("tr", null, heads.map((head) => el("th", { scope: "col" }, t(head))))),
        el(
          "tbody",
          null,
          lines.map((line) => el("tr", null, cells(line).map((cell, i) => (i ? el("td", { class: typeof cell === "number" ? "number" : null }, cell) : el("th", { scope: "row" }, cell))))),
        ),
      ),
    ),
  );
}

/**
 * @param {Schemas["ReportDice"]} line
 * @param {(places: string[]) => Child} links
 */
function dicePart(line, links) {
  const section = part("report.dice", ["report.outcome", "report.count", "report.expected_count"], line.outcomes, (one) => [one.outcome, one.count, one.expected.toFixed(1)]);
  section.append(
    el(
      "p",
      null,
      t("report.rolls", { count: line.rolls, rulesets: line.rulesets.join(", ") }),
      " ",
      line.fit && t("report.fit", { p: line.fit.p.toFixed(3), reading: line.fit.reading }),
      " ",
      links(line.rests_on),
    ),
  );
  return section;
}

/**
 * Links to the first tables, and how many more there are.
 * @param {string[]} places
 * @param {LogAddress} logAddress
 */
function placesPart(places, logAddress) {
  if (!places.length) return null;
  const first = places.slice(0, MOST_LINKS).map((place, i) => placeLink(place, String(i + 1), logAddress));
  const rest = places.length - first.length;
  return el("span", null, joined(first), rest > 0 && el("small", { class: "faint" }, ` +${rest}`));
}

/**
 * A link to a table at a version, or to the log of a game, from an address of the API.
 * @param {string} place
 * @param {string} text
 * @param {LogAddress} logAddress
 */
function placeLink(place, text, logAddress) {
  const address = new URL(place, location.origin);
  const [, game = "", isLog] = /^\/v1\/games\/([^/]+)(\/log)?/.exec(address.pathname) ?? [];
  const href = isLog ? logAddress(game, Object.fromEntries(address.searchParams)) : `/replay/${encodeURIComponent(game)}${address.search}`;
  const where = t(isLog ? "report.open_log" : "report.open_table");
  return el("a", { href, class: "place" }, text, el("span", { class: "hidden-word" }, ` (${where})`));
}

/** @param {HTMLElement[]} parts */
function joined(parts) {
  return el("span", { class: "places" }, parts.flatMap((one, i) => (i ? [" ", one] : [one])));
}

/** @param {number} ms */
function seconds(ms) {
  return `${(ms / 1000).toFixed(1)} s`;
}

/** @param {number} share */
function percent(share) {
  return `${Math.round(100 * share)} %`;
}

/** @param {number} count */
function signed(count) {
  return count > 0 ? `+${count}` : String(count);
}

/** @param {Record<string, number>} counts */
function cards(counts) {
  return Object.entries(counts)
    .map(([kind, count]) => `${count} ${kind}`)
    .join(", ");
}

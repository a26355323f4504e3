/** Games as lists show them. */

import { el } from "../lib/dom.js";
import { moment, t } from "../lib/words.js";
import { nameOf, seatList } from "./names.js";
import { gameTitle } from "./rulesets.js";

/** @typedef {import("../lib/api.js").Schemas} Schemas */
/** @typedef {import("./rulesets.js").Ruleset} Ruleset */
/** @typedef {import("./names.js").Names} Names */
/** @typedef {import("../lib/dom.js").Child} Child */

/**
 * A card: what is played, by whom, some facts, and where to go.
 * @param {object} card
 * @param {string} card.title
 * @param {HTMLElement} card.seats
 * @param {Child[]} card.facts
 * @param {Child[]} card.actions
 * @param {boolean} [card.isUrgent]
 */
function card({ title, seats, facts, actions, isUrgent = false }) {
  const shown = facts.filter((fact) => fact !== false && fact !== null && fact !== undefined);
  return el(
    "li",
    { class: isUrgent ? "card game urgent" : "card game" },
    el("h3", null, title),
    seats,
    el("p", { class: "facts faint" }, shown.flatMap((fact, i) => (i ? [" · ", fact] : [fact]))),
    el("p", { class: "row" }, actions),
  );
}

/**
 * One of my games.
 * @param {Schemas["OwnGame"]} game
 * @param {Names} names
 * @param {Ruleset[]} known
 */
export function ownGame(game, names, known) {
  const isClosed = game.status === "closed";
  const title = titleOf(game, known);
  return card({
    title,
    seats: seatList(game.seats, names),
    isUrgent: game.is_to_act,
    facts: [
      game.is_to_act && el("strong", { class: "turn" }, t("game.yourTurn")),
      game.outcome ? outcome(game, names) : state(game),
      moment(game.updated_at),
    ],
    actions: [
      link(`/table/${game.game_id}`, t("game.open"), title, game.is_to_act),
      isClosed && link(`/replay/${game.game_id}`, t("game.replay"), title),
    ],
  });
}

/**
 * A game in the lobby or one to watch.
 * @param {Schemas["OpenGame"]} game
 * @param {Names} names
 * @param {Ruleset[]} known
 * @param {string} action what the link says
 */
export function openGame(game, names, known, action) {
  const title = titleOf(game, known);
  return card({
    title,
    seats: seatList(game.seats, names),
    facts: [
      game.status === "lobby" ? t("game.lobby") : t("game.begun"),
      game.rated && t("game.rated"),
      game.rating !== null && game.rating !== 0 && t("game.rating", { rating: Math.round(game.rating) }),
      moment(game.started_at ?? game.opened_at),
    ],
    actions: [link(`/table/${game.game_id}`, action, title)],
  });
}

/**
 * A closed game with its result.
 * @param {Schemas["FoundGame"]} game
 * @param {Names} names
 * @param {Ruleset[]} known
 */
export function closedGame(game, names, known) {
  const title = titleOf(game, known);
  return card({
    title,
    seats: seatList(game.seats, names, game),
    facts: [
      outcome(game, names),
      t("game.turns", { turns: game.turns }),
      game.rated && t("game.rated"),
      moment(game.closed_at),
    ],
    actions: [link(`/replay/${game.game_id}`, t("game.replay"), title)],
  });
}

/**
 * @param {{ ruleset: string, options: unknown, challenge: string | null }} game
 * @param {Ruleset[]} known
 */
function titleOf(game, known) {
  if (game.challenge) return t("game.daily", { date: game.challenge.replace(/^\w+:/, "") });
  return gameTitle(known, game.ruleset, /** @type {Record<string, any>} */ (game.options));
}

/**
 * @param {{ outcome: string | null, winners: number[], seats: (string | null)[] }} game
 * @param {Names} names
 */
function outcome(game, names) {
  if (game.outcome === "void") return t("game.void");
  if (game.outcome === "abandoned") return t("game.abandoned");
  return t("game.won", { names: game.winners.map((seat) => nameOf(game.seats[seat] ?? null, names, seat)).join(", ") });
}

/** @param {Schemas["OwnGame"]} game */
function state(game) {
  if (game.status === "lobby") return t("game.lobby");
  if (game.status === "over") return t("game.over");
  if (game.status === "closed") return t("game.closed");
  return game.turn ? t("game.playing", { turn: game.turn }) : t("game.begun");
}

/**
 * A link as a button. Which game it is about is said to those who do not see the card.
 * @param {string} href
 * @param {string} text
 * @param {string} about
 * @param {boolean} [isMain]
 */
function link(href, text, about, isMain = false) {
  return el("a", { href, class: isMain ? "button primary" : "button" }, text, el("span", { class: "hidden-word" }, about));
}

/** Players and bots by name, as text that may run in either direction. */

import { el } from "../lib/dom.js";
import { t } from "../lib/words.js";

/** @typedef {Record<string, string | null>} Names */

/**
 * Whether an id is that of a bot.
 * @param {string | null} id
 */
export function isBot(id) {
  return id !== null && id.startsWith("bot:");
}

/**
 * The name of somebody at a seat.
 * @param {string | null} id
 * @param {Names} names
 * @param {number} [seat]
 * @returns {string}
 */
export function nameOf(id, names, seat = 0) {
  if (id === null) return t("game.free");
  if (isBot(id)) return t("game.bot", { number: seat + 1 });
  return names[id] ?? t("game.erased");
}

/**
 * Everybody at a table, people as links to their page.
 * @param {(string | null)[]} seats
 * @param {Names} names
 * @param {{ points: number[], winners: number[] } | null} [result]
 * @returns {HTMLElement}
 */
export function seatList(seats, names, result = null) {
  return el(
    "ul",
    { class: "seats" },
    seats.map((id, seat) => {
      const name = el("bdi", null, nameOf(id, names, seat));
      const isPerson = id !== null && !isBot(id) && names[id];
      const points = result?.points[seat];
      return el(
        "li",
        { class: id === null ? "faint" : result?.winners.includes(seat) ? "winner" : null },
        isPerson ? el("a", { href: `/player/${encodeURIComponent(id)}` }, name) : name,
        points !== undefined && el("span", { class: "points" }, ` ${points}`),
      );
    }),
  );
}

/** People and bots by the names that an answer of the API brings. Names are text, and isolated from the text around. */

import { el } from "../lib/dom.js";
import { t } from "../lib/words.js";

/** @typedef {Record<string, string | null>} Names */

/**
 * What somebody is called.
 * @param {string} player
 * @param {Names} names
 * @returns {string}
 */
export function nameOf(player, names) {
  const bot = /^bot:([^:]*):?(.*)$/.exec(player);
  if (bot) return t("cup.bot", { name: [bot[1], bot[2]].join(" ").trim() });
  return names[player] ?? (player in names ? t("cup.erased") : player);
}

/**
 * A name on the page.
 * @param {string} player
 * @param {Names} names
 */
export function person(player, names) {
  return el("bdi", null, nameOf(player, names));
}

/**
 * A name that leads to the page of the player; bots have none.
 * @param {string} player
 * @param {Names} names
 */
export function personLink(player, names) {
  const name = person(player, names);
  return player.startsWith("bot:") ? name : el("a", { href: `/player/${encodeURIComponent(player)}` }, name);
}

/** What all pages of a tournament begin with: its name, how it stands, and the way to the other pages. */

import { el } from "../lib/dom.js";
import { moment, t } from "../lib/words.js";

/** @typedef {import("../lib/api.js").Schemas} Schemas */
/** @typedef {import("../lib/words.js").Phrase} Phrase */

/** @type {Record<string, Phrase>} */
const PHASES = {
  registration: "cup.phase.registration",
  running: "cup.phase.running",
  finished: "cup.phase.finished",
  cancelled: "cup.phase.cancelled",
  closed: "cup.phase.closed",
};
/** @type {Record<string, Phrase>} */
const ROUND_PHASES = {
  preliminary: "round.preliminary",
  swiss: "round.swiss",
  round_robin: "round.round_robin",
  elimination: "round.elimination",
  semi_final: "round.semi_final",
  final: "round.final",
};
/** @type {[string, Phrase][]} */
const PAGES = [
  ["", "cup.page.main"],
  ["/hall", "cup.page.hall"],
  ["/review", "cup.page.review"],
  ["/projector", "cup.page.projector"],
];

/**
 * The way between the pages of a tournament.
 * @param {string} cup
 */
export function cupMenu(cup) {
  return el(
    "nav",
    { class: "cup-menu", "aria-label": t("cup.pages") },
    PAGES.map(([end, phrase]) => {
      const path = `/cups/${encodeURIComponent(cup)}${end}`;
      return el("a", { href: path, "aria-current": location.pathname === path ? "page" : null }, t(phrase));
    }),
  );
}

/**
 * How far a tournament is.
 * @param {string} phase
 */
export function phaseWord(phase) {
  const phrase = PHASES[phase];
  return phrase ? t(phrase) : phase;
}

/**
 * What kind of round it is.
 * @param {string} phase
 */
export function roundPhaseWord(phase) {
  const phrase = ROUND_PHASES[phase];
  return phrase ? t(phrase) : phase.replaceAll("_", " ");
}

/**
 * A mark that says in a word how something stands.
 * @param {string} text
 * @param {"plain" | "good" | "bad" | "lit"} [kind]
 */
export function chip(text, kind = "plain") {
  return el("span", { class: `chip ${kind}` }, text);
}

/**
 * Until when, or since when, in words.
 * @param {Phrase} phrase
 * @param {number} ms
 */
export function atTime(phrase, ms) {
  return t(phrase, { time: moment(ms) });
}

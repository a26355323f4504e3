/** Standings of a tournament, with everything that decides between equals. */

import { el } from "../lib/dom.js";
import { t } from "../lib/words.js";
import { personLink } from "./person.js";

/** @typedef {import("../lib/api.js").Schemas} Schemas */
/** @typedef {import("../lib/words.js").Phrase} Phrase */
/** @typedef {import("./person.js").Names} Names */

/** What values of a line count. @type {Record<string, Phrase>} */
const COUNTED = {
  wins: "standings.wins",
  points: "standings.points",
  share: "standings.share",
  place_points: "standings.place_points",
  opponents_points: "standings.opponents_points",
  opponents_wins: "standings.opponents_wins",
  head_to_head: "standings.head_to_head",
  best_share: "standings.best_share",
  second_places: "standings.second_places",
  small_tables: "standings.small_tables",
  seat_adjusted: "standings.seat_adjusted",
  lot: "standings.lot",
};

/**
 * A table of standings, the best first.
 * @param {Schemas["Line"][]} lines
 * @param {Names} names
 * @param {{ most?: number, isShort?: boolean }} [options]
 */
export function standingsTable(lines, names, { most = Infinity, isShort = false } = {}) {
  const counted = lines[0]?.values.map((value) => value.name) ?? [];
  const shown = lines.slice(0, most);
  const hasAny = (/** @type {(line: Schemas["Line"]) => number} */ of) => !isShort && lines.some((line) => of(line) > 0);
  const hasByes = hasAny((line) => line.byes);
  const hasWarnings = hasAny((line) => line.warnings);
  const hasDeductions = hasAny((line) => line.points_deducted);
  return el(
    "div",
    { class: "scroll", tabindex: 0, role: "group", "aria-label": t("standings.title") },
    el(
      "table",
      { class: "standings" },
      el("caption", { class: "hidden-word" }, t("standings.title")),
      el(
        "thead",
        null,
        el(
          "tr",
          null,
          head(t("standings.rank"), true),
          head(t("standings.player")),
          counted.map((name) => head(counterName(name), true)),
          head(t("standings.games"), true),
          hasByes && head(t("standings.byes"), true),
          hasWarnings && head(t("standings.warnings"), true),
          hasDeductions && head(t("standings.deducted"), true),
        ),
      ),
      el(
        "tbody",
        null,
        shown.map((line) =>
          el(
            "tr",
            null,
            el("td", { class: "number" }, line.rank ?? t("standings.none")),
            el("th", { scope: "row" }, personLink(line.player, names), line.is_disqualified && ` (${t("entry.disqualified")})`),
            line.values.map((value) => el("td", { class: "number" }, figure(value))),
            el("td", { class: "number" }, line.games),
            hasByes && el("td", { class: "number" }, line.byes),
            hasWarnings && el("td", { class: "number" }, line.warnings),
            hasDeductions && el("td", { class: "number" }, line.points_deducted),
          ),
        ),
      ),
    ),
  );
}

/**
 * The name of what a value counts.
 * @param {string} name
 */
export function counterName(name) {
  const phrase = COUNTED[name];
  return phrase ? t(phrase) : name.replaceAll("_", " ");
}

/**
 * @param {string} text
 * @param {boolean} [isNumber]
 */
function head(text, isNumber = false) {
  return el("th", { scope: "col", class: isNumber ? "numbers" : null }, text);
}

/**
 * A value: whole numbers as they are, fractions rounded with the exact one below.
 * @param {Schemas["Value"]} value
 */
function figure(value) {
  if (!value.exact) return el("span", { class: "faint" }, "–");
  if (!value.exact.includes("/")) return value.exact;
  return [value.rounded, el("small", { class: "faint exact" }, value.exact)];
}

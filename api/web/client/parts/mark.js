/** The mark of a check: green only for what was computed here. */

import { el } from "../lib/dom.js";
import { t } from "../lib/words.js";
import { icon } from "./icon.js";

/** @typedef {"good" | "bad" | "unjudged"} MarkState */

/** @param {MarkState} state */
export function mark(state) {
  return el(
    "span",
    { class: `mark mark-${state}` },
    icon(state),
    el("span", { class: "hidden-word" }, t(`audit.mark.${state}`)),
  );
}

/**
 * @param {import("../audit/ledger.js").Tally} tally
 * @returns {MarkState}
 */
export function stateOf(tally) {
  if (tally.bad) return "bad";
  return tally.good && !tally.unjudged ? "good" : "unjudged";
}

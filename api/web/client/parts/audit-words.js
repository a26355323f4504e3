/** What a check has found, in words. */

import english from "../words/en/replay.js";
import { t } from "../lib/words.js";

/** @typedef {import("../audit/ledger.js").Problem} Problem */
/** @typedef {import("../audit/draws.js").DrawCheck} DrawCheck */

/**
 * The phrase for a name that comes from data, or the name itself: a new ruleset may have names that are not known here.
 * @param {"audit.value" | "audit.problem" | "audit.kind" | "audit.bundle" | "replay.kind" | "replay.colour"} group
 * @param {string} name
 */
export function named(group, name) {
  const phrase = `${group}.${name}`;
  return Object.hasOwn(english, phrase) ? t(/** @type {keyof typeof english} */ (phrase)) : name.replaceAll("_", " ");
}

/** @param {string[]} values */
export function listed(values) {
  return values.map((value) => named("audit.value", value)).join(", ");
}

/** @param {Problem} problem */
export function problemText(problem) {
  const draw = problem.draw;
  const what = draw
    ? t("audit.problem.draw", { recorded: listed(draw.recorded), drawn: listed(draw.drawn), index: draw.index })
    : named("audit.problem", problem.code);
  return problem.version === null ? what : t("audit.in_commit", { version: problem.version, what });
}

/**
 * One draw as a sentence.
 * @param {DrawCheck} draw
 */
export function drawText(draw) {
  const kind = named("audit.kind", draw.kind);
  if (draw.state === "unjudged") return t("audit.draw.unjudged", { kind, count: draw.count });
  if (draw.state === "good") return t("audit.draw.good", { kind, recorded: listed(draw.recorded), index: draw.index });
  return t("audit.draw.bad", { kind, recorded: listed(draw.recorded), drawn: listed(draw.drawn), index: draw.index });
}

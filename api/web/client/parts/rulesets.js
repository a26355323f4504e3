/** What games there are and what they are called. All of it comes from the server. */

import { get } from "../lib/api.js";
import { language } from "../lib/words.js";

/** @typedef {import("../lib/api.js").Schemas} Schemas */
/** @typedef {Schemas["Ruleset"]} Ruleset */
/** @typedef {Record<string, any>} Options */

/** @type {Promise<Ruleset[]> | null} */
let asked = null;

/**
 * All rulesets; they are asked for once.
 * @returns {Promise<Ruleset[]>}
 */
export function rulesets() {
  asked ??= get("/v1/rulesets").then(
    (/** @type {Schemas["Rulesets"]} */ answer) => answer.rulesets,
    (error) => {
      asked = null;
      throw error;
    },
  );
  return asked;
}

/**
 * A text in the language of the reader.
 * @param {Record<string, string> | undefined} texts
 * @returns {string}
 */
export function said(texts) {
  return texts?.[language()] ?? texts?.en ?? "";
}

/**
 * Options that tell all presets of a ruleset apart, such as the number of a scenario.
 * @param {Ruleset} ruleset
 * @returns {string[]}
 */
export function namesPresets(ruleset) {
  const presets = Object.values(ruleset.options.presets);
  if (presets.length < 2) return [];
  return Object.keys(presets[0] ?? {}).filter(
    (name) => new Set(presets.map((preset) => JSON.stringify(preset[name]))).size === presets.length,
  );
}

/**
 * What a game is called: its ruleset and, if it is not the usual one, its preset.
 * @param {Ruleset[]} known
 * @param {string} name of the ruleset
 * @param {Options} [options]
 * @returns {string}
 */
export function gameTitle(known, name, options = {}) {
  const ruleset = known.find((one) => one.name === name);
  if (!ruleset) return name;
  const [usual] = Object.keys(ruleset.options.presets);
  const telling = namesPresets(ruleset);
  const preset = Object.entries(ruleset.options.presets).find(([, values]) =>
    telling.every((one) => JSON.stringify(options[one]) === JSON.stringify(values[one])),
  )?.[0];
  const hasScenarios = telling.length === 1 && Object.keys(ruleset.options.presets).length > 3;
  const isPlain = !telling.length || !preset || (preset === usual && !hasScenarios);
  return isPlain ? said(ruleset.titles) : `${said(ruleset.titles)}: ${said(ruleset.options.titles[preset])}`;
}

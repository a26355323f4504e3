/** The versions at which a replay stops: each one, the beginning of each turn, or all of one kind. */

/** @typedef {import("../lib/api.js").Schemas["LogEntry"]} LogEntry */

export const ACTION = "action";
export const TURN = "turn";

/**
 * The kinds of steps that this game offers: those that its log has.
 * @param {LogEntry[]} entries
 * @returns {string[]}
 */
export function stepKinds(entries) {
  const kinds = new Set(entries.map((entry) => entry.kind).filter((kind) => kind !== null));
  return [ACTION, TURN, ...kinds];
}

/**
 * @param {LogEntry[]} entries
 * @param {string} step
 * @param {number} last version
 * @returns {number[]} in order
 */
export function stops(entries, step, last) {
  if (step === ACTION) return Array.from({ length: last }, (_, i) => i + 1);
  const wanted = step === TURN ? entries.filter((entry, i) => entry.turn !== (entries[i - 1]?.turn ?? 0)) : entries.filter((entry) => entry.kind === step);
  return [...new Set(wanted.map((entry) => entry.version))];
}

/**
 * The next stop after a version, or null.
 * @param {number[]} found
 * @param {number} version
 */
export function stopAfter(found, version) {
  return found.find((one) => one > version) ?? null;
}

/**
 * @param {number[]} found
 * @param {number} version
 */
export function stopBefore(found, version) {
  return found.findLast((one) => one < version) ?? null;
}

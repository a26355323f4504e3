/** Runs a check in small parts, so that the page stays responsive. */

import { auditLedger } from "./ledger.js";

/** @typedef {import("./ledger.js").Step} Step */
/** @typedef {import("./ledger.js").Outcome} Outcome */

/** How long (ms) the page may stand still: less than a frame at 60 a second. */
const LONGEST_PART = 10;

/**
 * Check a ledger; `onStep` is called for every commit.
 * @param {Uint8Array<ArrayBuffer>} data
 * @param {string[]} keys
 * @param {(step: Step) => void} onStep
 * @param {AbortSignal} signal
 * @returns {Promise<Outcome>}
 */
export async function runAudit(data, keys, onStep, signal) {
  const running = auditLedger(data, keys);
  let began = performance.now();
  for (;;) {
    const { value, done } = await running.next();
    if (done) return value;
    onStep(value);
    if (performance.now() - began < LONGEST_PART) continue;
    await new Promise((resolve) => setTimeout(resolve));
    signal.throwIfAborted();
    began = performance.now();
  }
}

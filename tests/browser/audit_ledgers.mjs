/** Checks ledgers with the modules of the client, without a browser: one line of JSON for each file named in the arguments. */

import { readFileSync } from "node:fs";
import { BadForm } from "../../api/web/client/audit/canonical.js";
import { auditLedger } from "../../api/web/client/audit/ledger.js";

/**
 * @param {Uint8Array<ArrayBuffer>} data
 * @param {string[]} keys
 */
async function outcomeOf(data, keys) {
  const running = auditLedger(data, keys);
  /** @type {Set<string>} */
  const drawn = new Set();
  for (;;) {
    const { value, done } = await running.next();
    if (done) return { ...value, commitsRead: undefined, drawn: [...drawn] };
    for (const draw of value.draws) if (draw.state === "good") drawn.add(draw.type);
  }
}

const [keys = "", ...paths] = process.argv.slice(2);
for (const path of paths) {
  try {
    const outcome = await outcomeOf(new Uint8Array(readFileSync(path)), keys.split(",").filter(Boolean));
    console.log(JSON.stringify(outcome));
  } catch (error) {
    if (!(error instanceof BadForm)) throw error;
    console.log(JSON.stringify({ problems: [{ topic: "form", code: error.code, version: null }] }));
  }
}

/** The lines of a ledger file, and the hashes that chain them. */

import { BadForm, readCanonical } from "./canonical.js";
import { hex, joined, sha256, unhex, utf8 } from "./bytes.js";

const LINE_FEED = 0x0a;
const HASH_BYTES = 32;
const HASH_FIELD = utf8(',"hash":"');
const HASH_PART = HASH_FIELD.length + 2 * HASH_BYTES + 2;
const HEADER_FIELDS = ["format", "form", "game", "ruleset", "rules", "schema"];
const COMMIT_FIELDS = ["version", "schema", "at", "actor", "command", "events", "salt", "hash"];
const TRAILER_FIELDS = ["key_id", "signature"];

/**
 * @typedef {object} Header
 * @property {string} game
 * @property {string} ruleset
 * @property {number} rules
 * @property {number} schema
 */

/** @typedef {{ type: string } & Record<string, any>} StoredEvent */

/**
 * @typedef {object} Commit
 * @property {number} version
 * @property {number} schema
 * @property {number} at
 * @property {string} actor
 * @property {{ type: string } & Record<string, any>} command
 * @property {StoredEvent[]} events
 * @property {string} salt
 * @property {string} hash
 */

/** @typedef {{ key_id: string, signature: string }} Trailer */

/**
 * @typedef {object} LedgerLines
 * @property {Uint8Array<ArrayBuffer>} headerLine
 * @property {Header} header
 * @property {Uint8Array<ArrayBuffer>[]} lines of the commits
 * @property {Trailer | null} trailer
 */

/**
 * Take a file apart; raise a `BadForm` if it is no ledger.
 * @param {Uint8Array<ArrayBuffer>} data
 * @returns {LedgerLines}
 */
export function readLines(data) {
  if (data.at(-1) !== LINE_FEED) throw new BadForm(data.length ? "cut_line" : "empty");
  const lines = [];
  for (let from = 0; from < data.length; ) {
    const end = data.indexOf(LINE_FEED, from);
    lines.push(data.subarray(from, end));
    from = end + 1;
  }
  const headerLine = /** @type {Uint8Array<ArrayBuffer>} */ (lines.shift());
  const header = fielded(readForm(headerLine, "no_ledger"), HEADER_FIELDS, "no_ledger");
  if (header.format !== "hexledger" || header.form !== 1) throw new BadForm("no_ledger");
  if (typeof header.game !== "string" || typeof header.ruleset !== "string") throw new BadForm("no_ledger");
  const trailer = trailerOf(lines.at(-1));
  if (trailer) lines.pop();
  if (!lines.length) throw new BadForm("no_commits");
  return { headerLine, header, lines, trailer };
}

/**
 * A commit from its stored bytes, or a `BadForm`.
 * @param {Uint8Array} line
 * @returns {Commit}
 */
export function readCommit(line) {
  const found = readCanonical(line);
  const names = Object.keys(found ?? {});
  const expected = names.includes("key") ? [...COMMIT_FIELDS.slice(0, 4), "key", ...COMMIT_FIELDS.slice(4)] : COMMIT_FIELDS;
  const commit = fielded(found, expected, "fields");
  const isTyped =
    [commit.version, commit.schema, commit.at].every(Number.isSafeInteger) &&
    [commit.actor, commit.salt, commit.hash, commit.command?.type].every((text) => typeof text === "string") &&
    Array.isArray(commit.events) &&
    commit.events.every((/** @type {any} */ event) => typeof event?.type === "string");
  if (!isTyped) throw new BadForm("fields");
  return commit;
}

/**
 * The hash that the first commit is chained to.
 * @param {Uint8Array<ArrayBuffer>} headerLine
 */
export function genesis(headerLine) {
  return sha256(headerLine);
}

/**
 * The hash at the end of a stored line, or null if it has none there.
 * @param {Uint8Array<ArrayBuffer>} line
 */
export function storedHash(line) {
  const part = new TextDecoder().decode(line.subarray(-HASH_PART));
  const digits = /^,"hash":"([0-9a-f]{64})"}$/.exec(part)?.[1];
  return digits ? unhex(digits, HASH_BYTES) : null;
}

/**
 * The hash that a stored line should end with, as its digits.
 * @param {Uint8Array<ArrayBuffer>} line
 * @param {Uint8Array<ArrayBuffer>} previous
 */
export async function computedHash(line, previous) {
  return hex(await sha256(joined(previous, line.subarray(0, -HASH_PART))));
}

/**
 * @param {Uint8Array | undefined} line
 * @returns {Trailer | null}
 */
function trailerOf(line) {
  const begins = new TextDecoder().decode(line?.subarray(0, 10));
  if (!line || begins !== '{"key_id":') return null;
  const found = fielded(readForm(line, "trailer"), TRAILER_FIELDS, "trailer");
  if (typeof found.key_id !== "string" || typeof found.signature !== "string") throw new BadForm("trailer");
  return /** @type {Trailer} */ (found);
}

/**
 * @param {Uint8Array} line
 * @param {string} code of what is wrong if it cannot be read
 */
function readForm(line, code) {
  try {
    return readCanonical(line);
  } catch (error) {
    throw error instanceof BadForm ? new BadForm(code) : error;
  }
}

/**
 * An object with exactly these fields in this order.
 * @param {any} found
 * @param {string[]} names
 * @param {string} code of what is wrong otherwise
 * @returns {any}
 */
function fielded(found, names, code) {
  if (Object.keys(found ?? {}).join() !== names.join()) throw new BadForm(code);
  return found;
}

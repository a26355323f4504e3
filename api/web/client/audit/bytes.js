/** Bytes, hexadecimal digits and hashes. */

const encoder = new TextEncoder();

/** Why nothing can be checked here: browsers compute hashes only on pages that came safely. */
export class NoCrypto extends Error {}

/** @returns {SubtleCrypto} */
export function subtle() {
  const found = globalThis.crypto?.subtle;
  if (!found) throw new NoCrypto("this browser computes no hashes on an unsafe connection");
  return found;
}

/**
 * @param {string} text
 * @returns {Uint8Array<ArrayBuffer>}
 */
export function utf8(text) {
  return new Uint8Array(encoder.encode(text));
}

/** @param {Uint8Array} bytes */
export function hex(bytes) {
  return [...bytes].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}

/**
 * The bytes of lower-case hexadecimal digits, or null if these are none.
 * @param {unknown} digits
 * @param {number} length of the bytes
 * @returns {Uint8Array<ArrayBuffer> | null}
 */
export function unhex(digits, length) {
  if (typeof digits !== "string" || digits.length !== 2 * length || !/^[0-9a-f]*$/.test(digits)) return null;
  return new Uint8Array(digits.match(/../g)?.map((pair) => parseInt(pair, 16)) ?? []);
}

/**
 * @param {...Uint8Array} parts
 * @returns {Uint8Array<ArrayBuffer>}
 */
export function joined(...parts) {
  const whole = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0));
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
}

/**
 * @param {Uint8Array<ArrayBuffer>} bytes
 * @returns {Promise<Uint8Array<ArrayBuffer>>}
 */
export async function sha256(bytes) {
  return new Uint8Array(await subtle().digest("SHA-256", bytes));
}

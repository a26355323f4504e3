/** The server's signature under a closed ledger: Ed25519 over the hash of the last commit. */

import { hex, joined, sha256, subtle, unhex, utf8 } from "./bytes.js";

const CONTEXT = utf8("hexledger-head:");

/** @typedef {"valid" | "wrong" | "unknown_key" | "no_key" | "unsigned" | "unsupported"} SignatureState */

/**
 * A short name for a public key.
 * @param {Uint8Array<ArrayBuffer>} publicKey
 */
export async function keyIdOf(publicKey) {
  return hex(await sha256(publicKey)).slice(0, 16);
}

/**
 * Whether the head of a ledger was signed with one of these keys.
 * @param {Uint8Array<ArrayBuffer>} head
 * @param {import("./chain.js").Trailer | null} trailer
 * @param {string[]} keys as hexadecimal digits
 * @returns {Promise<SignatureState>}
 */
export async function checkSignature(head, trailer, keys) {
  if (!trailer) return "unsigned";
  if (!keys.length) return "no_key";
  for (const digits of keys) {
    const publicKey = unhex(digits, 32);
    if (!publicKey || (await keyIdOf(publicKey)) !== trailer.key_id) continue;
    const signature = unhex(trailer.signature, 64);
    if (!signature) return "wrong";
    const key = await importKey(publicKey);
    if (!key) return "unsupported";
    return (await subtle().verify("Ed25519", key, signature, joined(CONTEXT, head))) ? "valid" : "wrong";
  }
  return "unknown_key";
}

/**
 * A key of WebCrypto, or null if this browser cannot check Ed25519.
 * @param {Uint8Array<ArrayBuffer>} publicKey
 */
async function importKey(publicKey) {
  try {
    return await subtle().importKey("raw", publicKey, "Ed25519", false, ["verify"]);
  } catch (error) {
    if (error instanceof DOMException && error.name === "NotSupportedError") return null;
    throw error;
  }
}

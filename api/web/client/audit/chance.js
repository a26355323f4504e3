/** The chance of a game: everything that follows from its seed (docs/verifying.md, part 2). */

import { hex, sha256, subtle, utf8 } from "./bytes.js";

const SPACE = 1n << 64n;

/** @param {Uint8Array<ArrayBuffer>} seed */
export async function commitmentOf(seed) {
  return hex(await sha256(seed));
}

/** HMAC-SHA256 with one key. */
export class Mac {
  #key;

  /** @param {CryptoKey} key */
  constructor(key) {
    this.#key = key;
  }

  /** @param {Uint8Array<ArrayBuffer>} secret */
  static async of(secret) {
    return new Mac(await subtle().importKey("raw", secret, { name: "HMAC", hash: "SHA-256" }, false, ["sign"]));
  }

  /** @param {string} message */
  async sign(message) {
    return new Uint8Array(await subtle().sign("HMAC", this.#key, utf8(message)));
  }
}

/**
 * What makes the hash of a commit unguessable while its game is open.
 * @param {Mac} seed
 * @param {number} version
 */
export async function saltOf(seed, version) {
  return hex(await seed.sign(`salt:${version}`));
}

/** Draws, each by its number. */
export class Chance {
  #mac;
  #isShared;

  /**
   * @param {Mac} mac
   * @param {boolean} isShared
   */
  constructor(mac, isShared) {
    this.#mac = mac;
    this.#isShared = isShared;
  }

  /**
   * @param {Mac} seed
   * @param {string} source the game id, or the name of its challenge
   * @param {string[]} nonces in the order of the seats
   * @param {boolean} isShared whether draws do not depend on their numbers
   */
  static async of(seed, source, nonces, isShared) {
    return new Chance(await Mac.of(await seed.sign(source + nonces.join(""))), isShared);
  }

  /**
   * Draw one of 0 … n-1. An `n` of 2⁶⁴ needs a bigint, and so does its outcome.
   * @param {number} index
   * @param {string} label
   * @param {bigint} n
   * @returns {Promise<bigint>}
   */
  async drawWide(index, label, n) {
    for (let retry = 0; ; retry += 1) {
      const bytes = await this.#mac.sign(`${label}:${this.#isShared ? "" : index}:${retry}`);
      const value = new DataView(bytes.buffer).getBigUint64(0);
      if (value < (SPACE / n) * n) return value % n;
    }
  }

  /**
   * @param {number} index
   * @param {string} label
   * @param {number} n
   * @returns {Promise<number>}
   */
  async draw(index, label, n) {
    return Number(await this.drawWide(index, label, BigInt(n)));
  }
}

/** The server's pictures of the versions of a game, loaded ahead and kept for a while. */

import { request } from "../lib/api.js";

/** How many are kept: some 30 kB each. */
const KEPT = 150;
/** How many are asked for at the same time. */
const AT_ONCE = 4;

export class Pictures {
  #path;
  #query;
  #signal;
  /** @type {Map<number, Promise<string>>} The ones used last are at the end. */
  #kept = new Map();
  /** @type {number[]} */
  #ahead = [];
  #loading = 0;

  /**
   * @param {string} path of the game
   * @param {Record<string, string | null>} query without the version
   * @param {AbortSignal} signal
   */
  constructor(path, query, signal) {
    this.#path = path;
    this.#query = query;
    this.#signal = signal;
  }

  /**
   * @param {number} version
   * @returns {Promise<string>}
   */
  read(version) {
    const kept = this.#kept.get(version) ?? this.#load(version);
    this.#kept.delete(version);
    this.#kept.set(version, kept);
    for (const oldest of this.#kept.keys()) {
      if (this.#kept.size <= KEPT) break;
      this.#kept.delete(oldest);
    }
    return kept;
  }

  /**
   * Load these next, in this order; what was asked for before and has not begun is forgotten.
   * @param {number[]} versions
   */
  expect(versions) {
    this.#ahead = versions.filter((version) => !this.#kept.has(version));
    this.#loadAhead();
  }

  #loadAhead() {
    while (this.#loading < AT_ONCE) {
      const next = this.#ahead.shift();
      if (next === undefined || this.#signal.aborted) return;
      // Whoever needs it will see the failure.
      void this.read(next).catch(() => {});
    }
  }

  /** @param {number} version */
  async #load(version) {
    this.#loading += 1;
    try {
      const answer = await request("GET", `${this.#path}/board.svg`, { query: { ...this.#query, at: version }, signal: this.#signal });
      return await answer.text();
    } catch (error) {
      this.#kept.delete(version);
      throw error;
    } finally {
      this.#loading -= 1;
      this.#loadAhead();
    }
  }
}

/** Opening a table and getting it ready, by commands that every game has. */

import { call, Problem, submit } from "../lib/api.js";
import { ensureSession } from "../lib/session.js";

/**
 * @typedef {object} Wish
 * @property {string} ruleset
 * @property {number} players
 * @property {Record<string, unknown>} options
 * @property {boolean} [listed]
 * @property {boolean} [invited_only]
 * @property {boolean} [rated]
 */

/**
 * My own part of the chance: 32 random hexadecimal digits.
 * @returns {string}
 */
export function newNonce() {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return [...bytes].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}

/**
 * Open a game. Returns its id.
 * @param {Wish} wish
 * @returns {Promise<string>}
 */
export async function openGame(wish) {
  const headers = { "Idempotency-Key": crypto.randomUUID() };
  for (let attempt = 1; ; attempt += 1) {
    await ensureSession();
    try {
      /** @type {import("../lib/api.js").Schemas["Opened"]} */
      const opened = await call("POST", "/v1/games", { body: wish, headers });
      return opened.game_id;
    } catch (error) {
      // The player of this browser was cut off or erased elsewhere: play as a new guest.
      if (!(error instanceof Problem) || error.status !== 401 || attempt > 1) throw error;
    }
  }
}

/**
 * Add my part of the chance to a game that I sit at.
 * @param {string} game
 */
export async function addNonce(game) {
  await submit(`/v1/games/${game}`, { type: "add_nonce", nonce: newNonce() });
}

/**
 * Sit down, let bots take seats, and start if everybody is there.
 * @param {string} game
 * @param {object} seating
 * @param {boolean} seating.sit whether I play myself
 * @param {string[]} seating.bots a kind for each bot
 * @param {boolean} seating.start
 */
export async function prepare(game, { sit, bots, start }) {
  const path = `/v1/games/${game}`;
  if (sit) await submit(path, { type: "take_seat" });
  for (const bot of bots) await submit(path, { type: "seat_bot", bot });
  if (sit) await addNonce(game);
  if (start) await submit(path, { type: "start_game" });
}

/**
 * A whole table against bots, started. Returns the id of the game.
 * @param {import("./rulesets.js").Ruleset} ruleset
 * @param {Record<string, unknown>} options
 * @returns {Promise<string>}
 */
export async function playBots(ruleset, options) {
  const players = ruleset.players.max;
  // Nobody waits for anybody here, so the game needs no clock and no place in the lobby.
  const game = await openGame({ ruleset: ruleset.name, players, options, listed: false });
  const best = ruleset.bots[0] ?? "";
  await prepare(game, { sit: true, bots: Array(players - 1).fill(best), start: true });
  return game;
}

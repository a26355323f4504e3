/** Who plays in this browser: the player's id, name and token, kept on this device alone. */

import { t } from "./words.js";

const KEY = "hexledger.session";

/** @typedef {{ player_id: string, token: string, name: string }} Session */

/** @returns {Session | null} */
export function session() {
  try {
    return JSON.parse(localStorage.getItem(KEY) ?? "null");
  } catch {
    return null;
  }
}

/** @returns {string | null} */
export function token() {
  return session()?.token ?? null;
}

/**
 * Keep another name of the same player.
 * @param {string} name
 */
export function keepName(name) {
  const present = session();
  if (present) keepSession({ ...present, name });
}

/** @param {Session} found */
export function keepSession(found) {
  localStorage.setItem(KEY, JSON.stringify(found));
  dispatchEvent(new CustomEvent("session"));
}

export function forgetSession() {
  localStorage.removeItem(KEY);
  dispatchEvent(new CustomEvent("session"));
}

/**
 * The player of this browser; a new one is made if there is none yet, so that nobody has to fill in a form.
 * @param {string} [name]
 * @returns {Promise<Session>}
 */
export async function ensureSession(name) {
  const present = session();
  if (present) return present;
  const chosen = name ?? t("guest", { number: Math.floor(1000 + Math.random() * 9000) });
  const response = await fetch("/v1/players", {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify({ name: chosen }),
  });
  const answer = await response.json();
  if (!response.ok) throw new Error(answer.detail ?? answer.title);
  const made = { player_id: answer.player_id, token: answer.token, name: chosen };
  keepSession(made);
  return made;
}

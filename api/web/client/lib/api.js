/** Calls of the API. The token goes into a header, never into an address. */

import { language } from "./words.js";
import { forgetSession, token } from "./session.js";

/** @typedef {import("#api").components["schemas"]} Schemas */
/** @typedef {import("#api").paths} Paths */

/** An answer that is no success: `code` is stable, `message` is for people. */
export class Problem extends Error {
  /**
   * @param {number} status
   * @param {string} code
   * @param {string} message
   * @param {Record<string, any>} [details]
   * @param {number} [retryAfter] seconds
   */
  constructor(status, code, message, details = {}, retryAfter = 0) {
    super(message);
    this.status = status;
    this.code = code;
    this.details = details;
    this.retryAfter = retryAfter;
  }
}

/**
 * @typedef {object} CallOptions
 * @property {unknown} [body] sent as JSON
 * @property {Record<string, string | number | boolean | null | undefined>} [query]
 * @property {Record<string, string>} [headers]
 * @property {AbortSignal} [signal]
 * @property {boolean} [anonymous] without the token
 */

/**
 * Call the API and return the response; raise a `Problem` for anything but success.
 * @param {string} method
 * @param {string} path
 * @param {CallOptions} [options]
 * @returns {Promise<Response>}
 */
export async function request(method, path, options = {}) {
  const address = new URL(path, location.origin);
  for (const [name, value] of Object.entries(options.query ?? {})) {
    if (value !== null && value !== undefined && value !== "") address.searchParams.set(name, String(value));
  }
  /** @type {Record<string, string>} */
  const headers = { "Accept-Language": language(), ...options.headers };
  const mine = options.anonymous ? null : token();
  if (mine) headers.Authorization = `Bearer ${mine}`;
  /** @type {RequestInit} */
  const init = { method, headers };
  if (options.signal) init.signal = options.signal;
  if (options.body !== undefined) {
    headers["Content-Type"] = "application/json";
    init.body = JSON.stringify(options.body);
  }
  const response = await fetch(address, init);
  if (response.ok) return response;
  throw await problemOf(response, Boolean(mine));
}

/**
 * Call the API and return the JSON of the answer (null if it has none).
 * @template [T=any]
 * @param {string} method
 * @param {string} path
 * @param {CallOptions} [options]
 * @returns {Promise<T>}
 */
export async function call(method, path, options) {
  const response = await request(method, path, options);
  return response.status === 204 ? /** @type {T} */ (null) : await response.json();
}

/**
 * @template [T=any]
 * @param {string} path
 * @param {CallOptions["query"]} [query]
 * @param {AbortSignal} [signal]
 * @returns {Promise<T>}
 */
export function get(path, query, signal) {
  return call("GET", path, { ...(query && { query }), ...(signal && { signal }) });
}

/**
 * @template [T=any]
 * @param {string} path
 * @param {unknown} [body]
 * @returns {Promise<T>}
 */
export function post(path, body = {}) {
  return call("POST", path, { body });
}

/**
 * Post a command once, however often the connection breaks: the key makes a repetition harmless.
 * @param {string} path of the game or tournament
 * @param {object} command
 * @returns {Promise<Schemas["Receipt"]>}
 */
export async function submit(path, command) {
  const key = crypto.randomUUID();
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await call("POST", `${path}/commands`, { body: command, headers: { "Idempotency-Key": key } });
    } catch (error) {
      const isTransient = error instanceof TypeError || (error instanceof Problem && error.status === 503);
      if (!isTransient || attempt === 4) throw error;
      await new Promise((resolve) => setTimeout(resolve, 300 * 2 ** attempt));
    }
  }
}

/**
 * @param {Response} response
 * @param {boolean} hadToken
 * @returns {Promise<Problem>}
 */
async function problemOf(response, hadToken) {
  /** @type {any} */
  const body = await response.json().catch(() => ({}));
  const code = body.code ?? `http/${response.status}`;
  if (response.status === 401 && hadToken && code === "auth/token_unknown") forgetSession();
  const wait = Number(response.headers.get("Retry-After") ?? 0);
  return new Problem(response.status, code, body.detail ?? body.title ?? response.statusText, body.details ?? {}, wait);
}

/**
 * Live feeds: server-sent events read with `fetch`, so that the token stays in a header.
 * A broken connection is resumed after the last event that arrived, so nothing is lost and nothing comes twice.
 */

import { Problem, request } from "./api.js";

/**
 * @typedef {object} Delivery
 * @property {string} kind `view`, `commit`, `reset`, `talk`, `ping` …
 * @property {string} id the cursor after this event
 * @property {any} data
 */

/**
 * @typedef {object} FeedOptions
 * @property {(delivery: Delivery) => void | Promise<void>} on called for every event, in order
 * @property {(isConnected: boolean) => void} [onState]
 * @property {AbortSignal} signal ends the feed
 * @property {Record<string, string | number | boolean>} [query]
 * @property {string} [after] the cursor to start after
 */

const SHORTEST_PAUSE = 250;
const LONGEST_PAUSE = 8_000;
/** The server sends a ping every ten seconds; silence for much longer is a broken connection. */
const SILENCE = 35_000;

/**
 * Follow a feed until the signal ends it.
 * @param {string} path
 * @param {FeedOptions} options
 * @returns {Promise<void>}
 */
export async function follow(path, options) {
  let cursor = options.after ?? "";
  let pause = SHORTEST_PAUSE;
  while (!options.signal.aborted) {
    const quiet = new AbortController();
    const stop = () => quiet.abort();
    options.signal.addEventListener("abort", stop, { once: true });
    try {
      const response = await request("GET", path, {
        headers: { Accept: "text/event-stream", ...(cursor && { "Last-Event-ID": cursor }) },
        ...(options.query && { query: options.query }),
        signal: quiet.signal,
      });
      options.onState?.(true);
      for await (const delivery of deliveries(response, stop)) {
        pause = SHORTEST_PAUSE;
        if (delivery.kind !== "ping") await options.on(delivery);
        if (delivery.id) cursor = delivery.id;
      }
    } catch (error) {
      if (options.signal.aborted) return;
      const isFinal = error instanceof Problem && error.status < 500 && error.status !== 429;
      if (isFinal) throw error;
    } finally {
      options.signal.removeEventListener("abort", stop);
      quiet.abort();
    }
    if (options.signal.aborted) return;
    options.onState?.(false);
    await new Promise((resolve) => setTimeout(resolve, pause));
    pause = Math.min(2 * pause, LONGEST_PAUSE);
  }
}

/**
 * The events of a response, as they arrive.
 * @param {Response} response
 * @param {() => void} onSilence
 * @returns {AsyncGenerator<Delivery>}
 */
async function* deliveries(response, onSilence) {
  if (!response.body) return;
  const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
  let rest = "";
  let timer = setTimeout(onSilence, SILENCE);
  try {
    for (;;) {
      const { value, done } = await reader.read();
      if (done) return;
      clearTimeout(timer);
      timer = setTimeout(onSilence, SILENCE);
      rest += value.replaceAll("\r", "");
      const blocks = rest.split("\n\n");
      rest = blocks.pop() ?? "";
      for (const block of blocks) {
        const delivery = parse(block);
        if (delivery) yield delivery;
      }
    }
  } finally {
    clearTimeout(timer);
    await reader.cancel().catch(() => {});
  }
}

/**
 * @param {string} block
 * @returns {Delivery | null}
 */
function parse(block) {
  let kind = "message";
  let id = "";
  const data = [];
  for (const line of block.split("\n")) {
    const [, field, text] = /^(\w+): ?(.*)$/.exec(line) ?? [];
    if (field === "event") kind = text ?? "";
    else if (field === "id") id = text ?? "";
    else if (field === "data") data.push(text ?? "");
  }
  if (!data.length && kind === "message") return null;
  return { kind, id, data: data.length ? JSON.parse(data.join("\n")) : null };
}

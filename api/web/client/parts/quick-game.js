/** Look for a game with other people, wait for it, stop looking. */

import { call, get, Problem } from "../lib/api.js";
import { el, fill, tell } from "../lib/dom.js";
import { go } from "../lib/router.js";
import { ensureSession, session } from "../lib/session.js";
import { t } from "../lib/words.js";
import { field, select, submitting, tick } from "./fields.js";
import { newNonce } from "./new-game.js";
import { gameTitle, said } from "./rulesets.js";

/** @typedef {import("../lib/api.js").Schemas} Schemas */
/** @typedef {import("./rulesets.js").Ruleset} Ruleset */

const WAIT_SECONDS = 25;
const SECONDS_TO_BOTS = 60;

/**
 * Show the form, or the search that is going on, in an element.
 * @param {HTMLElement} place
 * @param {Ruleset[]} known
 * @param {AbortSignal} leaving ends the waiting, not the search
 */
export async function quickGame(place, known, leaving) {
  showForm(place, known, leaving);
  if (!session()) return;
  /** @type {Schemas["Seeks"]} */
  const { seeks } = await get("/v1/seeks");
  const waiting = seeks.find((seek) => seek.status === "waiting");
  if (waiting) void wait(place, known, waiting, leaving);
}

/**
 * @param {HTMLElement} place
 * @param {Ruleset[]} known
 * @param {AbortSignal} leaving
 */
function showForm(place, known, leaving) {
  const social = known.filter((ruleset) => ruleset.players.max > 1);
  const game = select(social.map((ruleset) => [ruleset.name, said(ruleset.titles)]));
  const players = el("select");
  const bots = el("input", { type: "checkbox", checked: true });
  const rated = el("input", { type: "checkbox" });
  const fit = () => {
    const range = social.find((ruleset) => ruleset.name === game.value)?.players;
    if (!range) return;
    const least = Math.max(2, range.min);
    fill(players, Array.from({ length: range.max - least + 1 }, (_, i) => el("option", null, least + i)));
    players.value = String(range.max);
  };
  game.addEventListener("change", fit);
  // Bots play no rated games.
  rated.addEventListener("change", () => {
    bots.disabled = rated.checked;
    if (rated.checked) bots.checked = false;
  });
  fit();

  async function look() {
    await ensureSession();
    /** @type {Schemas["Seek"]} */
    const seek = await call("POST", "/v1/seeks", {
      body: {
        ruleset: game.value,
        players: Number(players.value),
        rated: rated.checked,
        bots_after_seconds: bots.checked ? SECONDS_TO_BOTS : null,
        nonce: newNonce(),
      },
      headers: { "Idempotency-Key": crypto.randomUUID() },
    });
    await wait(place, known, seek, leaving);
  }

  fill(
    place,
    el(
      "form",
      { onsubmit: submitting(look) },
      el("div", { class: "fields" }, field(t("start.quickRuleset"), game), field(t("start.quickPlayers"), players)),
      tick(t("start.quickBots"), bots),
      tick(t("start.quickRated"), rated),
      el("p", null, el("button", { class: "primary" }, t("start.quickLook"))),
    ),
  );
}

/**
 * Wait until a game is found, and go there.
 * @param {HTMLElement} place
 * @param {Ruleset[]} known
 * @param {Schemas["Seek"]} seek
 * @param {AbortSignal} leaving
 */
async function wait(place, known, seek, leaving) {
  const others = el("p", { class: "faint" });
  const cancel = el("button", { onclick: () => void stop() }, t("start.quickCancel"));
  const hadFocus = place.contains(document.activeElement);
  fill(
    place,
    el("p", { class: "searching" }, el("strong", null, t("start.quickWaiting", { game: gameTitle(known, seek.ruleset, {}) }))),
    others,
    el("p", null, cancel),
  );
  if (hadFocus) cancel.focus();
  tell(t("start.quickWaiting", { game: gameTitle(known, seek.ruleset, {}) }));

  async function stop() {
    try {
      await call("DELETE", `/v1/seeks/${seek.seek_id}`);
    } catch (error) {
      // It was found in this moment: the next answer says where.
      if (!(error instanceof Problem) || error.code !== "seek/matched") throw error;
    }
  }

  while (seek.status === "waiting" && !leaving.aborted) {
    others.textContent = seek.waiting ? t("start.quickOthers", { count: seek.waiting }) : t("start.quickNobody");
    try {
      seek = await get(`/v1/seeks/${seek.seek_id}`, { wait: WAIT_SECONDS }, leaving);
    } catch (error) {
      if (leaving.aborted) return;
      if (error instanceof Problem && error.status < 500 && error.status !== 429) throw error;
      await new Promise((resolve) => setTimeout(resolve, 2_000));
    }
  }
  if (leaving.aborted) return;
  if (seek.status === "matched" && seek.game_id) return go(`/table/${seek.game_id}`);
  const words = { left: t("start.quickLeft"), expired: t("start.quickExpired"), failed: t("start.quickFailed", { reason: seek.reason ?? "" }) };
  tell(words[/** @type {keyof typeof words} */ (seek.status)] ?? seek.status);
  showForm(place, known, leaving);
}

/** Join a game: by a code, by a QR code, or at a table of the lobby. */

import { call, get } from "../lib/api.js";
import { el, fill, tell } from "../lib/dom.js";
import { Page, useStyle } from "../lib/page.js";
import { go } from "../lib/router.js";
import { ensureSession, session } from "../lib/session.js";
import { t } from "../lib/words.js";
import { field, submitting } from "../parts/fields.js";
import { openGame } from "../parts/game-card.js";
import { nameOf, seatList } from "../parts/names.js";
import { addNonce } from "../parts/new-game.js";
import { pagedList } from "../parts/paged-list.js";
import { cannotScan, canScan, codeIn, scan } from "../parts/qr.js";
import { gameTitle, rulesets, said } from "../parts/rulesets.js";

/** @typedef {import("../lib/api.js").Schemas} Schemas */

export class JoinPage extends Page {
  async show() {
    await useStyle("start");
    if (this.parameters.code) await this.#showInvitation(codeIn(this.parameters.code) || this.parameters.code);
    else await this.#showEntry();
  }

  async #showEntry() {
    const code = el("input", { autocomplete: "off", autocapitalize: "characters", spellcheck: "false", required: true });
    const camera = el("div");
    const lobby = el("div");
    fill(
      this,
      el(
        "div",
        { class: "narrow" },
        this.heading(t("join.title")),
        el(
          "form",
          { class: "card", onsubmit: submitting(() => go(`/join/${encodeURIComponent(codeIn(code.value) || code.value.trim())}`)) },
          field(t("join.code"), code, t("join.hint")),
          el("p", null, el("button", { class: "primary" }, t("join.go"))),
          camera,
        ),
        el("h2", null, t("join.lobby")),
        lobby,
      ),
    );
    this.#offerCamera(camera);
    const known = await rulesets();
    await pagedList(lobby, {
      empty: t("join.lobbyNone"),
      load: async (cursor) => {
        /** @type {Schemas["GamePage"]} */
        const page = await get("/v1/games", { status: "lobby", free_seats: 1, limit: 12, cursor }, this.leaving);
        return { items: page.games.map((game) => ({ game, names: page.names })), next: page.next };
      },
      show: ({ game, names }) => openGame(game, names, known, t("game.open")),
    });
  }

  /** @param {HTMLElement} place */
  #offerCamera(place) {
    if (!canScan()) {
      fill(place, cannotScan());
      return;
    }
    const video = el("video", { class: "camera", playsinline: true, muted: true, "aria-label": t("join.scanning") });
    const start = async () => {
      const stop = new AbortController();
      this.leaving.addEventListener("abort", () => stop.abort(), { once: true });
      fill(place, el("p", null, t("join.scanning")), video, el("button", { type: "button", onclick: () => stop.abort() }, t("join.scanStop")));
      try {
        const code = codeIn(await scan(video, stop.signal));
        if (code) return go(`/join/${code}`);
      } catch (error) {
        if (!stop.signal.aborted) tell(t("join.noCamera", { reason: error instanceof Error ? error.message : "" }), "error");
      }
      this.#offerCamera(place);
    };
    fill(place, el("button", { type: "button", onclick: () => void start() }, t("join.scan")));
  }

  /** @param {string} code */
  async #showInvitation(code) {
    const path = `/v1/invitations/${encodeURIComponent(code)}`;
    const [known, found] = await Promise.all([rulesets(), /** @type {Promise<Schemas["FoundInvitation"]>} */ (get(path, {}, this.leaving))]);
    const { game, names } = found;
    const ruleset = known.find((one) => one.name === game.ruleset);
    const isSeated = game.seats.includes(session()?.player_id ?? "");
    const name = el("input", { maxlength: 40, required: true, autocomplete: "nickname" });
    const problem = el("p", { class: "error", role: "alert" });
    const sit = async () => {
      problem.textContent = "";
      await ensureSession(name.value.trim() || undefined);
      const body = found.seat === null ? {} : { seat: found.seat };
      const headers = { "Idempotency-Key": crypto.randomUUID() };
      /** @type {Schemas["Accepted"]} */
      const accepted = await call("POST", path, { body, headers });
      await addNonce(accepted.game_id);
      go(`/table/${accepted.game_id}`);
    };
    fill(
      this,
      el(
        "div",
        { class: "narrow" },
        this.heading(t("join.invited", { host: nameOf(game.host, names) })),
        el(
          "form",
          { class: "card", onsubmit: submitting(sit, (error) => (problem.textContent = error instanceof Error ? error.message : "")) },
          el("h2", null, gameTitle(known, game.ruleset, /** @type {Record<string, any>} */ (game.options))),
          el("p", null, said(ruleset?.summaries)),
          el("h3", null, t("join.table")),
          seatList(game.seats, names),
          el("p", { class: "faint" }, t("join.seats", { count: found.free_seats.length })),
          isSeated
            ? el("p", null, el("a", { href: `/table/${game.game_id}`, class: "button primary big" }, t("setup.toTable")))
            : [!session() && field(t("join.name"), name, t("join.nameHint")), problem, el("p", null, el("button", { class: "primary big" }, t("join.sit")))],
        ),
      ),
    );
  }
}

customElements.define("join-page", JoinPage);

/** The player of this browser: name, devices, notices, and leaving. */

import { call, get, Problem } from "../lib/api.js";
import { el, fill, tell } from "../lib/dom.js";
import { Page, useStyle } from "../lib/page.js";
import { go } from "../lib/router.js";
import { ensureSession, forgetSession, keepName, keepSession, session } from "../lib/session.js";
import { t } from "../lib/words.js";
import { showDevices } from "../parts/devices.js";
import { ask } from "../parts/dialog.js";
import { field, submitting } from "../parts/fields.js";
import { showPushSwitch } from "../parts/push-switch.js";

/** @typedef {import("../lib/api.js").Schemas} Schemas */

export class MePage extends Page {
  async show() {
    await useStyle("start");
    if (session()) await this.#showPlayer();
    else this.#showSignIn();
  }

  #showSignIn() {
    const name = el("input", { required: true, maxlength: 40, autocomplete: "nickname" });
    const code = el("input", { required: true, autocomplete: "one-time-code", autocapitalize: "characters", spellcheck: "false" });
    const problem = el("p", { class: "error", role: "alert" });
    /** @param {() => Promise<unknown>} act */
    const handler = (act) =>
      submitting(
        () => act().then(() => this.open()),
        (error) => (problem.textContent = reasonOf(error)),
      );
    fill(
      this,
      el(
        "div",
        { class: "narrow" },
        this.heading(t("me.title")),
        el("p", null, t("me.none")),
        problem,
        el(
          "form",
          { class: "card", onsubmit: handler(() => ensureSession(name.value.trim())) },
          el("h2", null, t("me.become")),
          field(t("me.name"), name, t("join.nameHint")),
          el("p", null, el("button", { class: "primary" }, t("me.become"))),
        ),
        el(
          "form",
          { class: "card", onsubmit: handler(() => signIn(code.value.trim())) },
          el("h2", null, t("me.signIn")),
          el("p", { class: "faint" }, t("me.signInLead")),
          field(t("me.deviceCode"), code),
          el("p", null, el("button", null, t("me.signIn"))),
        ),
      ),
    );
  }

  async #showPlayer() {
    /** @type {Schemas["Me"]} */
    const me = await get("/v1/players/me", {}, this.leaving);
    const called = me.name ?? "";
    const name = el("input", { value: called, required: true, maxlength: 40, autocomplete: "nickname" });
    const problem = el("p", { class: "error", role: "alert" });
    const devices = el("div");
    const push = el("div");
    const save = async () => {
      problem.textContent = "";
      await call("PATCH", "/v1/players/me", { body: { name: name.value.trim() } });
      keepName(name.value.trim());
      tell(t("me.saved"));
    };
    fill(
      this,
      el(
        "div",
        { class: "narrow" },
        this.heading(t("me.title")),
        el(
          "form",
          { class: "card", onsubmit: submitting(save, (error) => (problem.textContent = reasonOf(error))) },
          field(t("me.name"), name, t("join.nameHint")),
          problem,
          me.role === "organizer" && el("p", null, t("me.organizer")),
          el("p", { class: "row" }, el("button", { class: "primary" }, t("me.save")), el("a", { href: `/player/${encodeURIComponent(me.player_id)}`, class: "button" }, t("me.public"))),
          el("p", { class: "faint" }, t("me.id"), ": ", el("code", null, me.player_id)),
        ),
        el("section", { class: "card", "aria-labelledby": "devices" }, el("h2", { id: "devices" }, t("me.devices")), devices),
        el("section", { class: "card", "aria-labelledby": "push" }, el("h2", { id: "push" }, t("me.push")), push),
        el(
          "section",
          { class: "card", "aria-labelledby": "danger" },
          el("h2", { id: "danger" }, t("me.danger")),
          el(
            "p",
            { class: "row" },
            el("button", { onclick: () => void this.#signOut(called).catch((error) => tell(error.message, "error")) }, t("me.out")),
            el("button", { class: "danger", onclick: () => void this.#erase(called).catch((error) => tell(error.message, "error")) }, t("me.erase")),
          ),
        ),
      ),
    );
    await Promise.all([
      showDevices(devices).catch((error) => fill(devices, el("p", { class: "faint" }, reasonOf(error)))),
      showPushSwitch(push).catch((error) => fill(push, el("p", { class: "faint" }, reasonOf(error)))),
    ]);
  }

  /** @param {string} name */
  async #signOut(name) {
    // A device that may not see the others cannot be the only one.
    /** @type {Schemas["Token"][]} */
    const tokens = await get("/v1/players/me/tokens").then((answer) => answer.tokens, () => []);
    const text = tokens.length === 1 ? t("me.outLast", { name }) : t("me.outOther");
    if (!(await ask(t("me.outAsk"), text, t("me.out")))) return;
    const current = tokens.find((token) => token.is_current);
    if (current) await call("DELETE", `/v1/players/me/tokens/${current.token_id}`);
    forgetSession();
    go("/");
  }

  /** @param {string} name */
  async #erase(name) {
    if (!(await ask(t("me.eraseAsk", { name }), t("me.eraseLead"), t("me.erase")))) return;
    await call("DELETE", "/v1/players/me");
    forgetSession();
    go("/");
  }
}

/**
 * Sign in with the code that another device shows.
 * @param {string} code
 */
async function signIn(code) {
  /** @type {Schemas["NewToken"]} */
  const made = await call("POST", "/v1/tokens", { body: { code }, anonymous: true });
  keepSession({ player_id: made.player_id, token: made.token, name: "" });
  /** @type {Schemas["Me"]} */
  const me = await get("/v1/players/me");
  keepName(me.name ?? "");
}

/** @param {unknown} error */
function reasonOf(error) {
  if (error instanceof Problem && error.code === "auth/scope_missing") return t("me.notAllowed");
  if (error instanceof Problem && error.details.fields) return Object.values(error.details.fields).flat().join(" ");
  return error instanceof Error ? error.message : String(error);
}

customElements.define("me-page", MePage);

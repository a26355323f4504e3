/** Table talk: ready phrases, free text where the game allows it, to all or to one seat; mute, report, delete. */

import { call, get, post } from "../lib/api.js";
import { el, fill, tell } from "../lib/dom.js";
import { language, t } from "../lib/words.js";
import { playerName } from "./seats.js";

/** @typedef {import("../lib/api.js").Schemas} Schemas */
/** @typedef {Schemas["GameView"]} View */
/** @typedef {Schemas["Message"]} Message */

export class TableTalk {
  /** @type {Map<number, Message>} */
  #messages = new Map();
  /** @type {{ key: string, texts: Record<string, string> }[]} */
  #phrases = [];
  #people = "";

  /** @param {string} path of the game */
  constructor(path) {
    this.path = path;
    this.list = el("div", { class: "talk-lines", role: "log", "aria-label": t("talk.title"), tabindex: 0 });
    this.composer = el("form", { class: "talk-form" });
    this.composer.addEventListener("submit", (event) => {
      event.preventDefault();
      void this.#say();
    });
    this.element = el("section", { class: "talk", hidden: true }, el("h2", null, t("talk.title")), this.list, this.composer);
  }

  /** @param {Message} message */
  hear(message) {
    this.#messages.set(message.number, message);
    this.#draw();
  }

  /**
   * @param {View} view
   * @param {number | null} mine
   */
  async update(view, mine) {
    const mode = /** @type {{ talk?: string }} */ (view.options).talk ?? "phrases";
    const isOff = mode === "off" || view.seats.length < 2;
    this.element.hidden = isOff || (mine === null && !this.#messages.size);
    this.view = view;
    this.mine = mine;
    const people = `${mine} ${mode} ${view.seats.map((seat) => seat.player).join(" ")}`;
    if (isOff || people === this.#people) return;
    this.#people = people;
    if (mine === null) {
      fill(this.composer);
      return;
    }
    if (!this.#phrases.length) this.#phrases = (await get("/v1/phrases")).phrases;
    const others = view.seats.filter((seat) => seat.seat !== mine && seat.player !== null && !seat.player.startsWith("bot:"));
    fill(
      this.composer,
      el(
        "label",
        null,
        el("span", { class: "hidden-word" }, t("talk.phrase")),
        el(
          "select",
          { name: "phrase" },
          el("option", { value: "" }, t("talk.choose")),
          this.#phrases.map(({ key, texts }) => el("option", { value: key }, texts[language()] ?? texts.en)),
        ),
      ),
      mode === "free" &&
        el("label", null, el("span", { class: "hidden-word" }, t("talk.text")), el("input", { name: "text", maxlength: 500, placeholder: t("talk.text"), autocomplete: "off" })),
      others.length > 1 &&
        el(
          "label",
          null,
          el("span", { class: "hidden-word" }, t("talk.to")),
          el(
            "select",
            { name: "to" },
            el("option", { value: "" }, t("talk.all")),
            others.map((seat) => el("option", { value: seat.seat }, t("talk.only", { name: playerName(view, seat) }))),
          ),
        ),
      el("button", null, t("talk.say")),
    );
  }

  async #say() {
    const fields = new FormData(this.composer);
    const text = String(fields.get("text") ?? "").trim();
    const phrase = String(fields.get("phrase") ?? "");
    if (!text && !phrase) return;
    const to = String(fields.get("to") ?? "");
    const body = { ...(text ? { text } : { phrase }), ...(to && { to: Number(to) }) };
    await this.#try(async () => {
      const headers = { "Idempotency-Key": crypto.randomUUID() };
      this.hear(await call("POST", `${this.path}/talk`, { body, headers }));
      this.composer.reset();
    });
  }

  #draw() {
    const messages = [...this.#messages.values()].sort((one, other) => one.number - other.number);
    fill(this.list, messages.map((message) => this.#line(message)));
    this.list.scrollTop = this.list.scrollHeight;
    this.element.hidden = false;
  }

  /** @param {Message} message */
  #line(message) {
    const isMine = message.seat === this.mine;
    const text = message.text ?? t(message.status === "removed" ? "talk.removed" : "talk.deleted");
    return el(
      "div",
      { class: `said ${message.to === null ? "" : "private"}` },
      el("p", null, el("b", null, el("bdi", null, message.name ?? t("seat.erased"))), message.to !== null && ` ${t("talk.private")}`, ": ", el("bdi", null, text)),
      message.text !== null &&
        el(
          "span",
          { class: "row" },
          isMine && button(t("talk.delete"), () => this.#try(() => call("DELETE", `${this.path}/talk/${message.number}`))),
          !isMine && this.mine !== null && button(t("talk.mute"), () => this.#mute(message)),
          !isMine && this.mine !== null && button(t("talk.report"), () => this.#report(message)),
        ),
    );
  }

  /** @param {Message} message */
  async #mute(message) {
    await this.#try(async () => {
      await call("PUT", `/v1/players/me/muted/${message.player_id}`);
      for (const one of this.#messages.values()) if (one.player_id === message.player_id) this.#messages.delete(one.number);
      this.#draw();
      tell(t("talk.muted"));
    });
  }

  /** @param {Message} message */
  async #report(message) {
    const reason = prompt(t("talk.reason"))?.trim();
    if (!reason) return;
    await this.#try(async () => {
      await post(`${this.path}/talk/${message.number}/report`, { reason });
      tell(t("talk.reported"));
    });
  }

  /** @param {() => Promise<unknown>} act */
  async #try(act) {
    try {
      await act();
    } catch (error) {
      tell(error instanceof Error ? error.message : String(error), "error");
    }
  }
}

/**
 * @param {string} text
 * @param {() => void} onclick
 */
function button(text, onclick) {
  return el("button", { type: "button", class: "quiet small", onclick }, text);
}

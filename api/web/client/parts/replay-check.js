/** The check of a game while it is replayed: what was computed here for the version that is shown. */

import { runAudit } from "../audit/run.js";
import { get, request } from "../lib/api.js";
import { el, fill } from "../lib/dom.js";
import { t } from "../lib/words.js";
import { drawText, problemText } from "./audit-words.js";
import { mark } from "./mark.js";

/** @typedef {import("../audit/ledger.js").Step} Step */

export class ReplayCheck {
  element = el("section", { class: "card check", "aria-label": t("replay.check") });
  #path;
  #address;
  #signal;
  /** @type {Map<number, Step>} */
  #steps = new Map();
  #version = 0;
  /** @type {import("../audit/ledger.js").Outcome | null} */
  #outcome = null;
  #note = "";

  /**
   * @param {string} path of the game
   * @param {string} address of the page with the whole check
   * @param {AbortSignal} signal
   */
  constructor(path, address, signal) {
    this.#path = path;
    this.#address = address;
    this.#signal = signal;
  }

  /** Load the ledger and check it, while the replay goes on. */
  async run() {
    this.#note = t("replay.check.loading");
    this.show(this.#version);
    try {
      const answer = await request("GET", `${this.#path}/export`, { signal: this.#signal });
      const { keys } = await get("/v1/keys", {}, this.#signal);
      const known = keys.map((/** @type {{ public_key: string }} */ key) => key.public_key);
      this.#outcome = await runAudit(new Uint8Array(await answer.arrayBuffer()), known, (step) => this.#take(step), this.#signal);
      this.#note = "";
    } catch (error) {
      if (this.#signal.aborted) return;
      this.#note = error instanceof Error ? error.message : String(error);
    }
    this.show(this.#version);
  }

  /** @param {number} version */
  show(version) {
    this.#version = version;
    const step = this.#steps.get(version);
    fill(
      this.element,
      el("h2", null, t("replay.check")),
      step && this.#marks(step),
      this.#note && el("p", { class: "faint" }, this.#note),
      this.#outcome && this.#summary(this.#outcome),
    );
  }

  /** @param {Step} step */
  #take(step) {
    this.#steps.set(step.version, step);
    if (step.version === this.#version) this.show(step.version);
  }

  /** @param {Step} step */
  #marks(step) {
    const chain = step.good.includes("chain");
    const salt = step.good.includes("salts");
    return el(
      "ul",
      { class: "draws" },
      chain && el("li", null, mark("good"), " ", t("replay.check.chain", { version: step.version })),
      salt && el("li", null, mark("good"), " ", t("replay.check.salt")),
      step.draws.filter((draw) => draw.state !== "bad").map((draw) => el("li", null, mark(draw.state), " ", drawText(draw))),
      step.problems.map((problem) => el("li", null, mark("bad"), " ", problemText(problem))),
    );
  }

  /** @param {import("../audit/ledger.js").Outcome} outcome */
  #summary(outcome) {
    const [first] = outcome.problems;
    return el(
      "p",
      null,
      mark(first ? "bad" : "good"),
      " ",
      first ? problemText(first) : t("replay.check.whole", { commits: outcome.commits }),
      " ",
      el("a", { href: this.#address }, t("replay.check.more")),
    );
  }
}

/** Checks a ledger in the browser: from a file, or from this server. Nothing that was chosen leaves this device. */

import { NoCrypto } from "../audit/bytes.js";
import { BadForm } from "../audit/canonical.js";
import { TOURNAMENT_FILE, checkBundle } from "../audit/bundle.js";
import { runAudit } from "../audit/run.js";
import { BadZip, isZip, readZip } from "../audit/zip.js";
import { get, request } from "../lib/api.js";
import { el, fill } from "../lib/dom.js";
import { Page, useStyle } from "../lib/page.js";
import { t } from "../lib/words.js";
import { named } from "../parts/audit-words.js";
import { draws, limits, topics, verdict } from "../parts/ledger-report.js";
import { mark } from "../parts/mark.js";

/** @typedef {import("../audit/ledger.js").Outcome} Outcome */
/** @typedef {import("../audit/ledger.js").Step} Step */
/** @typedef {{ outcome: Outcome, steps: Step[] }} Checked */

/** How often (ms) the progress is shown. */
const PROGRESS = 100;

export class AuditPage extends Page {
  #report = el("div", { class: "report" });
  #progress = el("div", { class: "progress" });
  #keys = el("textarea", { rows: 2, id: "audit-keys", spellcheck: "false", autocomplete: "off" });
  /** Ends the check that runs, if another one is started. */
  #running = new AbortController();

  async show() {
    await useStyle("replay");
    fill(this, this.heading(t("audit.title")), el("p", null, t("audit.intro")), this.#chooser(), this.#progress, this.#report, limits());
    const game = new URLSearchParams(location.search).get("game");
    if (game) void this.#checkGame(game);
  }

  disconnectedCallback() {
    super.disconnectedCallback();
    this.#running.abort();
  }

  #chooser() {
    const file = el("input", { type: "file", id: "audit-file", accept: ".ndjson,.zip", onchange: () => void this.#checkFile(file.files?.[0]) });
    const game = el("input", { id: "audit-game", autocomplete: "off", spellcheck: "false" });
    const ask = (/** @type {Event} */ event) => {
      event.preventDefault();
      if (game.value.trim()) void this.#checkGame(game.value.trim());
    };
    const drop = el(
      "div",
      { class: "card drop", ondragover: over, ondragleave: leave, ondrop: (/** @type {DragEvent} */ event) => this.#drop(event) },
      el("label", { for: "audit-file" }, t("audit.file")),
      file,
      el("p", { class: "faint" }, t("audit.drop")),
    );
    return el(
      "div",
      { class: "choosers" },
      drop,
      el(
        "form",
        { class: "card", onsubmit: ask },
        el("label", { for: "audit-game" }, t("audit.game")),
        el("div", { class: "row" }, game, el("button", { class: "primary" }, t("audit.check"))),
      ),
      el(
        "details",
        { class: "card" },
        el("summary", null, t("audit.keys")),
        el("label", { for: "audit-keys" }, t("audit.keys.label")),
        this.#keys,
        el("p", { class: "faint" }, t("audit.keys.how")),
      ),
    );
  }

  /** @param {DragEvent} event */
  #drop(event) {
    event.preventDefault();
    leave(event);
    void this.#checkFile(event.dataTransfer?.files[0]);
  }

  /** @param {File | undefined} file */
  async #checkFile(file) {
    if (file) await this.#check(async () => new Uint8Array(await file.arrayBuffer()), file.name, false);
  }

  /** @param {string} game */
  async #checkGame(game) {
    const load = async () => {
      const answer = await request("GET", `/v1/games/${encodeURIComponent(game)}/export`, { signal: this.#running.signal });
      return new Uint8Array(await answer.arrayBuffer());
    };
    await this.#check(load, game, true);
  }

  /**
   * @param {() => Promise<Uint8Array<ArrayBuffer>>} load
   * @param {string} name
   * @param {boolean} isHere whether this server has the game
   */
  async #check(load, name, isHere) {
    this.#running.abort();
    const running = (this.#running = new AbortController());
    fill(this.#report);
    try {
      const data = await load();
      const keys = await this.#knownKeys();
      const found = isZip(data) ? await this.#bundle(data, keys) : el("div", null, this.#single(await this.#ledger(data, keys, name), isHere));
      fill(this.#report, el("h2", null, t("audit.found", { name })), found);
    } catch (error) {
      if (running.signal.aborted) return;
      fill(this.#report, el("p", { class: "error", role: "alert" }, mark("bad"), " ", reasonOf(error)));
    }
    if (running === this.#running) fill(this.#progress);
  }

  /**
   * @param {Uint8Array<ArrayBuffer>} data
   * @param {string[]} keys
   * @param {string} name
   * @returns {Promise<Checked>}
   */
  async #ledger(data, keys, name) {
    const bar = el("progress", { max: 1, value: 0, "aria-label": t("audit.progress.label") });
    const text = el("span", { class: "numbers" });
    fill(this.#progress, el("p", { role: "status" }, t("audit.progress.of", { name })), bar, text);
    /** @type {Step[]} */
    const steps = [];
    let shown = 0;
    const onStep = (/** @type {Step} */ step) => {
      steps.push(step);
      const now = performance.now();
      if (now - shown < PROGRESS && step.version < step.of) return;
      shown = now;
      bar.value = step.version / step.of;
      text.textContent = t("audit.progress", { version: step.version, of: step.of });
    };
    return { outcome: await runAudit(data, keys, onStep, this.#running.signal), steps };
  }

  /**
   * @param {Checked} checked
   * @param {boolean} isHere
   */
  #single({ outcome, steps }, isHere) {
    const replay = `/replay/${encodeURIComponent(outcome.game)}`;
    return [
      verdict(outcome),
      el("p", { class: "faint" }, t("audit.nonces", { count: outcome.nonces }), " ", t("audit.head", { head: outcome.head })),
      topics(outcome),
      draws(steps, isHere ? (version) => `${replay}?at=${version}&check=yes` : null),
      isHere && el("p", null, el("a", { class: "button", href: `${replay}?check=yes` }, t("audit.replay"))),
    ];
  }

  /**
   * @param {Uint8Array<ArrayBuffer>} data
   * @param {string[]} keys
   */
  async #bundle(data, keys) {
    /** @type {Map<string, Checked>} */
    const games = new Map();
    for (const [name, ledger] of await readZip(data)) games.set(name, await this.#ledger(ledger, keys, name));
    const tournament = games.get(TOURNAMENT_FILE);
    if (!tournament) throw new BadZip("no tournament");
    const others = new Map([...games].filter(([name]) => name !== TOURNAMENT_FILE).map(([name, one]) => [name, one.outcome]));
    const between = checkBundle(tournament.outcome, others);
    return el(
      "div",
      null,
      el("p", null, mark(between.problems.length ? "bad" : "good"), " ", t("audit.bundle.heads", { games: others.size, heads: between.heads })),
      between.problems.length > 0 &&
        el("ul", { class: "problems" }, between.problems.map(({ code, game }) => el("li", null, `${named("audit.bundle", code)}: ${game}`))),
      [...games].map(([name, checked]) =>
        el(
          "details",
          { class: "card", open: name === TOURNAMENT_FILE },
          el("summary", null, mark(checked.outcome.problems.length ? "bad" : "good"), " ", name),
          this.#single(checked, false),
        ),
      ),
    );
  }

  /** The keys that were pasted, and those of this server if it can be reached. */
  async #knownKeys() {
    const pasted = this.#keys.value.toLowerCase().match(/[0-9a-f]{64}/g) ?? [];
    try {
      const { keys } = await get("/v1/keys", {}, this.#running.signal);
      return [...pasted, ...keys.map((/** @type {{ public_key: string }} */ key) => key.public_key)];
    } catch {
      // A file can be checked without any server.
      this.#running.signal.throwIfAborted();
      return pasted;
    }
  }
}

/** @param {DragEvent} event */
function over(event) {
  event.preventDefault();
  dropZone(event)?.classList.add("over");
}

/** @param {DragEvent} event */
function leave(event) {
  dropZone(event)?.classList.remove("over");
}

/** @param {DragEvent} event */
function dropZone(event) {
  return event.currentTarget instanceof Element ? event.currentTarget : null;
}

/** @param {unknown} error */
function reasonOf(error) {
  if (error instanceof BadForm) return named("audit.problem", error.code);
  if (error instanceof BadZip) return t("audit.bad_zip");
  if (error instanceof NoCrypto) return t("audit.no_crypto");
  return error instanceof Error ? error.message : String(error);
}

customElements.define("audit-page", AuditPage);

/** Set up a game: what is played, with which options, by whom; then bring the others to the table. */

import { post } from "../lib/api.js";
import { el, fill, tell } from "../lib/dom.js";
import { Page, useStyle } from "../lib/page.js";
import { go } from "../lib/router.js";
import { t } from "../lib/words.js";
import { field, select, tick } from "../parts/fields.js";
import { openGame, prepare } from "../parts/new-game.js";
import { optionForm } from "../parts/option-form.js";
import { qrCode } from "../parts/qr.js";
import { rulesets, said } from "../parts/rulesets.js";

/** @typedef {import("../lib/api.js").Schemas} Schemas */
/** @typedef {import("../parts/rulesets.js").Ruleset} Ruleset */

/** The option that is asked for beside players and seats, because every host thinks of it. */
const ASKED_FIRST = "clock";
const PERSON = "person";

export class SetupPage extends Page {
  async show() {
    const [known] = await Promise.all([rulesets(), useStyle("start")]);
    const place = el("div");
    const game = select(
      known.map((ruleset) => [ruleset.name, said(ruleset.titles)]),
      new URLSearchParams(location.search).get("ruleset") ?? known[0]?.name,
    );
    const change = () => {
      const ruleset = known.find((one) => one.name === game.value) ?? known[0];
      if (ruleset) this.#showForm(place, ruleset);
    };
    game.addEventListener("change", change);
    fill(this, el("div", { class: "narrow" }, this.heading(t("setup.title")), field(t("setup.game"), game), place));
    change();
  }

  /**
   * @param {HTMLElement} place
   * @param {Ruleset} ruleset
   */
  #showForm(place, ruleset) {
    const names = Object.keys(ruleset.options.presets);
    const preset = select(names.map((name) => [name, said(ruleset.options.titles[name]) || name]));
    const { min, max } = ruleset.players;
    const players = select(Array.from({ length: max - min + 1 }, (_, i) => [String(min + i), String(min + i)]), String(max));
    const who = /** @type {const} */ (["everybody", "link", "invited"]).map((value, i) => {
      const input = el("input", { type: "radio", name: "who", value, checked: i === 1 });
      return { input, row: tick(t(`setup.who.${value}`), input) };
    });
    const rated = el("input", { type: "checkbox" });
    const sit = el("input", { type: "checkbox", checked: true });
    const seats = el("div", { class: "fields" });
    const options = el("div");
    const button = el("button", { class: "primary big" });
    const problem = el("p", { class: "error", role: "alert" });
    /** @type {HTMLSelectElement[]} */
    let chosen = [];
    /** @type {ReturnType<typeof optionForm>} */
    let form;

    const showSeats = () => {
      const count = Number(players.value) - (sit.checked ? 1 : 0);
      const before = chosen.map((one) => one.value);
      chosen = Array.from({ length: count }, (_, i) =>
        select([[PERSON, t("setup.person")], ...ruleset.bots.map((bot) => /** @type {[string, string]} */ ([bot, said(ruleset.bot_titles[bot]) || bot]))], before[i] ?? PERSON),
      );
      fill(seats, chosen.map((one, i) => field(t("setup.seat", { number: i + (sit.checked ? 2 : 1) }), one)));
      showButton();
    };
    const showButton = () => {
      const isFull = chosen.every((one) => one.value !== PERSON);
      button.textContent = isFull ? t("setup.openStart") : t("setup.open");
    };
    const showOptions = () => {
      form = optionForm(ruleset, preset.value);
      fill(
        options,
        form.element(ASKED_FIRST),
        el("details", { class: "all-options" }, el("summary", null, t("setup.options")), el("div", { class: "fields" }, form.names.filter((name) => name !== ASKED_FIRST).map((name) => form.element(name)))),
      );
    };
    players.addEventListener("change", showSeats);
    sit.addEventListener("change", showSeats);
    seats.addEventListener("change", showButton);
    preset.addEventListener("change", showOptions);

    const open = async () => {
      const bots = chosen.map((one) => one.value).filter((kind) => kind !== PERSON);
      const free = chosen.length - bots.length;
      const access = who.find(({ input }) => input.checked)?.input.value;
      const wish = {
        ruleset: ruleset.name,
        players: Number(players.value),
        options: form.values(),
        listed: access === "everybody",
        invited_only: access === "invited",
        rated: rated.checked,
      };
      const id = await openGame(wish);
      await prepare(id, { sit: sit.checked, bots, start: free === 0 });
      if (free === 0) go(`/table/${id}`);
      else await this.#invite(id, free);
    };

    const onsubmit = async (/** @type {Event} */ event) => {
      event.preventDefault();
      problem.textContent = "";
      button.disabled = true;
      try {
        await open();
      } catch (error) {
        problem.textContent = error instanceof Error ? error.message : String(error);
      } finally {
        button.disabled = false;
      }
    };

    fill(
      place,
      el("p", { class: "faint" }, said(ruleset.summaries)),
      el(
        "form",
        { onsubmit },
        el("div", { class: "fields" }, names.length > 1 && field(t("setup.variant"), preset), field(t("setup.players"), players)),
        el("fieldset", null, el("legend", null, t("setup.seats")), tick(t("setup.sit"), sit), seats),
        el("fieldset", null, el("legend", null, t("setup.who")), who.map(({ row }) => row)),
        max > 1 && tick(t("setup.rated"), rated),
        options,
        problem,
        el("p", null, button),
      ),
    );
    showOptions();
    showSeats();
  }

  /**
   * Show how others come to the table.
   * @param {string} game
   * @param {number} free
   */
  async #invite(game, free) {
    /** @type {Schemas["MadeInvitation"]} */
    const made = await post(`/v1/games/${game}/invitations`, { uses: free });
    const address = new URL(made.link, location.origin).href;
    const copy = async () => {
      await navigator.clipboard.writeText(address);
      tell(t("setup.copied"));
    };
    const share = () => void navigator.share({ title: document.title, url: address }).catch(() => {});
    const heading = this.heading(t("setup.opened"));
    fill(
      this,
      el(
        "div",
        { class: "narrow" },
        heading,
        el("p", null, t("setup.openedLead")),
        el(
          "div",
          { class: "card invitation" },
          qrCode(made.link, t("setup.qr")),
          el(
            "dl",
            null,
            el("dt", null, t("setup.link")),
            el("dd", null, el("a", { href: made.link }, address)),
            el("dt", null, t("setup.code")),
            el("dd", { class: "code" }, made.code),
          ),
          el(
            "p",
            { class: "row" },
            Boolean(navigator.clipboard) && el("button", { onclick: () => void copy().catch((error) => tell(error.message, "error")) }, t("setup.copy")),
            "share" in navigator && el("button", { onclick: share }, t("setup.share")),
          ),
        ),
        el("p", null, el("a", { href: `/table/${game}`, class: "button primary big" }, t("setup.toTable"))),
      ),
    );
    heading.focus();
  }
}

customElements.define("setup-page", SetupPage);

/** What a person may do now, as buttons: kinds of actions first, then what is left to choose, and all of it in words. */

import { el, fill } from "../lib/dom.js";
import { t } from "../lib/words.js";
import { ASIDE, Choosing } from "./choosing.js";
import { ChoiceForm } from "./form.js";
import { icon } from "./icons.js";

/** @typedef {import("../lib/api.js").Schemas} Schemas */
/** @typedef {Schemas["Action"]} Action */
/** @typedef {import("./choosing.js").Touch} Touch */
/** @typedef {import("./picture.js").Lights} Lights */

/** Up to so many choices are shown as buttons at once. */
const FEW = 6;
const SEND_AT_ONCE = "hexledger.at-once";

/** The buttons, and what they have come to. */
export class ActionBar {
  /** @type {Choosing} */
  #choosing = new Choosing([]);
  /** @type {ChoiceForm | null} */
  #form = null;
  /** @type {Schemas["Price"][]} */
  #prices = [];
  #isSending = false;
  #isListOpen = false;
  /** What was listed when the buttons were drawn last. */
  #listed = "";

  /**
   * @param {(command: object) => Promise<void>} send
   * @param {() => void} onChange what can be touched has changed
   */
  constructor(send, onChange) {
    this.send = send;
    this.onChange = onChange;
    this.body = el("div", { class: "acts-body" });
    this.element = el("section", { class: "acts", "aria-label": t("table.actions") }, this.body);
    this.element.addEventListener("keydown", (event) => {
      if (event.key === "Escape" && this.hasBegun) this.#back();
    });
  }

  get hasBegun() {
    return this.#form !== null || this.#choosing.hasBegun;
  }

  /**
   * Take over a new list of actions. What has been chosen is kept as far as it still can be.
   * @param {Schemas["Actions"]} answer
   */
  update(answer) {
    const listed = JSON.stringify(answer.actions);
    this.#prices = answer.prices ?? [];
    if (listed === this.#listed) return;
    this.#listed = listed;
    this.#choosing = this.#choosing.amongst(answer.actions);
    const form = this.#form && JSON.stringify(this.#form.fields);
    const isFormKept = answer.actions.some((action) => action.group === this.#form?.group && JSON.stringify(action.form) === form);
    if (!isFormKept) this.#form = null;
    const inPlay = answer.actions.filter((action) => !ASIDE.has(action.group ?? ""));
    const [only, ...others] = inPlay;
    if (only?.form && !others.length && !isDrawn(only) && !this.#form) this.#openForm(only);
    this.#draw();
  }

  /** What the pictures light up. @returns {Lights} */
  get lights() {
    if (this.#isSending) return { lit: [], chosen: [], groups: new Set() };
    if (this.#form) return this.#form.lights;
    const choosing = this.#choosing;
    const lit = [...choosing.next.values()].flat().map(({ touch, action }) => ({ touch, command: action.group ?? "" }));
    const settled = choosing.settled;
    const command = settled?.group ?? choosing.fitting[0]?.group ?? "";
    const chosen = choosing.chosen.map((touch) => ({ touch, command }));
    const groups = new Set(choosing.group === null && !choosing.chosen.length ? choosing.fitting.map((action) => action.group ?? "") : []);
    // What has been chosen can be touched once more to send it.
    return { lit: settled ? [...lit, ...chosen] : lit, chosen, groups };
  }

  /**
   * Something on the table was touched.
   * @param {Touch} touch
   */
  touch(touch) {
    if (this.#isSending) return;
    if (this.#form) {
      this.#form.touch(touch);
      return;
    }
    const settled = this.#choosing.settled;
    if (settled && this.#choosing.chosen.some((one) => one.place === touch.place && one.id === touch.id)) {
      void this.#post(settled.command);
      return;
    }
    this.#choosing.touch(touch);
    this.#chosen();
  }

  /**
   * Choose a kind of action.
   * @param {string} group
   */
  choose(group) {
    if (this.#isSending) return;
    const actions = this.#choosing.actions.filter((action) => action.group === group);
    const [only, ...others] = actions;
    if (only && !others.length && only.form) {
      this.#openForm(only);
      this.#draw();
      this.#focusFirst();
      return;
    }
    if (only?.command && !others.length && !only.touches?.length && !ASIDE.has(group)) {
      void this.#post(only.command);
      return;
    }
    this.#form = null;
    this.#choosing.choose(group);
    this.#draw();
    this.#focusFirst();
  }

  #chosen() {
    const settled = this.#choosing.settled;
    if (settled && localStorage.getItem(SEND_AT_ONCE)) void this.#post(settled.command);
    else this.#draw();
  }

  /** @param {Action} action */
  #openForm(action) {
    this.#form = new ChoiceForm(action, {
      send: (command) => void this.#post(command),
      cancel: () => this.#back(),
      change: () => this.onChange(),
    });
  }

  #back() {
    if (this.#form) {
      this.#form = null;
    } else {
      this.#choosing.undo();
    }
    this.#draw();
    this.#focusFirst();
  }

  /** @param {object | undefined} command */
  async #post(command) {
    if (!command || this.#isSending) return;
    this.#isSending = true;
    this.element.setAttribute("aria-busy", "true");
    // What is sent cannot be taken back: whatever comes of it, the next choice begins anew.
    this.#choosing = new Choosing(this.#choosing.actions);
    this.#form = null;
    this.onChange();
    try {
      await this.send(command);
    } finally {
      this.#isSending = false;
      this.element.removeAttribute("aria-busy");
      this.#draw();
    }
  }

  #draw() {
    const hadFocus = this.body.contains(document.activeElement);
    fill(this.body, this.#form ? this.#form.element : this.#choosing.hasBegun ? this.#steps() : this.#groups(), this.#list());
    if (hadFocus) this.#focusFirst();
    this.onChange();
  }

  #focusFirst() {
    const first = this.body.querySelector(".primary:enabled, button:enabled");
    if (first instanceof HTMLElement) first.focus({ preventScroll: true });
  }

  #groups() {
    /** @type {Map<string, Action[]>} */
    const groups = new Map();
    for (const action of this.#choosing.fitting) {
      if (isDrawn(action)) continue;
      groups.set(action.group ?? "", [...(groups.get(action.group ?? "") ?? []), action]);
    }
    if (!groups.size) return null;
    return el(
      "div",
      { class: "groups" },
      [...groups].map(([group, actions], i) => {
        const price = this.#prices.find((one) => one.group === group);
        const isSimple = actions.length === 1 && !actions[0]?.touches?.length;
        return el(
          "button",
          { class: isSimple && i === 0 ? "primary" : "", "data-group": group, onclick: () => this.choose(group) },
          isSimple ? actions[0]?.label : actions[0]?.group_label,
          price && cost(price),
        );
      }),
    );
  }

  #steps() {
    const settled = this.#choosing.settled;
    const fitting = this.#choosing.fitting;
    const back = el("button", { onclick: () => this.#back(), "data-undo": true }, t("table.undo"));
    if (settled) {
      return el(
        "div",
        { class: "steps" },
        el("p", { class: "chosen-label", role: "status" }, settled.label),
        el("div", { class: "row" }, el("button", { class: "primary", "data-do": true, onclick: () => void this.#post(settled.command) }, t("table.do")), back),
      );
    }
    const isShort = fitting.length <= FEW;
    return el(
      "div",
      { class: "steps" },
      el("p", { class: "chosen-label", role: "status" }, t("table.choose", { what: fitting[0]?.group_label ?? "" })),
      el(
        "div",
        { class: "row" },
        fitting.filter((action) => isShort || action.form || !action.touches?.length).map((action) => this.#button(action)),
        back,
      ),
    );
  }

  /** Every action that fits, in words: whoever does not see the picture can do all with it. */
  #list() {
    const actions = this.#choosing.hasBegun ? this.#choosing.fitting : this.#choosing.actions;
    const shown = actions.filter((action) => !isDrawn(action) && (this.#choosing.hasBegun || !ASIDE.has(action.group ?? "")));
    if (this.#form || this.#choosing.settled || shown.length < 2) return null;
    const list = el("ul", { class: "every" });
    const draw = () => fill(list, shown.map((action) => el("li", null, this.#button(action))));
    if (this.#isListOpen) draw();
    return el(
      "details",
      {
        open: this.#isListOpen,
        ontoggle: (/** @type {Event} */ event) => {
          this.#isListOpen = /** @type {HTMLDetailsElement} */ (event.target).open;
          if (this.#isListOpen && !list.childElementCount) draw();
        },
      },
      el("summary", null, t("table.list", { count: shown.length })),
      list,
    );
  }

  /** @param {Action} action */
  #button(action) {
    const act = () => {
      if (!action.form) {
        void this.#post(action.command);
        return;
      }
      this.#openForm(action);
      this.#draw();
      this.#focusFirst();
    };
    return el("button", { "data-action": action.group, onclick: act }, action.label);
  }
}

/** Whether the browser sends this action by itself: it only has to draw lots. @param {Action} action */
export function isDrawn(action) {
  return Boolean(action.form?.length) && (action.form ?? []).every((field) => field.kind === "random");
}

/**
 * A price, in small pictures if the server has drawn them.
 * @param {Schemas["Price"]} price
 */
export function cost(price) {
  const icons = Object.entries(price.cost).flatMap(([kind, count]) => Array.from({ length: Number(count) }, () => icon(kind)));
  if (!icons.length || icons.includes(null)) return el("span", { class: "cost" }, price.cost_label);
  return el("span", { class: "cost" }, icons, el("span", { class: "hidden-word" }, price.cost_label));
}

/** The choice whether what is touched is sent without another tap. */
export function atOnceSwitch() {
  return el(
    "label",
    { class: "row" },
    el("input", {
      type: "checkbox",
      checked: Boolean(localStorage.getItem(SEND_AT_ONCE)),
      onchange: (/** @type {Event} */ event) => {
        if (/** @type {HTMLInputElement} */ (event.target).checked) localStorage.setItem(SEND_AT_ONCE, "yes");
        else localStorage.removeItem(SEND_AT_ONCE);
      },
    }),
    t("table.at_once"),
  );
}

/**
 * The form of an open choice: trade offers, discards, dice to roll again. What each field may hold is said by the
 * server; the form only keeps to it. Things on the table can be touched instead of pressing its buttons.
 */

import { el, fill } from "../lib/dom.js";
import { t } from "../lib/words.js";
import { icon } from "./icons.js";

/** @typedef {import("../lib/api.js").Schemas} Schemas */
/** @typedef {Schemas["Action"]} Action */
/** @typedef {Schemas["FormField"]} Field */
/** @typedef {Schemas["FormValue"]} Value */
/** @typedef {import("./choosing.js").Touch} Touch */
/** @typedef {import("./picture.js").Lit} Lit */
/** @typedef {string | number | boolean | null | (string | number | null)[] | Record<string, number>} Filled */

/** A form that is being filled in. */
export class ChoiceForm {
  /** @type {Map<string, Filled>} */
  #filled = new Map();
  #number = 0;

  /**
   * @param {Action} action
   * @param {object} on
   * @param {(command: object) => void} on.send
   * @param {() => void} on.cancel
   * @param {() => void} on.change what can be touched has changed
   */
  constructor(action, on) {
    this.action = action;
    this.on = on;
    this.fields = action.form ?? [];
    for (const field of this.fields) this.#begin(field);
    this.element = el("form", {
      class: "choice-form",
      novalidate: true,
      onsubmit: (/** @type {Event} */ event) => {
        event.preventDefault();
        if (this.problem === null) this.on.send(this.command);
      },
    });
    this.#draw();
  }

  get group() {
    return this.action.group ?? "";
  }

  /** The command as it is filled in so far. */
  get command() {
    /** @type {Record<string, unknown>} */
    const command = { type: /** @type {any} */ (this.action.template).type };
    for (const field of this.fields) {
      const value = this.#value(field);
      if (value !== null) command[field.name] = value;
    }
    return command;
  }

  /** Why it cannot be sent yet, or null. */
  get problem() {
    for (const field of this.fields) {
      const problem = this.#problemOf(field);
      if (problem !== null) return problem;
    }
    return null;
  }

  /** What can be touched now, and what has been. */
  get lights() {
    /** @type {Lit[]} */
    const lit = [];
    /** @type {Lit[]} */
    const chosen = [];
    for (const field of this.#asked()) {
      for (const value of field.values ?? []) {
        if (!field.place || value.value === null) continue;
        const one = { command: this.group, touch: { field: field.name, place: field.place, id: value.value } };
        if (this.#count(field, value) > 0) chosen.push(one);
        if (this.#canAdd(field, value) || (field.kind === "choices" && this.#count(field, value) > 0)) lit.push(one);
      }
    }
    return { lit, chosen, groups: /** @type {Set<string>} */ (new Set()) };
  }

  /**
   * A thing on the table was touched: one more of it, or not any more.
   * @param {Touch} touch
   */
  touch(touch) {
    const field = this.fields.find((one) => one.name === touch.field);
    const value = field?.values?.find((one) => String(one.value) === String(touch.id));
    if (!field || !value) return;
    if (field.kind === "choices") this.#toggle(field, value);
    else if (this.#canAdd(field, value)) this.#put(field, value, 1);
  }

  /** @param {Field} field */
  #begin(field) {
    if (field.kind === "cards") this.#filled.set(field.name, {});
    else if (field.kind === "choices") this.#filled.set(field.name, []);
    else if (field.kind === "bool") this.#filled.set(field.name, false);
    else if (field.kind === "random") this.#filled.set(field.name, drawn(field.alphabet ?? "", field.greatest_length ?? 0));
    else if (field.kind === "number") this.#filled.set(field.name, field.required ? (field.least ?? 0) : null);
    else if (field.kind === "choice" && field.required && field.values?.length === 1) {
      this.#filled.set(field.name, field.values[0]?.value ?? null);
    } else this.#filled.set(field.name, null);
  }

  /** The fields that a person fills in. */
  #asked() {
    return this.fields.filter((field) => !field.set_by && field.kind !== "random");
  }

  /**
   * What is posted for a field; null if it is left out.
   * @param {Field} field
   * @returns {Filled}
   */
  #value(field) {
    if (field.set_by) {
      const setter = this.fields.find((one) => one.name === field.set_by);
      const chosen = setter?.values?.find((one) => one.value === this.#filled.get(setter.name));
      return chosen?.sets?.[field.name] ?? null;
    }
    const value = this.#filled.get(field.name) ?? null;
    if (field.kind === "cards") {
      const counted = Object.entries(/** @type {Record<string, number>} */ (value)).filter(([, count]) => count > 0);
      return counted.length || field.required ? Object.fromEntries(counted) : null;
    }
    if (field.kind === "choices" && Array.isArray(value) && !value.length && !field.required) return null;
    return value === "" && !field.required ? null : value;
  }

  /** What the values chosen in other fields allow here. @param {Field} field */
  #narrowing(field) {
    for (const other of this.fields) {
      const chosen = other.values?.find((one) => one.value === this.#filled.get(other.name));
      const narrowed = chosen?.narrows?.[field.name];
      if (narrowed) return narrowed;
    }
    return null;
  }

  /** @param {Field} field */
  #greatestTotal(field) {
    return Math.min(field.total ?? field.greatest_total ?? Infinity, this.#narrowing(field)?.greatest_total ?? Infinity);
  }

  /** @param {Field} field */
  #total(field) {
    return (field.values ?? []).reduce((sum, value) => sum + this.#count(field, value), 0);
  }

  /**
   * How many of a value are chosen.
   * @param {Field} field
   * @param {Value} value
   */
  #count(field, value) {
    const filled = this.#filled.get(field.name);
    if (field.kind === "cards") return /** @type {Record<string, number>} */ (filled)[String(value.value)] ?? 0;
    if (Array.isArray(filled)) return filled.includes(value.value) ? 1 : 0;
    return filled !== null && filled === value.value ? 1 : 0;
  }

  /**
   * @param {Field} field
   * @param {Value} value
   */
  #canAdd(field, value) {
    const taken = (field.apart_from ?? []).some((name) => {
      const other = this.fields.find((one) => one.name === name);
      const same = other?.values?.find((one) => one.value === value.value);
      return other && same && this.#count(other, same) > 0;
    });
    if (taken || this.#narrowing(field)?.without.includes(String(value.value))) return false;
    const count = this.#count(field, value);
    if (field.kind === "cards") return count < (value.most ?? Infinity) && this.#total(field) < this.#greatestTotal(field);
    if (field.kind === "choices") return count === 0 && this.#total(field) < (field.greatest ?? Infinity);
    return field.kind === "choice" && count === 0;
  }

  /**
   * @param {Field} field
   * @param {Value} value
   * @param {number} step
   */
  #put(field, value, step) {
    if (field.kind === "cards") {
      const cards = /** @type {Record<string, number>} */ (this.#filled.get(field.name));
      this.#filled.set(field.name, { ...cards, [String(value.value)]: this.#count(field, value) + step });
    } else {
      this.#filled.set(field.name, value.value);
      this.#tighten();
    }
    this.#changed();
  }

  /**
   * @param {Field} field
   * @param {Value} value
   */
  #toggle(field, value) {
    const list = /** @type {(string | number | null)[]} */ (this.#filled.get(field.name));
    const without = list.filter((one) => one !== value.value);
    if (without.length === list.length && !this.#canAdd(field, value)) return;
    const chosen = new Set(without.length < list.length ? without : [...list, value.value]);
    const inOrder = (field.values ?? []).map((one) => one.value).filter((one) => chosen.has(one));
    this.#filled.set(field.name, inOrder);
    this.#changed();
  }

  /** After another choice, fields that hold more than it allows begin anew. */
  #tighten() {
    for (const field of this.fields) {
      const narrowed = this.#narrowing(field);
      if (!narrowed || field.kind !== "cards") continue;
      const hasWrong = (field.values ?? []).some(
        (value) => narrowed.without.includes(String(value.value)) && this.#count(field, value) > 0,
      );
      if (hasWrong || this.#total(field) > this.#greatestTotal(field)) this.#filled.set(field.name, {});
    }
  }

  #changed() {
    const focused = document.activeElement;
    const key = focused instanceof HTMLElement && this.element.contains(focused) ? focused.dataset.key : null;
    this.#draw();
    if (key) {
      const again = this.element.querySelector(`[data-key="${CSS.escape(key)}"]`);
      const isDisabled = again instanceof HTMLButtonElement && again.disabled;
      const next = isDisabled ? (again.parentElement?.querySelector("button:enabled") ?? this.element.querySelector("button:enabled")) : again;
      if (next instanceof HTMLElement) next.focus();
    }
    this.on.change();
  }

  /**
   * @param {Field} field
   * @returns {string | null}
   */
  #problemOf(field) {
    const value = this.#filled.get(field.name);
    if (field.set_by || field.kind === "bool" || field.kind === "random") return null;
    if (field.kind === "cards") {
      const total = this.#total(field);
      if (!field.required && total === 0) return null;
      const least = field.total ?? field.least_total ?? 0;
      if (total < least) return t("form.more", { field: field.label, count: least - total });
      return null;
    }
    if (field.kind === "choices") {
      const total = this.#total(field);
      if (!field.required && total === 0) return null;
      const least = field.least ?? 0;
      return total < least ? t("form.more", { field: field.label, count: least - total }) : null;
    }
    if (value === null || value === "") return field.required ? t("form.missing", { field: field.label }) : null;
    if (field.kind === "number") {
      const spans = field.spans?.length ? field.spans : [[field.least ?? -Infinity, field.greatest ?? Infinity]];
      const isInside = spans.some(([low, high]) => Number(value) >= (low ?? 0) && Number(value) <= (high ?? 0));
      return isInside && Number.isInteger(value) ? null : t("form.wrong", { field: field.label });
    }
    if (field.kind === "text") {
      const text = String(value);
      const fits =
        text.length >= (field.least_length ?? 0) &&
        text.length <= (field.greatest_length ?? Infinity) &&
        !field.none_of?.includes(text) &&
        (!field.pattern || new RegExp(field.pattern, "u").test(text));
      return fits ? null : t("form.wrong", { field: field.label });
    }
    return null;
  }

  #draw() {
    const problem = this.problem;
    fill(
      this.element,
      el("h2", null, this.action.label),
      this.#asked().map((field) => this.#control(field)),
      el("p", { class: "faint form-note", role: "status" }, problem ?? ""),
      el(
        "div",
        { class: "row" },
        el("button", { type: "submit", class: "primary", disabled: problem !== null, "data-key": "send" }, t("form.send")),
        el("button", { type: "button", onclick: () => this.on.cancel(), "data-key": "cancel" }, t("table.back")),
      ),
    );
  }

  /** @param {Field} field */
  #control(field) {
    const hint = field.hint ? el("p", { class: "faint" }, field.hint) : null;
    if (field.kind === "cards" || field.kind === "choices" || field.kind === "choice") {
      const controls = (field.values ?? []).map((value) =>
        field.kind === "cards" ? this.#stepper(field, value) : this.#option(field, value),
      );
      if (field.none_label !== undefined) controls.push(this.#noneOption(field));
      return el(
        "fieldset",
        { class: field.kind, "data-field": field.name },
        el("legend", null, field.label, " ", el("span", { class: "faint" }, this.#amount(field))),
        hint,
        el("div", { class: "options" }, controls),
      );
    }
    this.#number += 1;
    const id = `field-${field.name}-${this.#number}`;
    return el("div", { class: "field", "data-field": field.name }, el("label", { for: id }, field.label), hint, this.#input(field, id));
  }

  /** @param {Field} field */
  #amount(field) {
    if (field.kind === "choice") return "";
    const total = this.#total(field);
    if (field.total !== undefined) return t("form.of", { count: total, total: field.total });
    return total ? String(total) : "";
  }

  /**
   * @param {Field} field
   * @param {Value} value
   */
  #stepper(field, value) {
    const count = this.#count(field, value);
    const key = `${field.name} ${value.value}`;
    return el(
      "div",
      { class: `stepper ${count ? "some" : ""}`, role: "group", "aria-label": `${field.label}: ${value.label}` },
      el("span", { class: "what", "aria-hidden": "true" }, icon(String(value.value)), value.label),
      el(
        "button",
        { type: "button", "data-key": `${key} less`, disabled: count === 0, "aria-label": t("form.less", { what: value.label }), onclick: () => this.#put(field, value, -1) },
        "−",
      ),
      el("output", { "aria-live": "off" }, count),
      el(
        "button",
        { type: "button", "data-key": `${key} more`, disabled: !this.#canAdd(field, value), "aria-label": t("form.one_more", { what: value.label }), onclick: () => this.#put(field, value, 1) },
        "+",
      ),
    );
  }

  /**
   * @param {Field} field
   * @param {Value} value
   */
  #option(field, value) {
    const isChosen = this.#count(field, value) > 0;
    return el(
      "button",
      {
        type: "button",
        class: "option",
        "aria-pressed": String(isChosen),
        "data-key": `${field.name} ${value.value}`,
        disabled: !isChosen && !this.#canAdd(field, value),
        onclick: () => (field.kind === "choices" ? this.#toggle(field, value) : this.#put(field, value, 1)),
      },
      icon(String(value.value)),
      value.label,
    );
  }

  /** @param {Field} field */
  #noneOption(field) {
    const isChosen = this.#total(field) === 0;
    return el(
      "button",
      {
        type: "button",
        class: "option",
        "aria-pressed": String(isChosen),
        "data-key": `${field.name} none`,
        onclick: () => {
          this.#filled.set(field.name, field.kind === "choices" ? [] : null);
          this.#changed();
        },
      },
      field.none_label,
    );
  }

  /**
   * @param {Field} field
   * @param {string} id
   */
  #input(field, id) {
    const value = this.#filled.get(field.name);
    if (field.kind === "bool") {
      return el("input", { id, type: "checkbox", checked: value === true, onchange: (/** @type {Event} */ event) => this.#type(field, event) });
    }
    const list = field.values?.length ? `${id}-list` : null;
    return el(
      "span",
      null,
      el("input", {
        id,
        type: field.kind === "number" ? "number" : "text",
        value: value ?? "",
        list,
        min: field.least,
        max: field.greatest,
        maxlength: field.greatest_length,
        oninput: (/** @type {Event} */ event) => this.#type(field, event),
      }),
      list && el("datalist", { id: list }, (field.values ?? []).map((one) => el("option", { value: one.value }, one.label))),
    );
  }

  /**
   * @param {Field} field
   * @param {Event} event
   */
  #type(field, event) {
    const input = /** @type {HTMLInputElement} */ (event.target);
    if (field.kind === "bool") this.#filled.set(field.name, input.checked);
    else if (field.kind === "number") this.#filled.set(field.name, input.value === "" ? null : Number(input.value));
    else this.#filled.set(field.name, input.value);
    const problem = this.problem;
    const note = this.element.querySelector(".form-note");
    if (note) note.textContent = problem ?? "";
    const send = this.element.querySelector("[type=submit]");
    if (send instanceof HTMLButtonElement) send.disabled = problem !== null;
  }
}

/**
 * A text of so many characters, drawn at random.
 * @param {string} alphabet
 * @param {number} length
 */
export function drawn(alphabet, length) {
  const most = Math.floor(0x1_0000_0000 / alphabet.length) * alphabet.length;
  let text = "";
  while (text.length < length) {
    const [number] = crypto.getRandomValues(new Uint32Array(1));
    if (number !== undefined && number < most) text += alphabet[number % alphabet.length];
  }
  return text;
}

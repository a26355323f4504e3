/** Actions that need to be filled in: a dialog made from the fields that the server describes. */

import { Problem } from "../lib/api.js";
import { add, el, fill } from "../lib/dom.js";
import { t } from "../lib/words.js";
import { field as labelAbove, tick } from "./fields.js";

/** @typedef {import("../lib/api.js").Schemas} Schemas */
/** @typedef {Schemas["FormField"]} Field */
/**
 * An action of a game or of a tournament.
 * @typedef {{ label?: string, command?: object, template?: Record<string, unknown>, form?: Field[] }} AnyAction
 */
/** @typedef {{ element: HTMLElement, read: () => unknown }} Asked */

let numbers = 0;

/**
 * Ask for what an action needs, and send it. Resolves to whether it was sent.
 * @param {AnyAction} action
 * @param {(body: object) => Promise<unknown>} send raise to show why it was refused
 * @param {{ preset?: Record<string, unknown>, about?: import("../lib/dom.js").Child }} [options] values that are chosen already
 * @returns {Promise<boolean>}
 */
export function fillIn(action, send, { preset = {}, about = null } = {}) {
  const base = action.command ?? Object.fromEntries(Object.entries(action.template ?? {}).filter(([, value]) => value !== null));
  const fields = (action.form ?? []).map((field) => ({ field, ...ask(field, preset[field.name]) }));
  for (const { field, element } of fields) keepApart(field, element, fields);
  return new Promise((resolve) => {
    const trouble = el("p", { class: "error", role: "alert" });
    const sendButton = el("button", { class: "primary" }, t("cup.send"));
    const form = el(
      "form",
      { class: "ask" },
      el("h2", null, action.label ?? ""),
      about,
      fields.map(({ element }) => element),
      trouble,
      el(
        "div",
        { class: "row" },
        sendButton,
        el("button", { type: "button", onclick: () => dialog.close() }, t("cup.back")),
      ),
    );
    const dialog = el("dialog", { class: "ask-dialog", "aria-label": action.label ?? "" }, form);
    let isSent = false;
    form.addEventListener("submit", async (event) => {
      event.preventDefault();
      sendButton.disabled = true;
      fill(trouble);
      try {
        /** @type {Record<string, unknown>} */
        const body = { ...base };
        for (const { field, read } of fields) {
          const value = read();
          if (value !== undefined) body[field.name] = value;
        }
        await send(body);
        isSent = true;
        dialog.close();
      } catch (error) {
        add(trouble, messageOf(error));
      } finally {
        sendButton.disabled = false;
      }
    });
    const opener = document.activeElement;
    dialog.addEventListener("close", () => {
      dialog.remove();
      giveBackFocus(opener);
      resolve(isSent);
    });
    document.body.append(dialog);
    dialog.showModal();
  });
}

/**
 * Put the focus where it was before a dialog, also if that part of the page was drawn again since.
 * @param {Element | null} opener
 */
function giveBackFocus(opener) {
  if (!opener || document.activeElement !== document.body) return;
  const key = opener.getAttribute("data-key");
  const now = opener.isConnected || !key ? opener : [...document.querySelectorAll("[data-key]")].find((one) => one.getAttribute("data-key") === key);
  if (now instanceof HTMLElement) now.focus({ preventScroll: true });
}

/**
 * What went wrong, for people.
 * @param {unknown} error
 * @returns {string}
 */
export function messageOf(error) {
  if (error instanceof Problem) return t("cup.refused", { reason: error.message, code: error.code });
  return error instanceof Error ? error.message : String(error);
}

/**
 * The part of a form that asks for a field.
 * @param {Field} field
 * @param {unknown} preset
 * @returns {Asked}
 */
function ask(field, preset) {
  switch (field.kind) {
    case "choice":
      return askForOne(field, preset);
    case "choices":
      return askForSeveral(field);
    case "cards":
      return askForCounts(field, (counts) => Object.fromEntries(counts.filter(([, count]) => count > 0)));
    case "numbers":
      return askForCounts(field, (counts) => counts.map(([, count]) => count));
    case "number":
      return askForNumber(field, preset);
    case "bool":
      return askForYes(field, preset);
    default:
      return askForText(field, preset);
  }
}

/**
 * @param {Field} field
 * @param {unknown} preset
 * @returns {Asked}
 */
function askForOne(field, preset) {
  const values = field.values ?? [];
  const none = field.required ? null : el("option", { value: "" }, field.none_label ?? "–");
  const select = el(
    "select",
    { name: field.name },
    none,
    values.map((one, i) => el("option", { value: i }, one.label)),
  );
  const chosen = values.findIndex((one) => one.value === preset);
  if (chosen >= 0) select.value = String(chosen);
  return { element: labelled(field, select), read: () => (select.value === "" ? null : values[Number(select.value)]?.value) };
}

/**
 * @param {Field} field
 * @returns {Asked}
 */
function askForSeveral(field) {
  const boxes = (field.values ?? []).map((one) => ({ one, box: el("input", { type: "checkbox" }) }));
  const element = group(
    field,
    boxes.map(({ one, box }) => tick(one.label, box)),
  );
  return {
    element,
    read: () => {
      const chosen = boxes.filter(({ box }) => box.checked).map(({ one }) => one.value);
      return !chosen.length && !field.required ? undefined : chosen;
    },
  };
}

/**
 * @param {Field} field
 * @param {(counts: [string, number][]) => unknown} put
 * @returns {Asked}
 */
function askForCounts(field, put) {
  const inputs = (field.values ?? []).map((one) => {
    const input = el("input", { type: "number", inputmode: "numeric", min: field.least ?? 0, max: one.most ?? field.greatest ?? null, value: 0, required: true });
    return { one, input };
  });
  const element = group(
    field,
    inputs.map(({ one, input }) => el("label", { class: "count" }, el("bdi", null, one.label), input)),
  );
  return { element, read: () => put(inputs.map(({ one, input }) => [String(one.value), Number(input.value)])) };
}

/**
 * @param {Field} field
 * @param {unknown} preset
 * @returns {Asked}
 */
function askForNumber(field, preset) {
  const input = el("input", {
    type: "number",
    inputmode: "numeric",
    name: field.name,
    min: field.least ?? null,
    max: field.greatest ?? null,
    required: field.required,
    value: typeof preset === "number" ? preset : field.required ? (field.least ?? 0) : "",
  });
  const spans = field.spans?.length ? field.spans.map((span) => span.join("–")).join(", ") : [field.least, field.greatest].join("–");
  return { element: labelled(field, input, spans), read: () => (input.value === "" ? undefined : Number(input.value)) };
}

/**
 * @param {Field} field
 * @param {unknown} preset
 * @returns {Asked}
 */
function askForYes(field, preset) {
  const box = el("input", { type: "checkbox", name: field.name, checked: preset === true });
  return { element: tick(field.label, box), read: () => box.checked };
}

/**
 * @param {Field} field
 * @param {unknown} preset
 * @returns {Asked}
 */
function askForText(field, preset) {
  const drawn = field.kind === "random" ? randomText(field.alphabet ?? "0123456789abcdef", field.greatest_length ?? 32) : "";
  const list = field.values?.length ? `suggested-${(numbers += 1)}` : null;
  const input = el("input", {
    type: "text",
    name: field.name,
    required: field.required,
    minlength: field.least_length ?? null,
    maxlength: field.greatest_length ?? null,
    pattern: field.pattern ?? null,
    list,
    autocomplete: "off",
    value: typeof preset === "string" ? preset : drawn,
  });
  input.addEventListener("input", () => {
    const isTaken = field.none_of?.includes(input.value);
    input.setCustomValidity(isTaken ? t("cup.taken") : "");
  });
  const suggestions = list && el("datalist", { id: list }, (field.values ?? []).map((one) => el("option", { value: one.value }, one.label)));
  const element = labelled(field, input);
  add(element, suggestions);
  return { element, read: () => (input.value === "" && !field.required ? undefined : input.value) };
}

/**
 * @param {string} alphabet
 * @param {number} length
 */
function randomText(alphabet, length) {
  const bytes = crypto.getRandomValues(new Uint32Array(length));
  return [...bytes].map((byte) => alphabet[byte % alphabet.length]).join("");
}

/**
 * Values that another field has are not offered in this one.
 * @param {Field} field
 * @param {HTMLElement} element
 * @param {{ field: Field, element: HTMLElement }[]} fields
 */
function keepApart(field, element, fields) {
  const mine = element.querySelector("select");
  if (!mine) return;
  for (const name of field.apart_from ?? []) {
    const other = fields.find((one) => one.field.name === name);
    const theirs = other?.element.querySelector("select");
    if (!other || !theirs) continue;
    const update = () => {
      const taken = other.field.values?.[Number(theirs.value)]?.value;
      for (const option of mine.options) option.disabled = field.values?.[Number(option.value)]?.value === taken;
      if (mine.selectedOptions[0]?.disabled) mine.value = [...mine.options].find((option) => !option.disabled)?.value ?? "";
    };
    theirs.addEventListener("change", update);
    update();
  }
}

/**
 * @param {Field} field
 * @param {HTMLElement} input
 * @param {string} [more]
 */
function labelled(field, input, more) {
  return labelAbove(field.label, input, [field.hint, more].filter(Boolean).join(" · "));
}

/**
 * @param {Field} field
 * @param {HTMLElement[]} inputs
 */
function group(field, inputs) {
  return el("fieldset", null, el("legend", null, field.label), field.hint && el("p", { class: "faint hint" }, field.hint), inputs);
}

/** Actions as buttons: one tap posts a command; an open choice asks first. */

import { submit } from "../lib/api.js";
import { el, tell } from "../lib/dom.js";
import { t } from "../lib/words.js";
import { fillIn, messageOf } from "./reason-form.js";

/** @typedef {import("../lib/api.js").Schemas} Schemas */
/** @typedef {Schemas["TournamentAction"]} CupAction */
/** @typedef {import("./reason-form.js").AnyAction & { group?: string, group_label?: string }} AnyAction */

/** Commands that nobody should give by a slip of the finger. */
const GRAVE = new Set(["withdraw", "remove_staff"]);

/**
 * A button for an action.
 * @param {string} path of the game or tournament
 * @param {AnyAction} action
 * @param {() => unknown} onDone
 * @param {{ preset?: Record<string, unknown>, isFirst?: boolean, of?: string }} [options] `of`: whose button it is, if it stands beside a name
 */
export function actionButton(path, action, onDone, { preset = {}, isFirst = false, of = "" } = {}) {
  const button = el(
    "button",
    { class: isFirst && !GRAVE.has(action.group ?? "") ? "primary" : null, "data-key": `do ${action.label}`, onclick: () => void press() },
    of ? [action.group_label ?? "", el("span", { class: "hidden-word" }, ` (${of})`)] : el("bdi", null, action.label ?? ""),
    action.form && " …",
  );
  const press = async () => {
    button.disabled = true;
    try {
      if (await perform(path, action, preset)) await onDone();
    } finally {
      button.disabled = false;
    }
  };
  return button;
}

/**
 * Do what an action says; ask before if something has to be filled in. Resolves to whether it was done.
 * @param {string} path
 * @param {AnyAction} action
 * @param {Record<string, unknown>} [preset]
 * @returns {Promise<boolean>}
 */
export async function perform(path, action, preset = {}) {
  const send = (/** @type {object} */ body) => submit(path, body);
  if (action.form || GRAVE.has(action.group ?? "")) {
    const isDone = await fillIn(action, send, { preset });
    if (isDone) tell(t("cup.done", { what: action.label ?? "" }));
    return isDone;
  }
  try {
    await send(action.command ?? {});
    tell(t("cup.done", { what: action.label ?? "" }));
    return true;
  } catch (error) {
    tell(messageOf(error), "error");
    return false;
  }
}

/**
 * The actions that are about somebody, each with the fields that this decides.
 * @param {CupAction[]} actions
 * @param {string} player
 * @returns {{ action: CupAction, preset: Record<string, unknown> }[]}
 */
export function actionsAbout(actions, player) {
  /** @type {{ action: CupAction, preset: Record<string, unknown> }[]} */
  const found = [];
  for (const action of actions) {
    if (action.touches?.some((touch) => touch.place === "player" && touch.id === player)) found.push({ action, preset: {} });
    const field = action.form?.find((one) => one.place === "player" && one.values?.some(({ value }) => value === player));
    if (field) found.push({ action, preset: { [field.name]: player } });
  }
  return found;
}

/**
 * The actions that are about a thing of the tournament, such as a table of the open round.
 * @param {CupAction[]} actions
 * @param {string} place
 * @param {number} number
 */
export function actionsAt(actions, place, number) {
  return actions.filter((action) => action.touches?.some((touch) => touch.place === place && touch.id === number));
}

/**
 * Choose one of several actions in a dialog.
 * @param {string} title
 * @param {HTMLElement[]} buttons each does something and is done with a `click`
 */
export function chooseAction(title, buttons) {
  const dialog = el(
    "dialog",
    { class: "ask-dialog", "aria-label": title },
    el("h2", null, title),
    el("div", { class: "stack" }, buttons),
    el("div", { class: "row" }, el("button", { onclick: () => dialog.close() }, t("cup.back"))),
  );
  dialog.addEventListener("close", () => dialog.remove());
  // Before the button acts, so that the focus is back where it was when another dialog opens.
  for (const button of buttons) button.addEventListener("click", () => dialog.close(), { capture: true });
  document.body.append(dialog);
  dialog.showModal();
}

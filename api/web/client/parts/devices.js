/** The devices of a player: what they are called, what they may do, and how one is added or cut off. */

import { call, get, post } from "../lib/api.js";
import { el, fill, tell } from "../lib/dom.js";
import { moment, t } from "../lib/words.js";
import { ask } from "./dialog.js";
import { field, select, submitting } from "./fields.js";

/** @typedef {import("../lib/api.js").Schemas} Schemas */

const PATH = "/v1/players/me/tokens";
/** What a new device may do, by the choice of the player; null is all that this device may do. */
const SCOPES = /** @type {const} */ ([
  ["all", null],
  ["play", ["read", "play"]],
  ["read", ["read"]],
]);

/**
 * Show the devices in an element.
 * @param {HTMLElement} place
 * @returns {Promise<Schemas["Token"][]>}
 */
export async function showDevices(place) {
  /** @type {Schemas["Tokens"]} */
  const { tokens } = await get(PATH);
  const again = () => showDevices(place);
  fill(
    place,
    el("ul", { class: "plain devices" }, tokens.map((token) => device(token, again))),
    tokens.length > 1 && el("p", null, el("button", { onclick: () => void revokeOthers(again) }, t("me.revokeOthers"))),
    adding(),
  );
  return tokens;
}

/**
 * @param {Schemas["Token"]} token
 * @param {() => Promise<unknown>} again
 */
function device(token, again) {
  const name = token.name ?? t("me.unnamed");
  const place = `${PATH}/${token.token_id}`;
  const input = el("input", { value: token.name ?? "", maxlength: 40, required: true });
  const rename = el(
    "form",
    {
      hidden: true,
      onsubmit: submitting(() => call("PATCH", place, { body: { name: input.value.trim() } }).then(again)),
    },
    field(t("me.newName"), input),
    el("button", null, t("me.save")),
  );
  const open = () => {
    rename.hidden = false;
    input.focus();
  };
  const revoke = async () => {
    if (!(await ask(t("me.revokeAsk", { name }), "", t("me.revoke")))) return;
    await call("DELETE", place);
    await again();
  };
  const scopes = token.scopes.map((scope) => t(/** @type {import("../lib/words.js").Phrase} */ (`me.may.${scope}`))).join(", ");
  return el(
    "li",
    { class: "device" },
    el("div", null, el("strong", null, el("bdi", null, name)), token.is_current && el("span", { class: "mark" }, t("me.thisDevice"))),
    el("p", { class: "facts faint" }, t("me.scopes", { scopes }), " · ", t("me.lastUsed", { when: moment(token.last_used_at) })),
    el(
      "p",
      { class: "row" },
      el("button", { onclick: open, "aria-label": t("me.renameOf", { name }) }, t("me.rename")),
      !token.is_current && el("button", { onclick: () => void revoke().catch((error) => tell(error.message, "error")), "aria-label": t("me.revokeOf", { name }) }, t("me.revoke")),
    ),
    rename,
  );
}

/** @param {() => Promise<unknown>} again */
async function revokeOthers(again) {
  if (!(await ask(t("me.revokeOthersAsk"), "", t("me.revokeOthers")))) return;
  await call("DELETE", PATH);
  await again();
}

function adding() {
  const scope = select(SCOPES.map(([name]) => [name, t(`me.scope.${name}`)]));
  const shown = el("div", { "aria-live": "polite" });
  const getCode = async () => {
    const scopes = SCOPES.find(([name]) => name === scope.value)?.[1];
    /** @type {Schemas["DeviceCode"]} */
    const made = await post("/v1/players/me/device-codes", scopes ? { scopes } : {});
    fill(shown, el("p", null, t("me.addCode")), el("p", { class: "code big-code" }, made.code));
  };
  return el(
    "section",
    { class: "add-device" },
    el("h3", null, t("me.add")),
    el("p", { class: "faint" }, t("me.addLead")),
    el(
      "form",
      { onsubmit: submitting(getCode) },
      field(t("me.addScope"), scope),
      el("p", null, el("button", null, t("me.addGet"))),
    ),
    shown,
  );
}

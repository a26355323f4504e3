/** Web Push: notices of this browser, switched on and off. */

import { call, get, post } from "../lib/api.js";
import { el, fill, tell } from "../lib/dom.js";
import { language, t } from "../lib/words.js";
import { tick } from "./fields.js";

/** @typedef {import("../lib/api.js").Schemas} Schemas */

const PATH = "/v1/players/me/push-subscriptions";

/**
 * Show the switch in an element, or say why there is none.
 * @param {HTMLElement} place
 */
export async function showPushSwitch(place) {
  const registration = "PushManager" in window ? await navigator.serviceWorker?.getRegistration() : undefined;
  if (!registration) {
    fill(place, el("p", { class: "faint" }, t("me.pushNone")));
    return;
  }
  const input = el("input", { type: "checkbox", role: "switch" });
  input.checked = Boolean(await registration.pushManager.getSubscription());
  input.addEventListener("change", async () => {
    input.disabled = true;
    try {
      if (input.checked) await subscribe(registration);
      else await unsubscribe(registration);
      tell(input.checked ? t("me.pushOn") : t("me.pushOff"));
    } catch (error) {
      input.checked = !input.checked;
      const isDenied = Notification.permission === "denied" || (error instanceof DOMException && error.name === "NotAllowedError");
      tell(isDenied ? t("me.pushDenied") : error instanceof Error ? error.message : String(error), "error");
    } finally {
      input.disabled = false;
    }
  });
  fill(place, tick(t("me.pushLead"), input));
}

/** @param {ServiceWorkerRegistration} registration */
async function subscribe(registration) {
  /** @type {Schemas["PushKey"]} */
  const { public_key } = await get("/v1/push-key");
  const made = await registration.pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: public_key });
  try {
    await post(PATH, { ...made.toJSON(), lang: language() });
  } catch (error) {
    await made.unsubscribe();
    throw error;
  }
}

/** @param {ServiceWorkerRegistration} registration */
async function unsubscribe(registration) {
  const present = await registration.pushManager.getSubscription();
  /** @type {Schemas["PushSubscriptions"]} */
  const { subscriptions } = await get(PATH);
  for (const one of subscriptions.filter((one) => one.endpoint === present?.endpoint)) {
    await call("DELETE", `${PATH}/${one.id}`);
  }
  await present?.unsubscribe();
}

/** The start of the client: the bar at the top, and the page that the address names. */

import { drawTop } from "./parts/top.js";
import { startRouter } from "./lib/router.js";
import { applyLanguage } from "./lib/words.js";

applyLanguage();
drawTop();
startRouter();

// Only the shell is kept. Without it the client works as well, so a failure is no error.
if (isSecureContext) navigator.serviceWorker.register("/service-worker.js").catch(() => {});

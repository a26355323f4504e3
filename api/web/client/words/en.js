/** All phrases in one language, by the group of pages that needs them. */

import cups from "./en/cups.js";
import replay from "./en/replay.js";
import shell from "./en/shell.js";
import start from "./en/start.js";
import table from "./en/table.js";

export default { ...shell, ...start, ...table, ...replay, ...cups };

/** All phrases in one language, by the group of pages that needs them. */

import cups from "./pl/cups.js";
import replay from "./pl/replay.js";
import shell from "./pl/shell.js";
import start from "./pl/start.js";
import table from "./pl/table.js";

export default { ...shell, ...start, ...table, ...replay, ...cups };

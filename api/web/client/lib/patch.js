/** JSON Patch (RFC 6902), as far as the feed uses it: `add`, `remove` and `replace`. */

/** @typedef {{ op: string, path: string, value?: unknown }} Change */

/**
 * Change a document in place and return it; a change of the whole document returns another one.
 * @param {any} document
 * @param {readonly Change[]} changes
 * @returns {any}
 */
export function patched(document, changes) {
  let root = document;
  for (const { op, path, value } of changes) {
    const steps = path.split("/").slice(1).map((step) => step.replaceAll("~1", "/").replaceAll("~0", "~"));
    const last = steps.pop();
    if (last === undefined) {
      root = value;
      continue;
    }
    const parent = steps.reduce((found, step) => found[step], root);
    if (!Array.isArray(parent)) {
      if (op === "remove") delete parent[last];
      else parent[last] = value;
    } else if (op === "remove") {
      parent.splice(Number(last), 1);
    } else if (op === "add") {
      parent.splice(last === "-" ? parent.length : Number(last), 0, value);
    } else {
      parent[Number(last)] = value;
    }
  }
  return root;
}

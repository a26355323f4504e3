/** Small pictures that the server's picture defines, used again outside of it. */

const SVG = "http://www.w3.org/2000/svg";

/**
 * The symbol of this name in the panel, or null if the panel has none.
 * @param {string} name such as that of a resource
 * @returns {SVGSVGElement | null}
 */
export function icon(name) {
  const id = `panel-${name}`;
  if (!document.getElementById(id)) return null;
  const made = document.createElementNS(SVG, "svg");
  made.setAttribute("class", "icon");
  made.setAttribute("viewBox", "-16 -16 32 32");
  made.setAttribute("aria-hidden", "true");
  const use = document.createElementNS(SVG, "use");
  use.setAttribute("href", `#${id}`);
  made.append(use);
  return made;
}

/** Elements of the page. Texts become text nodes, so a name is never read as markup. */

/** @typedef {Node | string | number | null | undefined | false} Child */
/** @typedef {Record<string, unknown>} Attributes */

/**
 * Make an element. `on…` attributes are listeners; `false`, `null` and `undefined` are left out;
 * `true` is an attribute without a value; `class`, `aria-…` and `data-…` are written as in HTML.
 * @template {keyof HTMLElementTagNameMap} K
 * @param {K} tag
 * @param {Attributes | null} [attributes]
 * @param {...(Child | Child[])} children
 * @returns {HTMLElementTagNameMap[K]}
 */
export function el(tag, attributes, ...children) {
  const made = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes ?? {})) {
    if (value === false || value === null || value === undefined) continue;
    if (name.startsWith("on")) {
      made.addEventListener(name.slice(2), /** @type {EventListener} */ (value));
    } else if (name === "value" && "value" in made) {
      /** @type {HTMLInputElement} */ (made).value = String(value);
    } else {
      made.setAttribute(name, value === true ? "" : String(value));
    }
  }
  add(made, ...children);
  return made;
}

/**
 * Make an element of a picture.
 * @param {string} tag
 * @param {Attributes | null} [attributes]
 * @param {...(Child | Child[])} children
 * @returns {SVGElement}
 */
export function svg(tag, attributes, ...children) {
  const made = document.createElementNS("http://www.w3.org/2000/svg", tag);
  for (const [name, value] of Object.entries(attributes ?? {})) {
    if (value !== false && value !== null && value !== undefined) made.setAttribute(name, String(value));
  }
  add(made, ...children);
  return made;
}

/**
 * Add children at the end of an element.
 * @param {Element | DocumentFragment} parent
 * @param {...(Child | Child[])} children
 */
export function add(parent, ...children) {
  for (const child of children.flat()) {
    if (child === null || child === undefined || child === false) continue;
    parent.append(child instanceof Node ? child : String(child));
  }
}

/**
 * Put children in the place of everything that an element holds.
 * @param {Element} parent
 * @param {...(Child | Child[])} children
 */
export function fill(parent, ...children) {
  const fragment = document.createDocumentFragment();
  add(fragment, ...children);
  parent.replaceChildren(fragment);
}

/**
 * Tell people something in a few words, on the screen and by a screen reader.
 * @param {string} text
 * @param {"plain" | "error"} [kind]
 */
export function tell(text, kind = "plain") {
  const notes = document.getElementById("notes");
  if (!notes) return;
  const note = el("p", { class: `note ${kind}` }, text);
  notes.append(note);
  setTimeout(() => note.remove(), kind === "error" ? 10_000 : 5_000);
}

/**
 * A picture of the server as elements of this page. Scripts and links in it would be dropped;
 * the policy of the page forbids them anyway.
 * @param {string} source
 * @returns {SVGSVGElement}
 */
export function picture(source) {
  const parsed = new DOMParser().parseFromString(source, "image/svg+xml");
  const root = parsed.documentElement;
  if (!(root instanceof SVGSVGElement)) throw new Error("the picture is no SVG");
  for (const script of root.querySelectorAll("script, foreignObject")) script.remove();
  return document.importNode(root, true);
}

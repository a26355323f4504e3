/** Turns one picture into the next by changing only what differs, so that little has to be painted anew. */

/**
 * Make an element equal to another one, whose parts may be taken over.
 * @param {Element} shown
 * @param {Element} next
 */
export function morph(shown, next) {
  if (shown.isEqualNode(next)) return;
  const isSameShape = shown.tagName === next.tagName && shown.childNodes.length === next.childNodes.length;
  if (!isSameShape || !shown.firstElementChild) {
    shown.replaceWith(next);
    return;
  }
  copyAttributes(shown, next);
  // Taking a part over shortens the list, so the pairs are made first.
  const pairs = [...shown.childNodes].map((node, i) => /** @type {const} */ ([node, next.childNodes[i]]));
  for (const [old, made] of pairs) {
    if (!made || old.isEqualNode(made)) continue;
    if (old instanceof Element && made instanceof Element) morph(old, made);
    else old.replaceWith(made);
  }
}

/**
 * @param {Element} shown
 * @param {Element} next
 */
function copyAttributes(shown, next) {
  for (const { name } of [...shown.attributes]) if (!next.hasAttribute(name)) shown.removeAttribute(name);
  for (const { name, value } of next.attributes) if (shown.getAttribute(name) !== value) shown.setAttribute(name, value);
}

/** How long something takes or has taken, for people. */

/**
 * Minutes and seconds, or hours with them.
 * @param {number} ms
 */
export function duration(ms) {
  const seconds = Math.max(0, Math.floor(ms / 1000));
  const parts = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60, seconds % 60];
  const [hours = 0, minutes = 0, rest = 0] = parts;
  const two = (/** @type {number} */ number) => String(number).padStart(2, "0");
  return hours ? `${hours}:${two(minutes)}:${two(rest)}` : `${minutes}:${two(rest)}`;
}

/**
 * Keep the times on a page running: elements with `data-since` count up, those with `data-until` count down.
 * @param {Element} root
 * @param {AbortSignal} signal
 */
export function runTimes(root, signal) {
  const tick = () => {
    const now = Date.now();
    for (const one of root.querySelectorAll("[data-since]")) write(one, now - Number(one.getAttribute("data-since")));
    for (const one of root.querySelectorAll("[data-until]")) write(one, Number(one.getAttribute("data-until")) - now);
  };
  const timer = setInterval(tick, 1000);
  signal.addEventListener("abort", () => clearInterval(timer), { once: true });
  return tick;
}

/**
 * @param {Element} element
 * @param {number} ms
 */
function write(element, ms) {
  const text = duration(ms);
  if (element.textContent !== text) element.textContent = text;
}

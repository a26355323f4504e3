/** QR codes: shown as the server draws them, and read by the camera where the browser can. */

import { el } from "../lib/dom.js";
import { t } from "../lib/words.js";

/**
 * A QR code of a link of this service.
 * @param {string} path
 * @param {string} description
 */
export function qrCode(path, description) {
  return el("img", { class: "qr", src: `/v1/qr.svg?path=${encodeURIComponent(path)}`, alt: description, width: 240, height: 240 });
}

/** Whether this browser can read QR codes by itself. */
export function canScan() {
  return "BarcodeDetector" in window && Boolean(navigator.mediaDevices);
}

/**
 * Show the camera until it sees a QR code. Returns its text.
 * @param {HTMLVideoElement} video
 * @param {AbortSignal} signal stops the camera
 * @returns {Promise<string>}
 */
export async function scan(video, signal) {
  const stream = await navigator.mediaDevices.getUserMedia({ video: { facingMode: "environment" } });
  try {
    video.srcObject = stream;
    await video.play();
    const Detector = /** @type {any} */ (window).BarcodeDetector;
    const detector = new Detector({ formats: ["qr_code"] });
    for (;;) {
      signal.throwIfAborted();
      const [found] = await detector.detect(video);
      if (found) return found.rawValue;
      await new Promise((resolve) => setTimeout(resolve, 200));
    }
  } finally {
    for (const track of stream.getTracks()) track.stop();
    video.srcObject = null;
  }
}

/**
 * The code of an invitation in what somebody typed, pasted or scanned; empty if there is none.
 * @param {string} text
 * @returns {string}
 */
export function codeIn(text) {
  const last = text.trim().replace(/^.*\/join\//i, "").replace(/[?#].*$/, "");
  const letters = last.toUpperCase().replace(/[^0-9A-Z]/g, "");
  return letters.length === 16 ? (letters.match(/.{4}/g) ?? []).join("-") : "";
}

/** What to say where a QR code cannot be read. */
export function cannotScan() {
  return el("p", { class: "faint" }, t("join.noScan"));
}

/** Reads the entries of a zip file: that of a tournament's bundle, which is small and plain. */

const DIRECTORY_END = 0x06054b50;
const DIRECTORY_ENTRY = 0x02014b50;
const END_LENGTH = 22;
const LONGEST_COMMENT = 0xffff;
const STORED = 0;
const DEFLATED = 8;
/** So that a small file cannot fill the memory. */
const MOST_BYTES = 1 << 28;

/** This is no zip file, or not one of ours. */
export class BadZip extends Error {}

/** @param {Uint8Array} data */
export function isZip(data) {
  return data[0] === 0x50 && data[1] === 0x4b;
}

/**
 * The entries in the order of the directory, by name.
 * @param {Uint8Array<ArrayBuffer>} data
 * @returns {Promise<Map<string, Uint8Array<ArrayBuffer>>>}
 */
export async function readZip(data) {
  const view = new DataView(data.buffer, data.byteOffset, data.byteLength);
  const end = findEnd(view);
  const found = new Map();
  let at = view.getUint32(end + 16, true);
  let left = MOST_BYTES;
  for (let i = view.getUint16(end + 10, true); i > 0; i -= 1) {
    if (at + 46 > view.byteLength || view.getUint32(at, true) !== DIRECTORY_ENTRY) throw new BadZip("no directory");
    const nameLength = view.getUint16(at + 28, true);
    const name = new TextDecoder().decode(data.subarray(at + 46, at + 46 + nameLength));
    if (found.has(name)) throw new BadZip("an entry twice");
    const bytes = await unpack(data, view, at, left);
    left -= bytes.length;
    found.set(name, bytes);
    at += 46 + nameLength + view.getUint16(at + 30, true) + view.getUint16(at + 32, true);
  }
  return found;
}

/** @param {DataView} view */
function findEnd(view) {
  const last = view.byteLength - END_LENGTH;
  for (let at = last; at >= Math.max(0, last - LONGEST_COMMENT); at -= 1) {
    if (view.getUint32(at, true) === DIRECTORY_END) return at;
  }
  throw new BadZip("no end");
}

/**
 * @param {Uint8Array<ArrayBuffer>} data
 * @param {DataView} view
 * @param {number} entry where its line of the directory begins
 * @param {number} most bytes
 */
async function unpack(data, view, entry, most) {
  const method = view.getUint16(entry + 10, true);
  const length = view.getUint32(entry + 20, true);
  const header = view.getUint32(entry + 42, true);
  if (header + 30 > view.byteLength) throw new BadZip("cut off");
  const begin = header + 30 + view.getUint16(header + 26, true) + view.getUint16(header + 28, true);
  const packed = data.subarray(begin, begin + length);
  if (method === STORED) return packed;
  if (method !== DEFLATED) throw new BadZip("another method");
  const reader = new Blob([packed]).stream().pipeThrough(new DecompressionStream("deflate-raw")).getReader();
  const parts = [];
  let size = 0;
  for (;;) {
    const { value, done } = await reader.read();
    if (done) break;
    size += value.length;
    if (size > most) throw new BadZip("too large");
    parts.push(value);
  }
  return new Uint8Array(await new Blob(parts).arrayBuffer());
}

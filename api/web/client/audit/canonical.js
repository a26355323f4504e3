/**
 * Reads JSON in the only form in which a ledger may have it: no spaces, no field twice, texts with no needless
 * escapes, whole numbers without padding. A reader that forgives more could be shown one thing and hash another.
 */

/** These bytes are not in the form; `code` says why. */
export class BadForm extends Error {
  /** @param {string} code */
  constructor(code) {
    super(code);
    this.code = code;
  }
}

/** Far deeper than any ledger. */
const DEEPEST = 64;
const NUMBER = /-?[0-9][-+.0-9eE]*/y;
const TEXT = /"(?:[^"\\\u0000-\u001f]|\\(?:["\\bfnrt]|u00(?:0[0-7bef]|1[0-9a-f])))*"/y;
const WORDS = /** @type {[string, boolean | null][]} */ ([["true", true], ["false", false], ["null", null]]);

/**
 * The value of one line, or a `BadForm`.
 * @param {Uint8Array} bytes
 * @returns {any}
 */
export function readCanonical(bytes) {
  let source;
  try {
    source = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    throw new BadForm("utf8");
  }
  const reader = new Reader(source);
  const value = reader.value(0);
  reader.end();
  return value;
}

class Reader {
  #source;
  #at = 0;

  /** @param {string} source */
  constructor(source) {
    this.#source = source;
  }

  /**
   * @param {number} depth
   * @returns {any}
   */
  value(depth) {
    if (depth > DEEPEST) throw new BadForm("json");
    const next = this.#source[this.#at];
    if (next === "{") return this.#object(depth);
    if (next === "[") return this.#list(depth);
    if (next === '"') return this.#text();
    for (const [word, meaning] of WORDS) {
      if (this.#source.startsWith(word, this.#at)) {
        this.#at += word.length;
        return meaning;
      }
    }
    return this.#number();
  }

  end() {
    if (this.#at !== this.#source.length) throw new BadForm("json");
  }

  /** @param {number} depth */
  #object(depth) {
    /** @type {Record<string, any>} */
    const found = Object.create(null);
    this.#at += 1;
    if (this.#took("}")) return found;
    for (;;) {
      if (this.#source[this.#at] !== '"') throw new BadForm("json");
      const name = this.#text();
      if (name in found) throw new BadForm("field_twice");
      if (!this.#took(":")) throw new BadForm("json");
      found[name] = this.value(depth + 1);
      if (this.#took("}")) return found;
      if (!this.#took(",")) throw new BadForm("json");
    }
  }

  /** @param {number} depth */
  #list(depth) {
    /** @type {any[]} */
    const found = [];
    this.#at += 1;
    if (this.#took("]")) return found;
    for (;;) {
      found.push(this.value(depth + 1));
      if (this.#took("]")) return found;
      if (!this.#took(",")) throw new BadForm("json");
    }
  }

  #text() {
    const text = this.#match(TEXT);
    return /** @type {string} */ (JSON.parse(text));
  }

  #number() {
    const digits = this.#match(NUMBER);
    const value = Number(digits);
    // All numbers of a ledger are whole: 10.0 is not 10 to everybody who reads it.
    if (!Number.isSafeInteger(value) || String(value) !== digits) throw new BadForm("number");
    return value;
  }

  /** @param {RegExp} pattern */
  #match(pattern) {
    pattern.lastIndex = this.#at;
    const found = pattern.exec(this.#source);
    if (!found) throw new BadForm("json");
    this.#at = pattern.lastIndex;
    return found[0];
  }

  /** @param {string} sign */
  #took(sign) {
    if (this.#source[this.#at] !== sign) return false;
    this.#at += 1;
    return true;
  }
}

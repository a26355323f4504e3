/** Goes on by itself at a steady pace; never faster than what is shown can be loaded. */

export class Autoplay {
  #step;
  #onChange;
  #isOn = false;
  /** Steps a second. */
  speed = 2;

  /**
   * @param {() => Promise<boolean>} step shows the next version; false if there is none
   * @param {(isOn: boolean) => void} onChange
   */
  constructor(step, onChange) {
    this.#step = step;
    this.#onChange = onChange;
  }

  get isOn() {
    return this.#isOn;
  }

  toggle() {
    if (this.#isOn) this.stop();
    else void this.#run();
  }

  stop() {
    if (!this.#isOn) return;
    this.#isOn = false;
    this.#onChange(false);
  }

  async #run() {
    this.#isOn = true;
    this.#onChange(true);
    let due = performance.now();
    try {
      while (this.#isOn && (await this.#step())) {
        due = Math.max(due + 1000 / this.speed, performance.now());
        await new Promise((resolve) => setTimeout(resolve, due - performance.now()));
      }
    } finally {
      this.stop();
    }
  }
}

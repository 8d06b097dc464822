/**
 * The state of a running check.
 *
 * @typedef {object} Check
 * @property {string} name
 * @property {number} began start time in ms
 * @property {number} passed
 * @property {number} failed
 * @property {string} current the current file or test
 */

/**
 * @typedef {object} Output
 * @property {(text: string) => unknown} write
 * @property {boolean} [isTTY] true for a terminal, where one line can be overwritten
 */

const slowestShown = 10;

/**
 * Shows the progress of the checks. On a terminal it overwrites one line; otherwise it writes a new
 * line each time.
 */
export class Progress {
  /** @type {Map<string, Check>} */
  #running = new Map();
  /** @type {Map<string, number>} */
  #times = new Map();
  #total = { passed: 0, failed: 0 };
  #output;
  #now;
  #began;

  /**
   * @param {Output} output
   * @param {() => number} now in ms
   */
  constructor(output, now = () => performance.now()) {
    this.#output = output;
    this.#now = now;
    this.#began = now();
  }

  get total() {
    return this.#total;
  }

  /** @param {string} name */
  begin(name) {
    this.#running.set(name, { name, began: this.#now(), passed: 0, failed: 0, current: '' });
  }

  /**
   * Sets the current file or test of a check.
   *
   * @param {string} name of the check
   * @param {string} current
   */
  turnTo(name, current) {
    this.#check(name).current = current;
  }

  /**
   * @param {string} name of the check
   * @param {number} count
   */
  pass(name, count = 1) {
    this.#check(name).passed += count;
    this.#total.passed += count;
  }

  /**
   * Counts a failure and shows it at once.
   *
   * @param {string} name of the check
   * @param {string} failure with its reason
   */
  fail(name, failure) {
    this.#check(name).failed++;
    this.#total.failed++;
    this.#line(`${failure.trimEnd()}\n`);
  }

  /**
   * Adds to the duration of a test file.
   *
   * @param {string} file
   * @param {number} time in ms
   */
  spend(file, time) {
    this.#times.set(file, (this.#times.get(file) ?? 0) + time);
  }

  /** @param {string} name */
  end(name) {
    const check = this.#check(name);
    this.#running.delete(name);
    this.#line(`${this.#elapsed()}  ${counts(check)} in ${seconds(this.#now() - check.began)}`);
  }

  /** Shows the state of the checks. To be called every few seconds, on a terminal several times per second. */
  show() {
    if (this.#running.size === 0) return;
    const text = [...this.#running.values()].map(stateOf).join(' | ');
    if (!this.#output.isTTY) return this.#line(`${this.#elapsed()}  ${text}`);
    const columns = /** @type {{ columns?: number }} */ (this.#output).columns ?? 80;
    this.#output.write(`${startOfLine}${`${this.#elapsed()}  ${text}`.slice(0, columns - 1)}`);
  }

  /** Shows the slowest files, and the totals in the last line. */
  finish() {
    const slowest = [...this.#times].toSorted(([, one], [, other]) => other - one).slice(0, slowestShown);
    if (slowest.length > 0) {
      this.#line(`${this.#elapsed()}  the slowest files:`);
      for (const [file, time] of slowest) this.#line(`${seconds(time).padStart(10)}  ${file}`);
    }
    this.#line(`${this.#total.passed} passed, ${this.#total.failed} failed`);
  }

  /** @param {string} name */
  #check(name) {
    const check = this.#running.get(name);
    if (check === undefined) throw new Error(`Show progress: ${name} must have begun`);
    return check;
  }

  /** @param {string} text */
  #line(text) {
    this.#output.write(`${this.#output.isTTY ? startOfLine : ''}${text}\n`);
  }

  #elapsed() {
    const whole = Math.floor((this.#now() - this.#began) / 1000);
    return `${Math.floor(whole / 60)}:${String(whole % 60).padStart(2, '0')}`;
  }
}

const startOfLine = '\r\u001B[2K';

/** @param {Check} check */
function counts({ failed, name, passed }) {
  return `${name}: ${passed} passed${failed > 0 ? `, ${failed} failed` : ''}`;
}

/** @param {Check} check */
function stateOf(check) {
  return check.current === '' ? counts(check) : `${counts(check)}, ${check.current}`;
}

/** @param {number} time in ms */
function seconds(time) {
  return `${(time / 1000).toFixed(1)} s`;
}

// `node storm-process.mjs <plan as JSON>`, started by `play-storms.mjs`: runs all storms in turns of one second.
import { writeSync } from 'node:fs';
import { pathToFileURL } from 'node:url';

/**
 * The exports of a file `*.storm.ts`.
 *
 * @typedef {object} Storm
 * @property {string} name
 * @property {number} seedsInGate the number of seeds that `npm test` runs
 * @property {(seed: number) => void | Promise<void>} run throws or rejects if the package breaks a guarantee; the seed determines everything that happens
 */

/**
 * The work of one process.
 *
 * @typedef {object} Plan
 * @property {readonly string[]} paths paths of the bundled storms
 * @property {readonly string[]} names parts of the names of storms; empty for all storms
 * @property {number} first the first seed of each storm
 * @property {number} index index of this process
 * @property {number} processes number of processes: each runs every `processes`th seed
 * @property {number} seconds
 * @property {number} [count] maximum number of seeds per storm in all processes; by default its `seedsInGate`
 */

/**
 * A message to the parent process: the names of the storms, the number of seeds of a storm that ran
 * in its last slice, or a failure.
 *
 * @typedef {{ readonly what: 'names', readonly names: readonly string[] }
 *   | { readonly what: 'played', readonly name: string, readonly runs: number }
 *   | { readonly what: 'failure', readonly name: string, readonly seed: number, readonly text: string }} StormEvent
 */

const plan = /** @type {Plan} */ (JSON.parse(process.argv[2] ?? ''));
const slice = 1000; // time in ms for which a storm runs before the next one
const maxFailures = 5; // a storm with this number of failures is skipped

/**
 * Descriptor of the file with the current run: run number, index of the storm, seed. The parent reads
 * this file to detect that this process is unresponsive, and after a crash.
 */
const markFile = 3;
const mark = new Float64Array(3);

let current = { name: '', seed: 0 };
/** @type {Map<string, number>} */
const failures = new Map();

for (const event of ['uncaughtException', 'unhandledRejection']) process.on(event, fail);

const storms = await loadStorms();
await tell({ what: 'names', names: storms.map(({ name }) => name) });
await play();
process.exit();

async function play() {
  const end = performance.now() + plan.seconds * 1000;
  const played = storms.map(() => 0);
  const counts = storms.map(({ seedsInGate }) => {
    const { count = seedsInGate, index, processes } = plan;
    return Math.ceil((count - index) / processes);
  });
  const isOver = (/** @type {number} */ which) =>
    Number(played[which]) >= Number(counts[which]) ||
    performance.now() >= end ||
    (failures.get(String(storms[which]?.name)) ?? 0) >= maxFailures;

  while (storms.some((_, which) => !isOver(which))) {
    for (const [which, storm] of storms.entries()) {
      const before = Number(played[which]);
      const until = performance.now() + slice;
      while (performance.now() < until && !isOver(which)) {
        const seed = plan.first + plan.index + Number(played[which]) * plan.processes;
        played[which] = Number(played[which]) + 1;
        writeMark(which, seed);
        current = { name: storm.name, seed };
        try {
          await storm.run(seed);
          await new Promise(setImmediate); // Node reports unhandled rejections
        } catch (error) {
          fail(error);
        }
      }
      await tell({ what: 'played', name: storm.name, runs: Number(played[which]) - before });
    }
  }
}

/**
 * @param {number} which
 * @param {number} seed
 */
function writeMark(which, seed) {
  mark.set([Number(mark[0]) + 1, which, seed]);
  writeSync(markFile, new Uint8Array(mark.buffer), 0, mark.byteLength, 0);
}

/** @param {unknown} error */
function fail(error) {
  const text = error instanceof Error ? (error.stack ?? error.message) : String(error);
  failures.set(current.name, (failures.get(current.name) ?? 0) + 1);
  void tell({ what: 'failure', ...current, text });
}

/**
 * @param {StormEvent} event
 * @returns {Promise<void>}
 */
function tell(event) {
  return new Promise((resolve) => {
    process.send?.(event, undefined, {}, () => resolve());
  });
}

/** @returns {Promise<readonly Storm[]>} */
async function loadStorms() {
  /** @type {readonly Storm[]} */
  const all = await Promise.all(plan.paths.map((path) => import(pathToFileURL(path).href)));
  if (new Set(all.map(({ name }) => name)).size < all.length)
    throw new Error('two storms have the same name');
  return all.filter(({ name }) => plan.names.length === 0 || plan.names.some((part) => name.includes(part)));
}

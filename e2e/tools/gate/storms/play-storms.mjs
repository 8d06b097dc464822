import { fork } from 'node:child_process';
import { closeSync, mkdtempSync, openSync, readFileSync, rmSync } from 'node:fs';
import { availableParallelism, tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { root } from '../../repository.mjs';

/** @typedef {import('./storm-process.mjs').StormEvent} StormEvent */
/** @typedef {import('./storm-process.mjs').Plan} Plan */

/**
 * The selection of storms and the duration.
 *
 * @typedef {object} Storms
 * @property {readonly string[]} names parts of the names of storms; empty for all storms
 * @property {number} seconds
 * @property {number} count maximum number of seeds per storm
 * @property {number} seed the first seed
 * @property {string} [folder] the folder with the storms; `packages` by default
 */

/**
 * Callbacks for the progress.
 *
 * @typedef {object} Listener
 * @property {(name: string, runs: number) => void} played additional seeds of a storm have run
 * @property {(failure: string) => void} failed a seed failed, or a process was unresponsive or crashed
 */

const script = fileURLToPath(new URL('storm-process.mjs', import.meta.url));
const packages = `${root}packages`;
const unresponsiveTimeout = 120_000; // ms for one seed

/**
 * Runs the storms of `packages/**\/*.storm.ts` in one process per core, each with its own seeds. Returns the names of the storms.
 *
 * @param {Storms} storms
 * @param {Listener} listener
 * @returns {Promise<readonly string[]>}
 */
export async function playStorms({ count, folder = packages, names, seconds, seed }, listener) {
  const processes = Math.min(availableParallelism(), count);
  const played = await Promise.all(
    Array.from({ length: processes }, (_, index) => {
      const own = Math.floor((count + processes - 1 - index) / processes);
      const seeds = { first: seed + index, stride: processes, count: own };
      return playInProcess({ folder, names, seconds, ...seeds }, listener);
    }),
  );
  return played[0] ?? [];
}

/**
 * @param {Plan} plan
 * @param {Listener} listener
 * @returns {Promise<readonly string[]>} the names of the storms
 */
async function playInProcess(plan, listener) {
  const folder = mkdtempSync(join(tmpdir(), 'doha-storms-'));
  const remove = () => rmSync(folder, { recursive: true, force: true });
  process.once('exit', remove); // if a listener throws an error
  const markPath = join(folder, 'mark');
  const markFile = openSync(markPath, 'w+');
  const child = fork(script, [JSON.stringify(plan)], { stdio: ['ignore', 'pipe', 'pipe', markFile, 'ipc'] });
  closeSync(markFile);

  /** @type {readonly string[]} */
  let names = [];
  let text = '';
  child.stdout?.on('data', (part) => (text += String(part)));
  child.stderr?.on('data', (part) => (text += String(part)));
  child.on('message', (message) => {
    const event = /** @type {StormEvent} */ (message);
    if (event.what === 'names') names = event.names;
    else if (event.what === 'played') listener.played(event.name, event.runs);
    else listener.failed(describe(event.name, event.seed, event.text));
  });

  const isUnresponsive = watch(() => readMark(markPath).run);
  const timer = setInterval(() => isUnresponsive() && child.kill('SIGKILL'), 1000);
  /** @type {string | number | null} */
  const code = await new Promise((resolve) => {
    child.once('close', (exitCode, signal) => resolve(signal ?? exitCode));
  });
  clearInterval(timer);
  if (code !== 0) {
    const { seed, which } = readMark(markPath);
    const reason =
      code === 'SIGKILL' ? `it ran for ${unresponsiveTimeout / 1000} s` : `the process ended with ${code}`;
    listener.failed(describe(names[which] ?? 'none', seed, `${reason}\n${text}`));
  }
  process.off('exit', remove);
  remove();
  return names;
}

/**
 * @param {string} name
 * @param {number} seed
 * @param {string} text
 */
function describe(name, seed, text) {
  return `FAILED storm: ${name}\nnpm run storms -- --seed ${seed} --seeds 1 --only '${name}'\n${text}`;
}

/**
 * Returns a function that returns true if a value has been unchanged for longer than `unresponsiveTimeout`.
 *
 * @param {() => number} read
 */
function watch(read) {
  let last = read();
  let since = performance.now();
  return () => {
    const value = read();
    if (value !== last) since = performance.now();
    last = value;
    return performance.now() - since > unresponsiveTimeout;
  };
}

/** @param {string} path */
function readMark(path) {
  const bytes = readFileSync(path);
  const read = (/** @type {number} */ index) => (bytes.length < 24 ? 0 : bytes.readDoubleLE(index * 8));
  return { run: read(0), which: read(1), seed: read(2) };
}

import { fork } from 'node:child_process';
import { closeSync, mkdirSync, mkdtempSync, openSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { availableParallelism, tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { bundleForNode } from '../../node/bundle-for-node.mjs';
import { root } from '../../repository.mjs';
import { lowerPriority } from '../lower-priority.mjs';

/** @typedef {import('./storm-process.mjs').StormEvent} StormEvent */
/** @typedef {import('./storm-process.mjs').Plan} Plan */

/**
 * The selection of storms and the duration.
 *
 * @typedef {object} Storms
 * @property {readonly string[]} names parts of the names of storms; empty for all storms
 * @property {number} seconds maximum duration
 * @property {number | undefined} [count] maximum number of seeds per storm; by default its `seedsInGate`
 * @property {number} seed the first seed
 * @property {number} [processes] number of processes; by default one per core
 * @property {number} [priority] of the processes, as in `os.setPriority`
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
const cache = `${root}node_modules/.cache`;
const unresponsiveTimeout = 120_000; // ms for one seed

/**
 * Runs the storms of `packages/**\/*.storm.ts` in several processes. Each process runs all storms
 * with seeds of its own. Returns the names of the storms.
 *
 * @param {Storms} storms
 * @param {Listener} listener
 * @returns {Promise<readonly string[]>}
 */
export async function playStorms(storms, listener) {
  const { count, folder = packages, names, priority = 0, seconds, seed } = storms;
  const processes = Math.min(storms.processes ?? availableParallelism(), count ?? Infinity);
  mkdirSync(cache, { recursive: true });
  const built = mkdtempSync(join(cache, 'storms-')); // within the repository, so that the bundles find `node_modules`
  const remove = () => rmSync(built, { recursive: true, force: true });
  process.once('exit', remove); // also if a listener throws an error
  const bundles = await bundleForNode(built, stormsIn(folder), { sourcemap: true });
  const plan = { paths: Object.values(bundles), names, seconds, first: seed, processes };
  const played = await Promise.all(
    Array.from({ length: processes }, (_, index) =>
      playInProcess({ ...plan, index, ...(count !== undefined && { count }) }, priority, listener),
    ),
  );
  process.off('exit', remove);
  remove();
  return played[0] ?? [];
}

/**
 * Returns the paths of the storms by the names of their bundles.
 *
 * @param {string} folder
 */
function stormsIn(folder) {
  const paths = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter(
    (path) => path.endsWith('.storm.ts') && !path.includes('node_modules'),
  );
  return Object.fromEntries(paths.toSorted().map((path, i) => [`storm-${i}`, join(folder, path)]));
}

/**
 * @param {Plan} plan
 * @param {number} priority
 * @param {Listener} listener
 * @returns {Promise<readonly string[]>} the names of the storms
 */
async function playInProcess(plan, priority, listener) {
  const folder = mkdtempSync(join(tmpdir(), 'doha-storms-'));
  const remove = () => rmSync(folder, { recursive: true, force: true });
  process.once('exit', remove); // also if a listener throws an error
  const markPath = join(folder, 'mark');
  const markFile = openSync(markPath, 'w+');
  const child = fork(script, [JSON.stringify(plan)], {
    execArgv: ['--enable-source-maps'],
    stdio: ['ignore', 'pipe', 'pipe', markFile, 'ipc'],
  });
  closeSync(markFile);
  lowerPriority(child, priority);

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
 * Returns a function that returns true if the value of `read` has been the same for longer than
 * `unresponsiveTimeout`.
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

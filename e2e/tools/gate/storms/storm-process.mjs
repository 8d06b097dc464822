// `node storm-process.mjs <plan as JSON>`, started by `play-storms.mjs`: runs all storms in turn, one second each.
import { readdirSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { createServer, defaultServerConditions } from 'vite';
import { root } from '../../repository.mjs';

/**
 * The exports of a file `*.storm.ts`.
 *
 * @typedef {object} Storm
 * @property {string} name
 * @property {(seed: number) => void | Promise<void>} run
 */

/**
 * The work of one process.
 *
 * @typedef {object} Plan
 * @property {string} folder the folder with the storms
 * @property {readonly string[]} names parts of the names of storms; empty for all storms
 * @property {number} first the first seed of each storm
 * @property {number} stride difference of consecutive seeds of a storm
 * @property {number} seconds
 * @property {number} count maximum number of seeds per storm
 */

/**
 * A message to the parent: the names of the storms, the number of seeds of a storm that ran in its last slice, or a failure.
 *
 * @typedef {{ readonly what: 'names', readonly names: readonly string[] }
 *   | { readonly what: 'played', readonly name: string, readonly runs: number }
 *   | { readonly what: 'failure', readonly name: string, readonly seed: number, readonly text: string }} StormEvent
 */

const plan = /** @type {Plan} */ (JSON.parse(process.argv[2] ?? ''));
const slice = 1000; // ms
const maxFailures = 5; // a storm with this number of failures is skipped

/**
 * After a crash, or if this process is unresponsive, the parent reads the current run from this file descriptor: run number, index of the
 * storm, seed.
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
  const isOver = (/** @type {number} */ which) =>
    Number(played[which]) >= plan.count ||
    performance.now() >= end ||
    (failures.get(String(storms[which]?.name)) ?? 0) >= maxFailures;

  while (storms.some((_, which) => !isOver(which))) {
    for (const [which, storm] of storms.entries()) {
      const before = Number(played[which]);
      const until = performance.now() + slice;
      while (performance.now() < until && !isOver(which)) {
        const seed = plan.first + Number(played[which]) * plan.stride;
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
  const server = await createServer({
    configFile: false,
    root,
    logLevel: 'error',
    appType: 'custom',
    optimizeDeps: { noDiscovery: true },
    server: { middlewareMode: true, hmr: false, ws: false, watch: null },
    ssr: { resolve: { conditions: ['@doha/source', ...defaultServerConditions] } },
  });
  const paths = readdirSync(plan.folder, { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith('.storm.ts') && !path.includes('node_modules'))
    .toSorted();
  const all = [];
  for (const path of paths)
    all.push(/** @type {Storm} */ (await server.ssrLoadModule(join(plan.folder, path))));
  return all.filter(({ name }) => plan.names.length === 0 || plan.names.some((part) => name.includes(part)));
}

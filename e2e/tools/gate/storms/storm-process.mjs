// `node storm-process.mjs <plan as JSON>`, started by `play-storms.mjs`: plays storms in turn, each for a second at a time.
import { readdirSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { createServer, defaultServerConditions } from 'vite';
import { root } from '../../repository.mjs';

/**
 * What a file `*.storm.ts` exports.
 *
 * @typedef {object} Storm
 * @property {string} name
 * @property {(seed: number) => void | Promise<void>} run
 */

/**
 * What one process plays.
 *
 * @typedef {object} Plan
 * @property {string} folder that has the storms
 * @property {readonly string[]} names parts of the names of storms; all storms if it is empty
 * @property {number} first the first seed of each storm
 * @property {number} stride between the seeds of a storm
 * @property {number} seconds
 * @property {number} count of each storm, at most
 */

/**
 * A message to the parent: the names of the storms, the seeds of a storm that were played in a second, or a failure.
 *
 * @typedef {{ readonly what: 'names', readonly names: readonly string[] }
 *   | { readonly what: 'played', readonly name: string, readonly runs: number }
 *   | { readonly what: 'failure', readonly name: string, readonly seed: number, readonly text: string }} News
 */

const plan = /** @type {Plan} */ (JSON.parse(process.argv[2] ?? ''));
const slice = 1000; // ms
const mostFailures = 5; // of a storm, which is left out from then on

/** After a crash or a hang the parent reads here what was running: the number of the run, the storm's place, the seed. */
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
    (failures.get(String(storms[which]?.name)) ?? 0) >= mostFailures;

  while (storms.some((_, which) => !isOver(which))) {
    for (const [which, storm] of storms.entries()) {
      const before = Number(played[which]);
      const until = performance.now() + slice;
      while (performance.now() < until && !isOver(which)) {
        const seed = plan.first + Number(played[which]) * plan.stride;
        played[which] = Number(played[which]) + 1;
        note(which, seed);
        current = { name: storm.name, seed };
        try {
          await storm.run(seed);
          await new Promise(setImmediate); // Node tells of rejections that nobody handles
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
function note(which, seed) {
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
 * @param {News} news
 * @returns {Promise<void>}
 */
function tell(news) {
  return new Promise((resolve) => {
    process.send?.(news, undefined, {}, () => resolve());
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

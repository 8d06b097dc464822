// `node figure-process.mjs <bundle> <address>`: makes a figure of a bundle, and prints it as JSON. Ends whatever workers are left then.
import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { performance } from 'node:perf_hooks';
import { setTimeout as delay } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import { Worker } from 'node:worker_threads';

/** @typedef {import('./multiproc/pages/node-figure.ts').NodePlatform} NodePlatform */
/** @typedef {{ readonly runFigure: (address: string, node: NodePlatform) => Promise<unknown> }} Bundle */

const [bundle = '', address = ''] = process.argv.slice(2);
const stay = 2 ** 30; // ms; some workers let the process end before they have answered
setInterval(() => {}, stay);

try {
  const figures = /** @type {Bundle} */ (await import(pathToFileURL(bundle).href));
  const series = await figures.runFigure(address, {
    pathOf: (name) => join(dirname(bundle), `${name}.mjs`),
    spawn: (path) => new Worker(path),
    threadTime,
  });
  process.stdout.write(JSON.stringify(series), () => process.exit());
} catch (error) {
  process.stderr.write(String(/** @type {Error} */ (error).stack), () => process.exit(1));
}

/**
 * Linux counts a thread's time when it goes to sleep, so it must do that before. Where the system does not tell of single threads, it is
 * the time in which this one did not wait for events.
 */
async function threadTime() {
  if (process.platform !== 'linux') return performance.eventLoopUtilization().active;
  await delay(1);
  return Number(readFileSync('/proc/thread-self/schedstat', 'utf8').split(' ')[0]) / 1e6;
}

// `node figure-process.mjs <bundle> <address>`: measures a figure of a bundle and prints it as
// JSON. Its exit also ends all remaining workers.
import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { performance } from 'node:perf_hooks';
import { setTimeout as delay } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import { Worker } from 'node:worker_threads';

/** @typedef {import('./multiproc/pages/node-figure.ts').NodePlatform} NodePlatform */
/** @typedef {{ readonly runFigure: (address: string, node: NodePlatform) => Promise<unknown> }} Bundle */

const [bundle = '', address = ''] = process.argv.slice(2);
const keepAlive = 2 ** 30; // ms; otherwise Node would not wait for the answers of some workers
setInterval(() => {}, keepAlive);

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
 * CPU time of this thread in ms. Linux updates this time when the thread sleeps, so the function
 * sleeps first. Other systems do not report the time of single threads: there the function returns
 * the time in which the event loop was active.
 */
async function threadTime() {
  if (process.platform !== 'linux') return performance.eventLoopUtilization().active;
  await delay(1);
  return Number(readFileSync('/proc/thread-self/schedstat', 'utf8').split(' ')[0]) / 1e6;
}

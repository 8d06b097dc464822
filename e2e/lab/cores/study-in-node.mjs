// Runs a study in this process. Its arguments are the folder of the bundles and a query string such as `?study=replication&things=100`.
import { join } from 'node:path';
import { performance } from 'node:perf_hooks';
import { pathToFileURL } from 'node:url';
import { Worker } from 'node:worker_threads';

const period = 1000 / 60;
const [folder = '', address] = process.argv.slice(2);

/** @type {import('./pages/platform.ts').Platform} */
const platform = {
  spawn: (name) => new Worker(join(folder, `${name}.worker.mjs`)),
  sharesMemory: true,
  nextFrame: () => new Promise((resolve) => void setTimeout(resolve, period - (performance.now() % period))),
  busyTime: () => Promise.resolve(performance.eventLoopUtilization().active),
  memory: () => {
    globalThis.gc?.();
    const { heapUsed, rss } = process.memoryUsage();
    return Promise.resolve({ heap: heapUsed, resident: rss });
  },
};

try {
  const bundle = /** @type {unknown} */ (await import(pathToFileURL(join(folder, 'run-study.mjs')).href));
  const { runStudy } = /** @type {typeof import('./pages/run-study.ts')} */ (bundle);
  const report = await runStudy(new URLSearchParams(address), platform);
  // Pending timers would delay the end of the process.
  process.stdout.write(JSON.stringify(report), () => process.exit());
} catch (error) {
  // Node would print an uncaught error with its source line, and a bundle is a single line.
  process.stderr.write(String(/** @type {Error} */ (error).stack), () => process.exit(1));
}

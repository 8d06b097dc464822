import { performance } from 'node:perf_hooks';
import { Worker } from 'node:worker_threads';
import type { Platform } from './platform.ts';
import { runStudy } from './run-study.ts';

const period = 1000 / 60;

const platform: Platform = {
  spawn: (name) => new Worker(new URL(`./${name}.worker.mjs`, import.meta.url)),
  sharesMemory: true,
  nextFrame: () => new Promise((resolve) => void setTimeout(resolve, period - (performance.now() % period))),
  busyTime: () => Promise.resolve(performance.eventLoopUtilization().active),
  memory: () => {
    globalThis.gc?.();
    const { heapUsed, rss } = process.memoryUsage();
    return Promise.resolve({ heap: heapUsed, resident: rss });
  },
};

// A program of its own: prints the report of the study of an address such as `?study=replication&…`.
try {
  const report = await runStudy(new URLSearchParams(process.argv[2]), platform);
  // Timers that sleep for long would keep the process until they wake.
  process.stdout.write(JSON.stringify(report), () => process.exit());
} catch (error) {
  // What Node prints of an uncaught error begins with its line, and built this file is one line.
  process.stderr.write(String((error as Error).stack));
  process.exitCode = 1;
}

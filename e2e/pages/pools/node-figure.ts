import { readFileSync } from 'node:fs';
import { performance } from 'node:perf_hooks';
import type { Series } from '../bench/contest.ts';
import { nodeMakers } from './node-makers.ts';
import { runPoolFigure } from './run-pool-figure.ts';

/** Makes a figure in Node. */
export function runFigure(address: string): Promise<readonly Series[]> {
  return runPoolFigure(address, { makers: nodeMakers, threadTime });
}

/** Where the system does not tell of single threads, the time in which the thread did not wait for events. */
async function threadTime(): Promise<number> {
  if (process.platform !== 'linux') return performance.eventLoopUtilization().active;
  return Number(readFileSync('/proc/thread-self/schedstat', 'utf8').split(' ')[0]) / 1e6;
}

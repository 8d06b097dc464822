import { type AnyWorker, MultiProc } from '@doha/multiproc';
import { share } from '@doha/multiproc/shared';
import { numberOf, type Platform } from './platform.ts';

/** The cost to start a number of workers. */
export interface Start {
  /** `bare` is a start without DOHA. */
  readonly who: 'bare' | 'multiproc';
  readonly workers: number;
  /** Milliseconds until all workers have answered. */
  readonly milliseconds: number;
  /** Growth of the memory of the process in bytes. */
  readonly bytes: number;
}

/**
 * &workers=1,2,4   numbers of workers
 * &rounds=9        measured rounds, in which all variants alternate, after one unmeasured round
 * &settle=300      ms after each start, in which ended workers release their memory
 */
export async function start(query: URLSearchParams, platform: Platform): Promise<Start[]> {
  const starts: Start[] = [];
  for (let round = 0; round <= numberOf(query, 'rounds'); round++) {
    for (const workers of (query.get('workers') ?? '').split(',').map(Number)) {
      for (const who of ['bare', 'multiproc'] as const) {
        const found = await startOf(who, workers, platform);
        if (round > 0) starts.push(found);
        await new Promise((resolve) => setTimeout(resolve, numberOf(query, 'settle')));
      }
    }
  }
  return starts;
}

async function startOf(who: Start['who'], workers: number, platform: Platform): Promise<Start> {
  const before = await platform.memory();
  const began = performance.now();
  const end = await (who === 'bare' ? startBare : startMultiProc)(workers, platform);
  const milliseconds = performance.now() - began;
  const { resident } = await platform.memory();
  end();
  return { who, workers, milliseconds, bytes: resident - before.resident };
}

async function startMultiProc(workers: number, { spawn }: Platform): Promise<() => void> {
  const proc = await share(MultiProc.start({ workers, spawn: () => spawn('product') }));
  return () => proc.dispose();
}

async function startBare(count: number, { spawn }: Platform): Promise<() => void> {
  const workers = Array.from({ length: count }, () => spawn('bare'));
  await Promise.all(workers.map(firstMessageOf));
  return () => {
    for (const worker of workers) void worker.terminate();
  };
}

function firstMessageOf(worker: AnyWorker): Promise<void> {
  return new Promise((resolve) => {
    if ('on' in worker) worker.on('message', () => resolve());
    else worker.onmessage = () => resolve();
  });
}

import type { Page, Worker as WorkerOfPage } from '@playwright/test';
import type { Findings, Row } from '../../../tools/results/results.ts';
import { round } from '../../../tools/statistics/statistics.ts';
import { withPage } from '../run/play-run.ts';

export interface TrafficOptions {
  /** Origin of the server of the pages. */
  readonly origin: string;
  readonly enemies: readonly number[];
  readonly workers: number;
  readonly seconds: number;
  /** Receives progress messages. */
  readonly log: (text: string) => void;
}

/** Counters of the messages that threads have sent. */
interface Counters {
  messages: number;
  /** Bytes in messages: the size of each buffer, 1 per character of a text, and 8 per other value. */
  bytes: number;
}

type Counting = typeof globalThis & { counters: Counters };

/** Counts the messages between the threads of the game by the number of enemies, with shared memory and without. */
export async function measureTraffic(options: TrafficOptions): Promise<Findings> {
  const { enemies, origin, seconds, log, workers } = options;
  const rows: Row[] = [];
  for (const isolated of [true, false]) {
    for (const n of enemies) {
      log(`traffic of ${n} enemies, ${isolated ? 'isolated' : 'not isolated'}`);
      const query = `version=concurrent&workers=${workers}&n=${n}${isolated ? '' : '&isolated=no'}`;
      const address = `${origin}/demos/tandem-tools/tunnel/?${query}`;
      const { bytes, messages } = await withPage('all', (page) => count(page, address, workers, seconds));
      const frames = seconds * 60;
      rows.push({
        memory: isolated ? 'shared' : 'moved',
        enemies: n,
        'messages per frame': round(messages / frames, 2),
        'kB per frame': round(bytes / frames / 1000, 2),
        'bytes per frame and enemy': round(bytes / frames / n, 1),
      });
    }
  }
  return { name: 'tandem-traffic', parameters: { workers, seconds }, rows };
}

async function count(page: Page, address: string, workers: number, seconds: number): Promise<Counters> {
  await page.goto(address);
  await page.waitForTimeout(2000);
  const threads = page.workers();
  if (threads.length !== workers)
    throw new Error(`Count messages: there must be ${workers} workers, got ${threads.length}`);
  await page.evaluate(countPosts);
  for (const worker of threads) await worker.evaluate(countPosts);
  await page.waitForTimeout(1000 * seconds);
  const found = [await page.evaluate(readCounters), ...(await Promise.all(threads.map(countersOf)))];
  return {
    messages: found.reduce((sum, { messages }) => sum + messages, 0),
    bytes: found.reduce((sum, { bytes }) => sum + bytes, 0),
  };
}

function countersOf(worker: WorkerOfPage): Promise<Counters> {
  return worker.evaluate(readCounters);
}

function readCounters(): Counters {
  return (globalThis as Counting).counters;
}

/** Runs in the page or a worker, so it must not use the scope of this module. */
function countPosts(): void {
  const counting = globalThis as Counting;
  counting.counters = { messages: 0, bytes: 0 };
  const sizeOf = (value: unknown): number => {
    if (typeof value === 'string') return value.length;
    if (typeof value !== 'object' || value === null) return 8;
    if (value instanceof ArrayBuffer || ArrayBuffer.isView(value)) return value.byteLength;
    if (typeof SharedArrayBuffer !== 'undefined' && value instanceof SharedArrayBuffer) return 8;
    return Object.values(value).reduce((sum: number, part) => sum + sizeOf(part), 0);
  };
  const wrap = (target: { postMessage: (...given: never[]) => unknown }): void => {
    const post = target.postMessage;
    target.postMessage = function (this: unknown, ...given: never[]) {
      // A loop posts 0 to itself to yield.
      if (given[0] !== 0) {
        counting.counters.messages++;
        counting.counters.bytes += sizeOf(given[0]);
      }
      return post.apply(this, given);
    };
  };
  wrap(MessagePort.prototype);
  if (typeof Worker !== 'undefined') wrap(Worker.prototype);
  if (typeof document === 'undefined') wrap(globalThis);
}

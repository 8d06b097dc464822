import type { Page, Worker as WorkerOfPage } from '@playwright/test';
import type { Findings, Row } from '../../../tools/results/results.ts';
import { round } from '../../../tools/statistics/statistics.ts';
import { withPage } from '../run/play-run.ts';

export interface TrafficOptions {
  /** Where the pages are served. */
  readonly origin: string;
  readonly enemies: readonly number[];
  readonly workers: number;
  readonly seconds: number;
  /** Says what is being done. */
  readonly tell: (text: string) => void;
}

/** What threads have sent one another. */
interface Traffic {
  messages: number;
  /** Of their numbers, texts and memory. */
  bytes: number;
}

type Counting = typeof globalThis & { traffic: Traffic };

/** Counts what goes between the threads of the game, by the number of enemies; with memory that is shared and without. */
export async function measureTraffic(options: TrafficOptions): Promise<Findings> {
  const { enemies, origin, seconds, tell, workers } = options;
  const rows: Row[] = [];
  for (const isolated of [true, false]) {
    for (const n of enemies) {
      tell(`traffic of ${n} enemies, ${isolated ? 'isolated' : 'not isolated'}`);
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

async function count(page: Page, address: string, workers: number, seconds: number): Promise<Traffic> {
  await page.goto(address);
  await page.waitForTimeout(2000);
  const crew = page.workers();
  if (crew.length !== workers)
    throw new Error(`Count messages: there must be ${workers} workers, not ${crew.length}`);
  await page.evaluate(countPosts);
  for (const worker of crew) await worker.evaluate(countPosts);
  await page.waitForTimeout(1000 * seconds);
  const found = [await page.evaluate(readTraffic), ...(await Promise.all(crew.map(trafficOf)))];
  return {
    messages: found.reduce((sum, { messages }) => sum + messages, 0),
    bytes: found.reduce((sum, { bytes }) => sum + bytes, 0),
  };
}

function trafficOf(worker: WorkerOfPage): Promise<Traffic> {
  return worker.evaluate(readTraffic);
}

function readTraffic(): Traffic {
  return (globalThis as Counting).traffic;
}

/** Runs in a thread, and must stand on its own there. */
function countPosts(): void {
  const counting = globalThis as Counting;
  counting.traffic = { messages: 0, bytes: 0 };
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
      // A loop yields by a 0 to itself.
      if (given[0] !== 0) {
        counting.traffic.messages++;
        counting.traffic.bytes += sizeOf(given[0]);
      }
      return post.apply(this, given);
    };
  };
  wrap(MessagePort.prototype);
  if (typeof Worker !== 'undefined') wrap(Worker.prototype);
  if (typeof document === 'undefined') wrap(globalThis);
}

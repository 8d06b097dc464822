import { MultiProc, type ReplicaRows } from '@doha/multiproc';
import { numberOf, type Platform } from './platform.ts';
import type { Writer } from './replication.worker.ts';
import { tickSchema } from './thing-schema.ts';

/** What came of reading while another thread wrote. */
export interface TornReport {
  /** Snapshots that were written, and those that were read. */
  readonly written: number;
  readonly read: number;
  /** Rows that were looked at, each twice: as they were in the newest snapshot, and between two. */
  readonly rows: number;
  /** Rows that were not of one snapshot with the others, or of two. */
  readonly torn: number;
  /** Most rows in a snapshot. */
  readonly most: number;
}

type Rows = Pick<ReplicaRows<typeof tickSchema>, 'columns' | 'count'>;

/**
 * Reads a table that another thread writes as fast as it can, and looks for rows that do not fit together.
 *
 * &seconds=30
 * &most=2000    rows
 */
export async function torn(query: URLSearchParams, platform: Platform): Promise<TornReport> {
  const proc = await MultiProc.start<Writer>({ workers: 1, spawn: () => platform.spawn('replication') });
  const milliseconds = 1000 * numberOf(query, 'seconds');
  const writing = proc.worker(0).call('writeTicks', milliseconds, numberOf(query, 'most'));
  const ticks = await proc.replica('ticks', tickSchema);
  let [read, rows, found, most] = [0, 0, 0, 0];
  for (const end = performance.now() + milliseconds; performance.now() < end;) {
    await nextTurn();
    if (!ticks.advance()) continue;
    const [newest] = ticks.parts;
    read++;
    rows += newest!.count;
    most = Math.max(most, newest!.count);
    const now = newest!.columns.tick[0]!;
    found += tornRows(newest!, now) + tornRows(ticks.at(newest!.time - 0.5), now);
  }
  const written = await writing;
  proc.dispose();
  return { written, read, rows, torn: found, most };
}

/** `now`: what a row is that was not there in the snapshot before. */
function tornRows({ columns, count }: Rows, now: number): number {
  const { place, tick, twice } = columns;
  const first = tick[0]!;
  let found = 0;
  for (let row = 0; row < count; row++) {
    const isWhole =
      (tick[row] === first || tick[row] === now) &&
      twice[row] === 2 * tick[row]! &&
      place[3 * row] === place[3 * row + 2];
    if (!isWhole) found++;
  }
  return found;
}

/** Lets messages in, and begins a task of its own. */
function nextTurn(): Promise<void> {
  return new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = () => {
      port1.close();
      resolve();
    };
    port2.postMessage(undefined);
  });
}

import { MultiProc } from '@doha/multiproc';
import { share } from '@doha/multiproc/shared';
import { numberOf, type Platform } from './platform.ts';
import type { Writer } from './replication.worker.ts';
import { tickSchema } from './thing-schema.ts';
import { isWhole, tornRows } from './torn-rows.ts';

/** What came of reading while another thread wrote. */
export interface TornReport {
  /** Snapshots that were written, and those that were read. */
  readonly written: number;
  readonly read: number;
  /** Rows that were looked at, each twice: as they were in the newest snapshot, and between two. */
  readonly rows: number;
  /** Rows whose fields, or which with the others, are not of one snapshot, or of two. */
  readonly torn: number;
  /** Most rows in a snapshot. */
  readonly most: number;
}

/**
 * Reads a table that another thread writes as fast as it can, and looks for rows that do not fit together.
 *
 * &seconds=30
 * &most=2000    rows
 */
export async function torn(query: URLSearchParams, platform: Platform): Promise<TornReport> {
  const proc = await share(
    MultiProc.start<Writer>({ workers: 1, spawn: () => platform.spawn('replication') }),
  );
  const milliseconds = 1000 * numberOf(query, 'seconds');
  const writing = proc.worker(0).call('writeTicks', [milliseconds, numberOf(query, 'most')]);
  const ticks = await proc.replica('ticks', tickSchema);
  let [read, rows, found, most] = [0, 0, 0, 0];
  for (const end = performance.now() + milliseconds; performance.now() < end;) {
    await nextTurn();
    if (!ticks.advance()) continue;
    const newest = ticks.parts[0]!;
    read++;
    rows += newest.count;
    most = Math.max(most, newest.count);
    const between = ticks.at(newest.time - 0.5);
    found += tornRows(newest);
    for (let row = 0; row < between.count; row++) if (!isWhole(between.columns, row)) found++;
  }
  const written = await writing;
  proc.dispose();
  return { written, read, rows, torn: found, most };
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

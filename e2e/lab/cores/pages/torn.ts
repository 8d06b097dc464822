import { MultiProc } from '@doha/multiproc';
import { share } from '@doha/multiproc/shared';
import { numberOf, type Platform } from './platform.ts';
import type { Writer } from './replication.worker.ts';
import { tickSchema } from './thing-schema.ts';
import { isWhole, tornRows } from './torn-rows.ts';

/** The result of reading a table while another thread writes it. */
export interface TornReport {
  /** Numbers of written and of read snapshots. */
  readonly written: number;
  readonly read: number;
  /** Number of rows that were checked, each twice: in the newest snapshot, and between two snapshots. */
  readonly rows: number;
  /** Number of rows whose fields do not match each other or the other rows, and so are of different snapshots. */
  readonly torn: number;
  /** The largest number of rows in a snapshot. */
  readonly most: number;
}

/**
 * Reads a table that another thread writes as fast as it can, and counts torn rows.
 *
 * &seconds=30
 * &most=2000    maximal number of rows
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

/** Yields to the event loop, so that messages can arrive. */
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

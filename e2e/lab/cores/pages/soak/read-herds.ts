import type { Replica } from '@doha/multiproc/shared';
import { tickSchema } from '../thing-schema.ts';
import { isWhole, tornRows } from '../torn-rows.ts';
import { type Activity, comesAbout, type Soaked } from './activity.ts';
import { blame, count } from './ledger.ts';

const past = 50;

/** Reads what all workers write into their tables: no row is torn, and rows of workers that have gone go. */
export function readHerds({ ledger, proc }: Soaked): Activity {
  let herds: Replica<typeof tickSchema> | undefined;
  void proc.replica('herd', tickSchema).then((replica) => (herds = replica));

  return {
    step() {
      if (herds?.advance() !== true) return;
      count(ledger, 'times that replicas were read');
      if (herds.parts.length > proc.workers) blame(ledger, `${herds.parts.length} threads write`);
      for (const part of herds.parts) {
        count(ledger, 'rows checked', part.count);
        if (tornRows(part) > 0) blame(ledger, 'a snapshot is torn');
      }
      const { columns, count: rows } = herds.at(proc.now - past);
      for (let row = 0; row < rows; row++)
        if (!isWhole(columns, row)) blame(ledger, 'a row between two snapshots is torn');
    },
    async end() {
      const areAll = await comesAbout(() => {
        herds?.advance();
        return herds?.parts.length === proc.workers;
      });
      if (!areAll) blame(ledger, `of ${proc.workers} tables ${herds?.parts.length ?? 0} are read`);
    },
  };
}

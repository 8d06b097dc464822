import type { Replica } from '@doha/multiproc/shared';
import { tickSchema } from '../thing-schema.ts';
import { isWhole, tornRows } from '../torn-rows.ts';
import { type Activity, becomesTrue, type SoakContext } from './activity.ts';
import { addProblem, count } from './findings.ts';

/** Rows are read as they were this many ms ago, interpolated between two snapshots. */
const readAge = 50;

/** Reads the tables of all workers. No row may be torn, and the tables of lost workers must disappear. */
export function readHerds({ findings, proc }: SoakContext): Activity {
  let herds: Replica<typeof tickSchema> | undefined;
  void proc.replica('herd', tickSchema).then((replica) => (herds = replica));

  return {
    step() {
      if (herds?.advance() !== true) return;
      count(findings, 'times that replicas were read');
      if (herds.parts.length > proc.workers)
        addProblem(findings, `${herds.parts.length} tables are read, more than there are workers`);
      for (const part of herds.parts) {
        count(findings, 'rows checked', part.count);
        if (tornRows(part) > 0) addProblem(findings, 'a snapshot is torn');
      }
      const { columns, count: rows } = herds.at(proc.now - readAge);
      for (let row = 0; row < rows; row++)
        if (!isWhole(columns, row)) addProblem(findings, 'a row between two snapshots is torn');
    },
    async end() {
      const areAllRead = await becomesTrue(() => {
        herds?.advance();
        return herds?.parts.length === proc.workers;
      });
      if (!areAllRead) addProblem(findings, `${herds?.parts.length ?? 0} of ${proc.workers} tables are read`);
    },
  };
}

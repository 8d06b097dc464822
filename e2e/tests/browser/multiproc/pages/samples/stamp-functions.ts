import type { PublishedTable, Replica, SharedState } from '@doha/multiproc/shared';
import { stampIn, stampSchema } from '../stamps.ts';

const tables = new Map<string, PublishedTable<typeof stampSchema>>();
const replicas: Replica<typeof stampSchema>[] = [];
let stamp = 0;

/** Functions that write increasing numbers to tables, or read them in replicas. */
export function stampFunctions(shared: () => SharedState) {
  const commitStamp = (name: string): void => {
    const table = tables.get(name) ?? shared().table(name, stampSchema);
    tables.set(name, table);
    if (table.count === 0) table.add(1);
    table.columns.stamp[0] = stamp;
    table.commit();
  };

  return {
    /** Commits increasing numbers to each of these tables. Returns the last number. */
    writeStamps(names: readonly string[], commits: number): number {
      for (let i = 0; i < commits; i++) {
        stamp++;
        for (const name of names) commitStamp(name);
      }
      return stamp;
    },

    /** Opens a replica of each of these tables. */
    async watchStamps(names: readonly string[]): Promise<void> {
      for (const name of names) replicas.push(await shared().replica(name, stampSchema));
    },

    /** Returns the numbers in the replicas. */
    readStamps: (): number[] => replicas.map(stampIn),
  };
}

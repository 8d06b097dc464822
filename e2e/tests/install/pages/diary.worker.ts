import { expose } from '@doha/multiproc/worker';
import { join } from '@doha/multiproc/shared';

const lines: string[] = [];

export const diary = join(
  expose({
    write(line: string): string {
      lines.push(line);
      diary.publish('lines', line, { retention: 'all' });
      return `${lines.length} lines so far`;
    },

    /** Writes the lengths of the lines to a table. */
    measure(): void {
      const table = diary.table('lengths', { letters: 'u8' });
      for (const { length } of lines) {
        const row = table.add(diary.nextId());
        table.columns.letters[row] = length;
      }
      table.commit();
    },
  }),
);

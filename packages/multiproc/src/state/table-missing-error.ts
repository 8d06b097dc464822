import { errorText } from '../channel/error-text.ts';

/** No thread has opened a table of the name that a replica waited for. */
export class TableMissingError extends Error {
  override readonly name = 'TableMissingError';
  /** The name that the replica waited for. */
  readonly table: string;

  /** `reason` says why it waits no longer. */
  constructor(table: string, reason: unknown) {
    super(`replica: a thread must open the table '${table}', none has (${errorText(reason)})`, {
      cause: reason,
    });
    this.table = table;
  }
}

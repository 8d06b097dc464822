import { errorText } from '../transport/error-text.ts';

/** The error of a replica that has waited for a table that no thread has created. */
export class TableMissingError extends Error {
  override readonly name = 'TableMissingError';
  /** The name that the replica waited for. */
  readonly table: string;

  /** `reason`: why the replica no longer waits. */
  constructor(table: string, reason: unknown) {
    super(`replica: no thread has created the table '${table}' (${errorText(reason)})`, {
      cause: reason,
    });
    this.table = table;
  }
}

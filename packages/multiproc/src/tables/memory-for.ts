import { errorMessage } from '../transport/error-text.ts';

/** Returns what `allocate` returns. If it throws, throws a RangeError that names what there is no memory for. */
export function memoryFor<Result>(what: string, rows: number, allocate: () => Result): Result {
  try {
    return allocate();
  } catch (error) {
    const problem = `${what}: memory for ${rows} rows must be available, got ${errorMessage(error)}`;
    throw new RangeError(problem, { cause: error });
  }
}

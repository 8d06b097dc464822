import { errorMessage } from '../transport/error-text.ts';

/** Returns the result of `allocate`. If it throws, throws a RangeError that names `what`. */
export function memoryFor<Result>(what: string, rows: number, allocate: () => Result): Result {
  try {
    return allocate();
  } catch (error) {
    const problem = `${what}: memory for ${rows} rows must be available, got ${errorMessage(error)}`;
    throw new RangeError(problem, { cause: error });
  }
}

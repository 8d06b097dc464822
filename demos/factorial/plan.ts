/** What is to be computed, and by how many workers. */
export interface Plan {
  readonly n: number;
  /** Numbers of workers, one after another; 0: the page's own thread. */
  readonly workers: readonly number[];
  /** How often all of it. */
  readonly rounds: number;
}

const mostWorkers = 256;

/**
 * The plan in the query of an address, such as `?n=4000000&workers=1,2,4&rounds=3`, as far as it says one. Throws a RangeError that names the part
 * which is not understood.
 */
export function readPlan(query: string): Partial<Plan> {
  const given = new URLSearchParams(query);
  const numbers = (name: string, least: number, most: number): number[] | undefined =>
    given
      .get(name)
      ?.split(',')
      .map((text) => {
        const value = Number(text);
        if (text !== '' && Number.isInteger(value) && value >= least && value <= most) return value;
        throw new RangeError(
          `?${name}= must be a whole number from ${least} to ${most}, got ${JSON.stringify(text)}`,
        );
      });
  const n = numbers('n', 1, Number.MAX_SAFE_INTEGER)?.[0];
  const workers = numbers('workers', 0, mostWorkers);
  const rounds = numbers('rounds', 1, Number.MAX_SAFE_INTEGER)?.[0];
  return { ...(n && { n }), ...(workers && { workers }), ...(rounds && { rounds }) };
}

/** The parameters of the measurement: the n of n!, the numbers of workers, and the number of rounds. */
export interface Plan {
  readonly n: number;
  /** Numbers of workers, measured one after another; 0: DOHA in the page's thread, without workers. A run without DOHA is always added. */
  readonly workers: readonly number[];
  /** Repetitions of the whole plan. */
  readonly rounds: number;
}

const maxWorkers = 256;

/**
 * The plan in the query of an address, such as `?n=4000000&workers=1,2,4&rounds=3`; all parts are
 * optional. Throws a RangeError that names the first invalid parameter.
 */
export function readPlan(query: string): Partial<Plan> {
  const params = new URLSearchParams(query);
  const numbers = (name: string, min: number, max: number): number[] | undefined =>
    params
      .get(name)
      ?.split(',')
      .map((text) => {
        const value = Number(text);
        if (text !== '' && Number.isInteger(value) && value >= min && value <= max) return value;
        throw new RangeError(
          `?${name}= must be a whole number from ${min} to ${max}, got ${JSON.stringify(text)}`,
        );
      });
  const n = numbers('n', 1, Number.MAX_SAFE_INTEGER)?.[0];
  const workers = numbers('workers', 0, maxWorkers);
  const rounds = numbers('rounds', 1, Number.MAX_SAFE_INTEGER)?.[0];
  return { ...(n && { n }), ...(workers && { workers }), ...(rounds && { rounds }) };
}

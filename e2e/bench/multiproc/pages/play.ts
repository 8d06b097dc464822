import type { Pool, TaskName, Value } from './contestants/pool.ts';

/** A task and the number of its submissions. */
export interface Work {
  readonly name: TaskName;
  readonly value: Value;
  readonly count: number;
}

/** Submits all tasks at once. Returns the time in ms until the last result. */
export async function burst(pool: Pool, { name, value, count }: Work): Promise<number> {
  const results: PromiseLike<unknown>[] = [];
  const start = performance.now();
  for (let i = 0; i < count; i++) results.push(pool.run(name, value));
  const given = await Promise.all(results);
  const time = performance.now() - start;
  for (const result of given) check(pool, result, value);
  return time;
}

/** Keeps `outstanding` tasks submitted: each result leads to the next submission. Returns the total time in ms. */
export async function stream(pool: Pool, outstanding: number, { name, value, count }: Work): Promise<number> {
  let remaining = count;
  const one = async (): Promise<void> => {
    while (remaining-- > 0) check(pool, await pool.run(name, value), value);
  };
  const start = performance.now();
  await Promise.all(Array.from({ length: outstanding }, one));
  return performance.now() - start;
}

/** Submits all tasks to the only worker, ignores their results, and waits until all are finished. */
export async function postAll(pool: Pool, { name, value, count }: Work): Promise<void> {
  for (let i = 0; i < count; i++) {
    if (pool.post === undefined) void pool.run(name, value);
    else pool.post(name, value);
  }
  check(pool, await pool.run('count', 0), count);
}

/** Time in ms of one task in an idle pool. */
export async function roundTrip(pool: Pool, value: Value): Promise<number> {
  const start = performance.now();
  const result = await pool.run('empty', value);
  const time = performance.now() - start;
  check(pool, result, value);
  return time;
}

/** Time in ms of an urgent task that is submitted 5 ms after many other tasks. */
export async function urgency(pool: Pool, { name, value, count }: Work): Promise<number> {
  const results = Array.from({ length: count }, () => pool.run(name, value));
  await new Promise((resolve) => setTimeout(resolve, 5));
  const start = performance.now();
  const result = await pool.run('urgent', 1);
  const time = performance.now() - start;
  check(pool, result, 1);
  for (const given of await Promise.all(results)) check(pool, given, value);
  return time;
}

function check(pool: Pool, result: unknown, expected: Value): void {
  const given = pool.unwrap === undefined ? result : pool.unwrap(result);
  if (given !== expected) {
    throw new Error(
      `Run a task: it returned ${JSON.stringify(given)} instead of ${JSON.stringify(expected)}`,
    );
  }
}

import type { Pool, TaskName, Value } from './contestants/pool.ts';

/** A task, and how often. */
export interface Work {
  readonly name: TaskName;
  readonly value: Value;
  readonly count: number;
}

/** Submits all at once, and says how many ms it took until the last result was there. */
export async function burst(pool: Pool, { name, value, count }: Work): Promise<number> {
  const results: PromiseLike<unknown>[] = [];
  const start = performance.now();
  for (let i = 0; i < count; i++) results.push(pool.run(name, value));
  const given = await Promise.all(results);
  const time = performance.now() - start;
  for (const result of given) check(pool, result, value);
  return time;
}

/** Submits the next when one of so many has ended, and says how many ms it took. */
export async function stream(pool: Pool, outstanding: number, { name, value, count }: Work): Promise<number> {
  let left = count;
  const one = async (): Promise<void> => {
    while (left-- > 0) check(pool, await pool.run(name, value), value);
  };
  const start = performance.now();
  await Promise.all(Array.from({ length: outstanding }, one));
  return performance.now() - start;
}

/** Submits all to the only worker, wants none of the results, and waits until all are done. */
export async function forget(pool: Pool, { name, value, count }: Work): Promise<void> {
  for (let i = 0; i < count; i++) {
    if (pool.forget === undefined) void pool.run(name, value);
    else pool.forget(name, value);
  }
  check(pool, await pool.run('count', 0), count);
}

/** One task, when nothing else is to be done; ms. */
export async function roundTrip(pool: Pool, value: Value): Promise<number> {
  const start = performance.now();
  const result = await pool.run('empty', value);
  const time = performance.now() - start;
  check(pool, result, value);
  return time;
}

/** How many ms an urgent task takes that is submitted a little later than many others. */
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
    throw new Error(`a task gave ${JSON.stringify(given)} instead of ${JSON.stringify(expected)}`);
  }
}

import { setImmediate as later } from 'node:timers';
import { setImmediate } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { callPromise } from './call-promise.ts';

const failure = new Error('of a call');

function failing(unhandled: unknown[]): Promise<number> {
  return callPromise<number>(Promise.reject(failure), later, (reason) => unhandled.push(reason));
}

test('a rejection that nothing waits for is reported once, and is not an unhandled rejection', async () => {
  const unhandled: unknown[] = [];
  void failing(unhandled);
  await setImmediate();
  await setImmediate();
  expect(unhandled).toEqual([failure]);
});

test('a rejection is not reported if it is handled by the time this thread has received its messages', async () => {
  const unhandled: unknown[] = [];
  const waiting: (() => void)[] = [];
  const report = (reason: unknown): void => void unhandled.push(reason);
  const [promise] = [0, 1].map(() =>
    callPromise<number>(Promise.reject(failure), (callback) => waiting.push(callback), report),
  );
  await setImmediate();
  expect([waiting.length, unhandled]).toEqual([2, []]);
  await expect(promise).rejects.toBe(failure);
  for (const callback of waiting) callback();
  expect(unhandled).toEqual([failure]);
});

const reasonOf = async (promise: Promise<unknown>): Promise<unknown> => {
  try {
    return await promise;
  } catch (error) {
    return error;
  }
};

test.each<[string, (promise: Promise<number>) => Promise<unknown>]>([
  ['await', reasonOf],
  ['then', (promise) => promise.then(undefined, (error: unknown) => error)],
  ['catch', (promise) => promise.catch((error: unknown) => error)],
  ['finally', (promise) => reasonOf(promise.finally(() => {}))],
  ['Promise.all', (promise) => reasonOf(Promise.all([promise, Promise.resolve()]))],
  ['Promise.race', (promise) => reasonOf(Promise.race([promise, new Promise(() => {})]))],
  ['Promise.resolve', (promise) => reasonOf(Promise.resolve(promise))],
])('a rejection that is handled by %s is not reported', async (_, handle) => {
  const unhandled: unknown[] = [];
  expect(await handle(failing(unhandled))).toBe(failure);
  await setImmediate();
  await setImmediate();
  expect(unhandled).toEqual([]);
});

test('the result is a promise, and derived promises are plain ones', async () => {
  const promise = callPromise(Promise.resolve(7), later, () => {});
  expect(promise).toBeInstanceOf(Promise);
  expect(promise.then((value) => value).constructor).toBe(Promise);
  expect(await promise).toBe(7);
});

import { expect, test } from 'vitest';
import { Inbox } from './inbox.ts';

const inbox = (): Inbox => new Inbox({ reportError() {} }, { wait: () => true, read() {} });

test('loops that are left in any order take no message from those that go on', async () => {
  const box = inbox();
  const iterators = Array.from({ length: 100 }, () => box.iterator(() => {}));
  const results = iterators.map((iterator) => iterator.next());
  for (const [i, iterator] of iterators.entries()) if (i % 3 !== 0) await iterator.return!();
  for (let i = 0; i < 40; i++) box.push({ data: `${i}`, size: 2 });
  const told = await Promise.all(results);
  expect(told.map(({ value }): unknown => value)).toEqual(
    iterators.map((_, i) => (i % 3 === 0 ? `${i / 3}` : undefined)),
  );
  expect(await box.iterator(() => {}).next()).toEqual({ done: false, value: '34' });
});

test('all requests of a loop that is left, or of a stream that ends, are settled', async () => {
  const box = inbox();
  const [left, other] = [box.iterator(() => {}), box.iterator(() => {})];
  const results = [left.next(), other.next(), left.next()];
  await left.return!();
  box.close();
  for (const result of await Promise.all(results)) expect(result).toEqual({ done: true, value: undefined });
});

// If leaving a loop took time for each other loop, the test would time out.
test('50,000 loops that wait can be left', async () => {
  const box = inbox();
  const iterators = Array.from({ length: 50_000 }, () => box.iterator(() => {}));
  const results = iterators.map((iterator) => iterator.next());
  for (const iterator of iterators) void iterator.return!();
  expect((await Promise.all(results)).every(({ done }) => done === true)).toBe(true);
});

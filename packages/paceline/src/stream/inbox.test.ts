import { expect, test } from 'vitest';
import { Inbox } from './inbox.ts';

const inbox = (): Inbox => new Inbox({ reportError() {} }, { wait: () => true, read() {} });

/** An inbox in which messages wait. */
function inboxWith(...texts: readonly string[]): Inbox {
  const box = inbox();
  for (const data of texts) box.push({ data, size: data.length, id: 0 });
  return box;
}

test('listen delivers waiting messages after it has returned, and the listener may remove itself', async () => {
  const box = inboxWith('1', '2', '3');
  const first = await new Promise((resolve) => {
    const unlisten = box.listen((data) => {
      unlisten();
      resolve(data);
    });
  });
  const rest: unknown[] = [];
  box.listen((data) => rest.push(data));
  expect(rest).toEqual([]);
  await Promise.resolve();
  expect([first, rest, box.isEmpty]).toEqual(['1', ['2', '3'], true]);
});

test('waiting messages are delivered before a message that arrives, and no message is delivered twice', async () => {
  const box = inboxWith('1', '2');
  const heard: unknown[] = [];
  box.listen((data) => heard.push(data));
  box.push({ data: '3', size: 1, id: 0 });
  expect(heard).toEqual(['1', '2', '3']);
  await Promise.resolve();
  expect(heard).toHaveLength(3);
});

test('all listeners that are added in one turn get the messages that wait', async () => {
  const box = inboxWith('1', '2');
  const heard: unknown[] = [];
  for (const name of ['a', 'b']) box.listen((data) => heard.push(`${name}${String(data)}`));
  await Promise.resolve();
  expect(heard).toEqual(['a1', 'b1', 'a2', 'b2']);
});

test('messages still wait if the listener is removed in the turn in which it was added', async () => {
  const box = inboxWith('1');
  const heard: unknown[] = [];
  box.listen((data) => heard.push(data))();
  await Promise.resolve();
  box.push({ data: '2', size: 1, id: 0 });
  expect([heard, box.isEmpty]).toEqual([[], false]);
  expect(await box.iterator(() => {}).next()).toEqual({ done: false, value: '1' });
  box.listen((data) => heard.push(data));
  await Promise.resolve();
  expect(heard).toEqual(['2']);
});

test('a listener that cancels the stream at the first waiting message gets no other waiting message, and no message that arrives', () => {
  const box = inboxWith('1', '2');
  const heard: unknown[] = [];
  box.listen((data) => {
    heard.push(data);
    box.cancel();
  });
  box.push({ data: '3', size: 1, id: 0 });
  expect([heard, box.isEmpty]).toEqual([['1'], true]);
});

test('a loop that begins before the waiting messages are delivered gets the first of them', async () => {
  const box = inboxWith('1', '2');
  const heard: unknown[] = [];
  box.listen((data) => heard.push(data));
  const first: unknown = await box.iterator(() => {}).next();
  expect([first, heard]).toEqual([{ done: false, value: '1' }, ['2']]);
});

test('loops that are left, in any order, take no message from the other loops', async () => {
  const box = inbox();
  const iterators = Array.from({ length: 100 }, () => box.iterator(() => {}));
  const results = iterators.map((iterator) => iterator.next());
  for (const [i, iterator] of iterators.entries()) if (i % 3 !== 0) await iterator.return!();
  for (let i = 0; i < 40; i++) box.push({ data: `${i}`, size: 2, id: i });
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

// If the time to leave a loop grew with the number of loops, the test would time out.
test('50,000 loops that wait can be left', async () => {
  const box = inbox();
  const iterators = Array.from({ length: 50_000 }, () => box.iterator(() => {}));
  const results = iterators.map((iterator) => iterator.next());
  for (const iterator of iterators) void iterator.return!();
  expect((await Promise.all(results)).every(({ done }) => done === true)).toBe(true);
});

// If each read moved all messages that wait, the test would time out.
test('200,000 messages that wait can be read by a loop', async () => {
  const box = inbox();
  for (let i = 0; i < 200_000; i++) box.push({ data: `${i}`, size: 6, id: i });
  box.close();
  let next = 0;
  for await (const data of box.iterator(() => {}))
    if (data !== `${next++}`) expect.fail(`${String(data)} is not message ${next - 1}`);
  expect([next, box.isEmpty, box.cost]).toEqual([200_000, true, 0]);
});

import { expect, test } from 'vitest';
import { type Message, MessageReader } from './message-format.ts';
import { deliver, readCall, receiver as receiverOf, writeCall } from './remote-methods.ts';
import { MessageWriter } from './message-writer.ts';

test('a remote method that throws, or does not exist, affects no other record of a message', () => {
  let message: Message | undefined;
  const endpoint = {
    post: (posted: unknown) => (message = posted as Message),
    listen: () => {},
    close: () => Promise.resolve(),
  };
  const writer = new MessageWriter(endpoint, { refused: () => {}, onError: () => {} });
  const calls: [string, ...unknown[]][] = [
    ['note', 1],
    ['fail', 'once'],
    ['unknown', 1, 2],
    ['note', 2, 3],
  ];
  for (const [name, ...args] of calls) writeCall(writer, name, args);
  writer.flush();
  const noted: unknown[][] = [];
  const errors: string[] = [];
  const receiver = {
    note: (...args: unknown[]) => noted.push(args),
    fail(reason: string): never {
      throw new Error(reason);
    },
  };
  const reader = new MessageReader(message!);
  while (!reader.isAtEnd) {
    reader.code();
    readCall(reader, [receiver], (error) => errors.push((error as Error).message));
  }
  expect(noted).toEqual([[1], [2, 3]]);
  expect(errors).toEqual(['once', expect.stringContaining('unknown')]);
});

test('another thread can call the listed methods only, and the list must be complete', () => {
  class Counter {
    count = 0;
    add(number: number): void {
      this.count += number;
    }
    reset(): void {
      this.count = 0;
    }
  }
  const counter = new Counter();
  const receivers = [receiverOf<Pick<Counter, 'add'>>(counter, { add: true })];
  deliver(receivers, 'add', [2]);
  expect(counter.count).toBe(2);
  for (const name of ['reset', 'count', 'constructor', 'toString', '__proto__'])
    expect(() => deliver(receivers, name, [])).toThrow(`no method ${name} in this thread`);
  const compile = (): void => {
    // @ts-expect-error a method is missing
    receiverOf<Pick<Counter, 'add' | 'reset'>>(counter, { add: true });
    // @ts-expect-error there is no such method
    receiverOf<Pick<Counter, 'add'>>(counter, { add: true, remove: true });
  };
  expect(compile).toBeTypeOf('function');
});

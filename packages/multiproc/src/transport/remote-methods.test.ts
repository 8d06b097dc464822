import { expect, test } from 'vitest';
import { type Message, MessageReader } from './message-format.ts';
import { readCall, writeCall } from './remote-methods.ts';
import { MessageWriter } from './message-writer.ts';

test('a receiver that throws, or does not exist, affects no other record of a message', () => {
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

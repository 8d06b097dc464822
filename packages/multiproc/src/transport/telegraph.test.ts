import { expect, test } from 'vitest';
import { type Envelope, EnvelopeReader } from './envelope.ts';
import { readTelegram, telegram } from './telegraph.ts';
import { Outbox } from './outbox.ts';

test('a receiver that throws, or is not there, loses nothing else of a message', () => {
  let envelope: Envelope | undefined;
  const endpoint = {
    post: (message: unknown) => (envelope = message as Envelope),
    listen: () => {},
    close: () => Promise.resolve(),
  };
  const outbox = new Outbox(endpoint, { refused: () => {}, onError: () => {} });
  const calls: [string, ...unknown[]][] = [
    ['note', 1],
    ['fail', 'once'],
    ['unknown', 1, 2],
    ['note', 2, 3],
  ];
  for (const [name, ...args] of calls) telegram(outbox, name, args);
  outbox.flush();
  const noted: unknown[][] = [];
  const errors: string[] = [];
  const receiver = {
    note: (...args: unknown[]) => noted.push(args),
    fail(reason: string): never {
      throw new Error(reason);
    },
  };
  const reader = new EnvelopeReader(envelope!);
  while (!reader.isAtEnd) {
    reader.code();
    readTelegram(reader, [receiver], (error) => errors.push((error as Error).message));
  }
  expect(noted).toEqual([[1], [2, 3]]);
  expect(errors).toEqual(['once', expect.stringContaining('unknown')]);
});

import { expect, test } from 'vitest';
import { Code, type Envelope, EnvelopeReader } from '../transport/envelope.ts';
import { deliver } from '../transport/telegraph.ts';
import type { EntityTransfer } from '../entities/authorities.ts';
import { Participant } from './participant.ts';
import { Site } from './site.ts';

test('an entity keeps the numbers of all senders but those that all threads know to be dead', async () => {
  const site = new Site(
    () => {},
    (error) => {
      throw error;
    },
  );
  const host = { release: () => 0, adopt: () => {}, apply: () => {} };
  new Participant(site).entities<number, never>('things', host);
  const [main, linked, leaving, dead, own, unborn] = [0, 1, 2, 3, 5, 6];
  const ids = { first: 1, length: 1 };
  site.welcome({ index: own, place: 3, ids, began: 0, others: [main, linked], leaving: [leaving] });
  const applied = new Map([main, linked, leaving, dead, own, unborn].map((sender) => [sender, 1]));
  // It may come before the way to its senders.
  deliver(site.receivers, 'ofKind', ['things', 'take', { id: 7, epoch: 2, state: 0, applied }]);
  const { port1, port2 } = new MessageChannel();
  site.link(linked, 0, port1);
  const message = new Promise<EnvelopeReader>((resolve) => {
    port2.onmessage = ({ data }: MessageEvent<Envelope>) => resolve(new EnvelopeReader(data));
  });
  deliver(site.receivers, 'ofKind', ['things', 'give', 7, linked, 3]);
  const reader = await message;
  expect(reader.word()).toBe(Code.telegram);
  const moved = reader.values(1 + reader.word()).at(-1) as EntityTransfer<number>;
  expect([...moved.applied.keys()]).toEqual([main, linked, leaving, own, unborn]);
  site.close();
});

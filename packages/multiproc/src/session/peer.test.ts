import { expect, test } from 'vitest';
import { Code, type Message, MessageReader } from '../transport/message-format.ts';
import { deliver } from '../transport/remote-methods.ts';
import type { EntityTransfer } from '../entities/ownership.ts';
import { SharedState } from './shared-state.ts';
import { Peer } from './peer.ts';

test('an entity keeps the mutation numbers of all senders except those that all threads know to be dead', async () => {
  const peer = new Peer(
    () => {},
    (error) => {
      throw error;
    },
  );
  const host = { release: () => 0, adopt: () => {}, apply: () => {} };
  new SharedState(peer).entities<number, never>('things', host);
  const [main, linked, leaving, dead, own, unborn] = [0, 1, 2, 3, 5, 6];
  const ids = { first: 1, length: 1 };
  peer.beginSession({ thread: own, index: 3, ids, began: 0, others: [main, linked], leaving: [leaving] });
  const applied = new Map([main, linked, leaving, dead, own, unborn].map((sender) => [sender, 1]));
  // The entity may arrive before the links to its senders.
  deliver(peer.receivers, 'ofKind', ['things', 'receiveEntity', { id: 7, epoch: 2, state: 0, applied }]);
  const { port1, port2 } = new MessageChannel();
  peer.link(linked, 0, port1);
  const message = new Promise<MessageReader>((resolve) => {
    port2.onmessage = ({ data }: MessageEvent<Message>) => resolve(new MessageReader(data));
  });
  deliver(peer.receivers, 'ofKind', ['things', 'transferEntity', 7, linked, 3]);
  const reader = await message;
  expect(reader.word()).toBe(Code.call);
  const moved = reader.values(1 + reader.word()).at(-1) as EntityTransfer<number>;
  expect([...moved.applied.keys()]).toEqual([main, linked, leaving, own, unborn]);
  peer.close();
});

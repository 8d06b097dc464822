import { afterEach, beforeEach, expect, test } from 'vitest';
import { deliver, type Send, type Receiver } from '../transport/remote-methods.ts';
import { Hub } from './hub.ts';
import { SharedState } from './shared-state.ts';
import { Peer } from './peer.ts';
import type { PeerToHub, HubToPeer, SessionStart } from './session-messages.ts';

// In Node, the hub can report a lost worker before the last messages of the worker have arrived. In
// these tests all threads are simulated in one, and no message through a port arrives during a test,
// because a test awaits only microtasks.

let hub: Hub;
let main: SharedState;

beforeEach(() => {
  hub = new Hub(fail);
  main = new SharedState(hub.peer);
});
afterEach(() => hub.peer.dispose());

function fail(error: unknown): void {
  throw error;
}

interface Worker {
  readonly part: SharedState;
  /** Makes the hub lose the worker. */
  readonly leave: () => void;
}

function join(index: number): Worker {
  let hubMethods: Receiver | undefined;
  const toHub: Send<PeerToHub> = (name, args) => deliver([hubMethods!], name, args);
  const peer = new Peer(toHub, fail);
  const toPeer: Send<HubToPeer> = (name, args) => {
    if (name === 'beginSession') hubMethods = hub.methodsFor((args as unknown as [SessionStart])[0].thread);
    deliver(peer.receivers, name, args);
  };
  const thread = hub.join(index, toPeer);
  const leave = (): void => {
    hub.leave(thread);
    peer.close();
  };
  return { part: new SharedState(peer), leave };
}

test.each(['all', 'newest'] as const)(
  'values with the retention %s that a lost worker has sent reach a busy subscriber, and are not retained',
  async (retention) => {
    const [publisher, subscriber] = [join(0), join(1)];
    const got: unknown[] = [];
    subscriber.part.subscribe('news', (value) => got.push(value));
    for (const value of [1, 2]) {
      publisher.part.publish('news', value, { retention });
      await Promise.resolve();
    }
    publisher.leave();
    expect(got).toEqual([]); // not within the call that loses the worker
    await Promise.resolve();
    expect(got).toEqual([1, 2]);
    const late: unknown[] = [];
    subscriber.part.subscribe('news', (value) => late.push(value));
    await Promise.resolve();
    expect(late).toEqual([]);
    subscriber.leave();
  },
);

test.each([1, 'main'] as const)(
  'an entity whose state a lost worker has sent to %s arrives there and is not reported as lost',
  async (to) => {
    const [sender, receiver] = [join(0), join(1)];
    const adopted: unknown[] = [];
    const died: unknown[] = [];
    const host = {
      release: () => 'state',
      adopt: (id: number, state: string) => void adopted.push([id, state]),
      apply: () => {},
      died: (ids: readonly number[]) => died.push(...ids),
    };
    const [things] = [sender.part, receiver.part, main].map((part) =>
      part.entities<string, never>('things', host),
    );
    things!.own(7);
    things!.migrate(7, to);
    await Promise.resolve();
    expect(things!.has(7)).toBe(false);
    sender.leave();
    expect([adopted, died]).toEqual([[[7, 'state']], []]);
    receiver.leave();
  },
);

test('no further message of a lost worker is read after a callback has ended the session', async () => {
  const sender = join(0);
  const calls: number[] = [];
  const host = {
    release: () => 'state',
    adopt(id: number) {
      calls.push(id);
      hub.peer.close();
    },
    apply: () => {},
  };
  const [things] = [sender.part, main].map((part) => part.entities<string, never>('things', host));
  for (const id of [1, 2]) {
    things!.own(id);
    things!.migrate(id, 'main');
  }
  await Promise.resolve();
  sender.leave();
  expect(calls).toEqual([1]);
});

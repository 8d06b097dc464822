import { afterEach, describe, expect, test, vi } from 'vitest';
import { blocked, busy, LateThread, throttled } from '../../../late-thread.test.setup.ts';
import type { LatencyController } from '../control/latency-controller.ts';
import { minBuf } from '../control/min-buf.ts';
import { paceA } from '../control/pace-a.ts';
import { costOfStream } from '../memory/memory-cost.ts';
import type { Message } from '../sender/message.ts';
import type { Stream } from '../stream/stream.ts';
import { LatePair, type Threads } from './late-pair.test.setup.ts';
import type { Session } from './session.ts';

// The guarantees of sessions, in threads that are busy, hidden or asleep, and with several features in use.

afterEach(() => void vi.unstubAllGlobals());

const hour = 3_600_000;

interface Condition {
  readonly threads: () => Threads;
  /** Maximum delay that the threads add to a round trip, in ms. */
  readonly lateness: number;
  /** Whether a thread loses connections by itself, because it is asleep for longer than the peer waits. */
  readonly sleeps?: boolean;
}

const free = (): LateThread => new LateThread();

const conditions: Readonly<Record<string, Condition>> = {
  'free threads': { threads: () => ({ client: free(), server: free() }), lateness: 0 },
  'a client that is busy 40 of 50 ms': {
    threads: () => ({ client: busy(40, 50), server: free() }),
    lateness: 40,
  },
  'a server that is busy 40 of 50 ms': {
    threads: () => ({ client: free(), server: busy(40, 50) }),
    lateness: 40,
  },
  'threads that are busy 40 of 50 ms': {
    threads: () => ({ client: busy(40, 50), server: busy(40, 50) }),
    lateness: 80,
  },
  'a hidden page whose timers fire once per second': {
    threads: () => ({ client: throttled(1000), server: free(), isHidden: true }),
    lateness: 1000,
  },
  'a hidden page whose timers fire once per minute': {
    threads: () => ({ client: throttled(60_000), server: free(), isHidden: true }),
    lateness: 60_000,
  },
  'a client whose clock jumps by an hour': {
    threads: () => ({ client: blocked(2000, 2000 + hour), server: free() }),
    lateness: hour,
    sleeps: true,
  },
  'clocks that jump by an hour': {
    threads: () => ({ client: blocked(2000, 2000 + hour), server: blocked(2000, 2000 + hour) }),
    lateness: hour,
    sleeps: true,
  },
};

interface Features {
  readonly controller: () => LatencyController;
  readonly connections: number;
  readonly withStreams: boolean;
}

const features: Readonly<Record<string, Features>> = {
  'paceA and a standby': { controller: paceA, connections: 2, withStreams: false },
  'streams, paceA and a standby': { controller: paceA, connections: 2, withStreams: true },
  'streams, minBuf and a standby': { controller: minBuf(1, 3), connections: 2, withStreams: true },
  'streams, paceA and one connection': { controller: paceA, connections: 1, withStreams: true },
};

const link = { delay: 10, rate: 1000 };
const both = ['client', 'server'] as const;

/** Messages from one endpoint to the other one, in their order. */
class MessageFlow {
  readonly sent: Message[] = [];
  readonly got: Record<string, number[]> = {};
  #from: Session;
  #streams: (Session | Stream)[];

  constructor(from: Session, to: Session, withStreams: boolean) {
    this.#from = from;
    const streams = withStreams ? [from.stream({ label: 'a' }), from.stream({ label: 'b', weight: 3 })] : [];
    this.#streams = [from, ...streams];
    to.onMessage((data) => this.#note('', data.length));
    to.onStream((stream) => stream.onMessage((data) => this.#note(stream.label, data.length)));
  }

  send(i: number): void {
    for (const by of this.#streams) this.sent.push(by.send(new Uint8Array(1 + i)));
    this.#from.latest('key', 'x', { priority: 1, expiresIn: 50 }).cancel();
  }

  /** Undelivered messages, and for each stream the sizes of the messages that arrived. */
  get outcome(): readonly [undelivered: Message[], sizes: number[][]] {
    return [this.sent.filter(({ status }) => status !== 'delivered'), Object.values(this.got)];
  }

  #note(stream: string, size: number): void {
    (this.got[stream] ??= []).push(size);
  }
}

/** Sends `count` messages in each direction, one each 20 ms. User events and messages wake threads, timers do not. */
function sendAll(pair: LatePair, flows: readonly MessageFlow[], count: number, from: number): void {
  const send = (i: number): void => {
    if (i === count) return;
    for (const [n, role] of both.entries()) pair.at(pair.now, role, () => flows[n]!.send(i));
    pair.onNetwork(pair.now + 20, () => send(i + 1));
  };
  pair.onNetwork(from, () => send(0));
}

const cases = Object.keys(conditions).flatMap((condition) =>
  Object.keys(features).map((feature) => [condition, feature] as const),
);

describe.each(cases)('with %s, %s:', (condition, feature) => {
  const { lateness, sleeps = false, threads } = conditions[condition]!;
  const { connections, controller, withStreams } = features[feature]!;

  /** The expected sizes of `count` messages by each stream. */
  const delivered = (count: number): unknown => {
    const sizes = Array.from({ length: count }, (_, i) => 1 + i);
    return [[], withStreams ? [sizes, sizes, sizes] : [sizes]];
  };

  function start(): { pair: LatePair; flows: readonly MessageFlow[] } {
    const pair = new LatePair(threads(), controller, { ...link, connections });
    const { client, server } = pair;
    return {
      pair,
      flows: [new MessageFlow(client, server, withStreams), new MessageFlow(server, client, withStreams)],
    };
  }

  test('messages arrive once and in order while connections stall and die', () => {
    const { pair, flows } = start();
    sendAll(pair, flows, 150, 1000);
    pair.onNetwork(1500, () => pair.links.at(-1)!.stall(pair.now + 1000));
    pair.onNetwork(2000, () => pair.links[0]!.stall(Infinity));
    pair.onNetwork(2800, () => pair.links.at(-1)!.kill(0, 300));
    pair.onNetwork(3200, () => pair.links.at(-2)?.kill(100, 0));
    pair.pass(5000 + 5 * (lateness + 20_000));
    for (const { outcome } of flows) expect(outcome).toEqual(delivered(150));
    for (const { endpoint, queued } of [pair.client, pair.server])
      expect([endpoint.isClosed, endpoint.held, queued]).toEqual([
        false,
        withStreams ? 2 * (costOfStream + 2) : 0, // their labels have one character
        0,
      ]);
    expect(pair.errors).toEqual([]);
  });

  test('working connections are kept, whether they are idle or not', () => {
    const { pair, flows } = start();
    sendAll(pair, flows, 50, 20_000 + (sleeps ? lateness : 0));
    pair.pass(60_000 + 2 * lateness);
    for (const { outcome } of flows) expect(outcome).toEqual(delivered(50));
    if (sleeps) return;
    expect([pair.client.statistics.failovers, pair.server.statistics.failovers]).toEqual([0, 0]);
    expect(pair.links).toHaveLength(connections);
  });

  test('close ends the session at both endpoints, also if a connection is dead', async () => {
    for (const isDead of [false, true])
      for (const role of both) {
        const { pair, flows } = start();
        sendAll(pair, flows, 20, 1000);
        pair.pass(1300);
        if (isDead) pair.links[0]!.stall(Infinity);
        pair.at(pair.now, role, () => void pair[role].close({ timeout: 60_000 + 3 * lateness }));
        pair.pass(30_000 + 5 * lateness);
        for (const { closed, endpoint } of [pair.client, pair.server]) {
          expect(endpoint.isClosed).toBe(true);
          if (!sleeps) expect((await closed).code).toBe(1000);
        }
      }
  });

  test('close ends the session after its timeout if nothing arrives', async () => {
    const { pair, flows } = start();
    pair.pass(1000);
    for (const one of pair.links) one.stall(Infinity);
    pair.onNetwork(1500, () => pair.links.at(-1)!.stall(Infinity));
    for (const flow of flows) flow.send(1);
    void pair.client.close({ timeout: 2000 });
    pair.onNetwork(pair.now + 100, () => pair.links.forEach((one) => one.stall(Infinity)));
    pair.pass(2200 + 2 * lateness); // a timer for the deadline, and one for its grace period
    expect(pair.client.endpoint.isClosed).toBe(true);
    if (!sleeps) expect((await pair.client.closed).code).toBe(4507);
  });

  test('unread messages take at most the receive windows', async () => {
    const pair = new LatePair(threads(), controller, { ...link, connections });
    pair.pass(1000);
    const unread = [pair.client, ...(withStreams ? [pair.client.stream(), pair.client.stream()] : [])];
    for (const by of unread) for (let i = 0; i < 25; i++) by.send(new Uint8Array(50_000));
    pair.pass(20_000 + 2 * lateness);
    expect(pair.server.endpoint.held).toBeLessThanOrEqual(2 * 2 ** 20); // unread, and incomplete
    expect(pair.server.endpoint.held).toBeGreaterThan(2 ** 19);
    pair.server.onMessage(() => {});
    pair.server.onStream((stream) => stream.onMessage(() => {}));
    for (let i = 0; i < 2; i++) await Promise.resolve(); // the streams, then their messages
    pair.pass(60_000 + 2 * lateness);
    expect(pair.client.queued).toBe(0);
    expect(pair.server.endpoint.held).toBe(withStreams ? 2 * costOfStream : 0);
  });

  test.runIf(connections > 1 && !sleeps)('a connection that stalls is replaced in time', () => {
    for (const sender of both) {
      const { pair, flows } = start();
      const flow = flows[both.indexOf(sender)]!;
      const send = (): void => {
        pair.at(pair.now, sender, () => flow.send(0));
        pair.onNetwork(pair.now + 50, send);
      };
      send();
      pair.pass(3000 + lateness);
      pair.links[0]!.stall(Infinity);
      pair.pass(350 + lateness);
      expect(pair[sender].statistics.failovers).toBe(1);
    }
  });
});

import { setImmediate as settle } from 'node:timers/promises';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { Code, messageOf } from '../transport/message-format.ts';
import { deliver, type Receiver } from '../transport/remote-methods.ts';
import { Hub } from './hub.ts';
import type { Entities } from '../entities/entities.ts';
import { SharedState } from './shared-state.ts';
import type { ThreadIndex } from './thread-index.ts';
import { Peer } from './peer.ts';

// A thread with a small stack may be unable to read a message that another thread could send. The
// whole content of the message is lost.

/** Stands for a value that is nested too deeply for the other thread. */
const TOO_DEEP = 'too deep to be read';

/** A simulated port. The other port of its channel cannot read messages that contain `TOO_DEEP`. */
class NarrowPort {
  peer: NarrowPort | undefined;
  onmessage: ((event: { data: unknown }) => void) | undefined;
  onmessageerror: (() => void) | undefined;

  postMessage(message: unknown): void {
    const { peer } = this;
    const data = structuredClone(message);
    queueMicrotask(() => {
      if (JSON.stringify(data).includes(TOO_DEEP)) peer?.onmessageerror?.();
      else peer?.onmessage?.({ data });
    });
  }

  close(): void {
    if (this.peer !== undefined) this.peer.peer = undefined;
    this.peer = undefined;
  }
}

let ports: NarrowPort[]; // of each channel, the port of the thread that started first

function openChannel(): MessageChannel {
  const [port1, port2] = [new NarrowPort(), new NarrowPort()];
  ports.push(port1);
  port1.peer = port2;
  port2.peer = port1;
  return { port1, port2 } as unknown as MessageChannel;
}

/** A thread's access to the shared state, and its entities. */
interface Thread {
  readonly part: SharedState;
  readonly things: Entities<string, string>;
  readonly states: Map<number, string>;
  readonly died: number[];
}

let hub: Hub;
let main: Thread;
let lost: string[];
let errors: unknown[];

beforeEach(() => {
  ports = [];
  lost = [];
  errors = [];
  hub = new Hub((error) => errors.push(error), openChannel);
  main = threadOf(hub.peer);
});

afterEach(() => {
  hub.peer.close();
  if (errors.length > 0) throw new Error(errors.map(String).join(', '));
});

function threadOf(peer: Peer): Thread {
  const part = new SharedState(peer);
  const states = new Map<number, string>();
  const died: number[] = [];
  const things = part.entities<string, string>('things', {
    release(id) {
      const state = states.get(id)!;
      states.delete(id);
      return state;
    },
    adopt: (id, state) => states.set(id, state),
    apply: (id, what) => states.set(id, `${states.get(id)} ${what}`),
    died: (ids) => died.push(...ids),
  });
  return { part, things, states, died };
}

/**
 * Starts a worker. It is lost if another worker reports an unreadable message of it, or if a
 * message between the hub and this worker cannot be read. In the first case `end` is called with a
 * function that completes the loss.
 */
function start(place: ThreadIndex, end: (lose: () => void) => void = (lose) => lose()): Thread {
  let isLost = false;
  const lose = (reason: string): void => {
    lost.push(`worker ${place}: ${reason}`);
    isLost = true;
    hub.leave(index);
    peer.close();
  };
  const carry = (
    args: readonly unknown[],
    receivers: () => readonly Receiver[],
    name: string,
    problem: string,
  ): void =>
    queueMicrotask(() => {
      if (isLost) return;
      if (name !== 'link' && JSON.stringify(args).includes(TOO_DEEP)) lose(problem);
      else deliver(receivers(), name, args);
    });
  const peer = new Peer(
    (name, args) => carry(args, () => [hub.methodsFor(index)], name, 'it sent a message that cannot be read'),
    (error) => errors.push(error),
  );
  const index = hub.join(
    place,
    (name, args) => carry(args, () => peer.receivers, name, 'it could not read a message'),
    ({ message }) => end(() => lose(message)),
  );
  return threadOf(peer);
}

/** An entity of a thread. */
function create({ part, states, things }: Thread, state = 'new'): number {
  const id = part.nextId();
  states.set(id, state);
  things.own(id);
  return id;
}

function hear({ part }: Thread, ...topics: string[]): unknown[] {
  const values: unknown[] = [];
  for (const topic of topics) part.subscribe(topic, (value) => values.push(value));
  return values;
}

test('a worker is lost if it publishes a value that another thread cannot read, and values of other threads arrive', async () => {
  const [first, second] = [start(0), start(1)];
  await settle();
  const values = hear(main, 'news');
  const deep = hear(second, 'deep');
  await settle();
  first.part.publish('deep', 'shallow');
  await settle();
  first.part.publish('deep', TOO_DEEP);
  await settle();
  expect([lost, deep]).toEqual([['worker 0: it sent worker 1 a message that cannot be read'], ['shallow']]);
  const received = hear(second, 'more');
  second.part.publish('news', 'of worker 1');
  await settle();
  main.part.publish('more', 'of main');
  await settle();
  expect([values, received]).toEqual([['of worker 1'], ['of main']]);
});

test('the reader ignores messages after one that it could not read, until the sender has ended', async () => {
  let end!: () => void;
  const [first, second] = [start(0, (lose) => (end = lose)), start(1)];
  await settle();
  const values = hear(second, 'deep');
  for (const value of ['before', TOO_DEEP, 'behind', TOO_DEEP, 'last']) {
    first.part.publish('deep', value, { retention: 'all' });
    await settle();
  }
  end();
  await settle();
  expect(values).toEqual(['before']);
  expect(lost).toEqual(['worker 0: it sent worker 1 a message that cannot be read']);
});

test('a worker is lost if it sends a damaged message, but a call of an unknown method is only reported', async () => {
  start(0);
  start(1);
  await settle();
  const port = ports[0]!;
  port.postMessage(messageOf([Code.call, 0], ['nobody']));
  await settle();
  expect([lost, errors.splice(0).map(String)]).toEqual([[], ['TypeError: no method nobody in this thread']]);
  port.postMessage(messageOf([Code.call], []));
  await settle();
  expect(lost).toEqual(['worker 0: it sent worker 1 a message that cannot be read']);
});

test('an unreadable mutation is lost with its sender, and later mutations of the replacement and of other threads are applied', async () => {
  const [first, second] = [start(0), start(1)];
  const id = create(main);
  await settle();
  first.things.mutate(id, 'first');
  await settle();
  first.things.mutate(id, TOO_DEEP);
  await settle();
  expect(lost).toEqual(['worker 0: it sent a message that cannot be read']);
  const replacement = start(0);
  await settle();
  second.things.mutate(id, 'second');
  replacement.things.mutate(id, 'third');
  await settle();
  expect(main.states.get(id)).toBe('new first second third');
  main.things.migrate(id, 1);
  await settle();
  replacement.things.mutate(id, 'fourth');
  await settle();
  expect(second.states.get(id)).toBe('new first second third fourth');
});

test('an entity with an unreadable state is lost with the worker that has sent it, and all threads are told', async () => {
  const [first, second] = [start(0), start(1)];
  await settle();
  const [id, other] = [create(first, TOO_DEEP), create(second)];
  await settle();
  main.things.migrate(id, 1);
  main.things.mutate(id, 'never');
  await settle();
  expect(lost).toEqual(['worker 0: it sent worker 1 a message that cannot be read']);
  expect([main.died, second.died]).toEqual([[id], [id]]);
  main.things.migrate(other, 'main');
  await settle();
  expect(main.states.get(other)).toBe('new');
});

test('a worker that cannot read an entity of the main thread is lost, and the entity stays', async () => {
  const first = start(0);
  const id = create(main, TOO_DEEP);
  await settle();
  first.things.migrate(id, 0);
  await settle();
  expect(lost).toEqual(['worker 0: it could not read a message']);
  expect([main.things.has(id), main.states.get(id), main.died]).toEqual([true, TOO_DEEP, []]);
  main.things.mutate(id, 'later');
  expect(main.states.get(id)).toBe(`${TOO_DEEP} later`);
});

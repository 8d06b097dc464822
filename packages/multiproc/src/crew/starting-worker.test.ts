import { EventLoop } from '@doha/loop';
import { VirtualHost } from '@doha/loop/virtual';
import { beforeEach, expect, test } from 'vitest';
import type { Endpoint } from '../channel/endpoint.ts';
import { Code, type Envelope, type EnvelopeRecord, envelopeOf, recordsOf } from '../channel/envelope.ts';
import { Crew } from './crew.ts';
import { Joined } from './join.ts';
import type { Member } from './member.ts';
import { RemoteTask } from './remote-task.ts';

// A worker that has said hello, and has not yet told which topics its module has subscribed.

let crew: Crew;
let member: Member;
let joined: Joined;
let received: EnvelopeRecord[];
let refused: unknown[];

beforeEach(() => {
  [received, refused] = [[], []];
  crew = new Crew({
    window: 8,
    loop: new EventLoop({ host: new VirtualHost() }),
    atEndOfTurn: queueMicrotask,
    afterMessages: (callback) => callback(),
    replace: () => new Promise(() => {}),
    startLimit: 1000,
    sharesMemory: false,
    attach: () => ({ receivers: [], refused: ([name]) => refused.push(name), detach: () => {} }),
    onError: () => {},
  });
  const endpoint: Endpoint = {
    post(message, transfer) {
      const copy = structuredClone(message, { transfer: [...transfer] }) as Envelope;
      received.push(...recordsOf(copy));
    },
    listen: () => {},
    close: async () => {},
  };
  joined = new Joined(endpoint, ['read']);
  void crew.enlist(0, joined);
  member = crew.members.get(0)!;
});

function call(...args: readonly unknown[]): RemoteTask {
  const task = new RemoteTask({ owner: crew, name: 'read' }, args, {}, true);
  void task.result.catch(() => {});
  crew.call(0, task);
  return task;
}

/** The worker tells that its module has subscribed a topic, so it gets the retained value, and answers. */
function answer(): void {
  member.tell('value', ['newest', 7]);
  joined.hear((to) => to.message(envelopeOf([Code.pong], [])));
}

/** What each received record holds, by its code. */
function content(): readonly (readonly [code: number | undefined, values: readonly unknown[]])[] {
  return received.map(({ values, words: [code] }) => [code, values]);
}

test('gets no task and no call before its retained values, although a call has objects as arguments', async () => {
  const task = new RemoteTask({ owner: crew, name: 'read' }, [1], {}, true);
  crew.submit(task);
  await Promise.resolve();
  call(2);
  const place = { x: 3 };
  call(place);
  await Promise.resolve();
  place.x = 4;
  expect(content()).toEqual([[Code.ping, []]]);
  answer();
  expect(content()).toEqual([
    [Code.ping, []],
    [Code.run, [1]],
    [Code.run, [2]],
    [Code.run, [{ x: 3 }]],
    [Code.telegram, ['value', 'newest', 7]],
  ]);
});

test('gets its retained values before its first task, although another task cannot be copied', async () => {
  const tasks = [1, () => {}].map((arg) => new RemoteTask({ owner: crew, name: 'read' }, [arg], {}, true));
  for (const task of tasks) crew.submit(task);
  void tasks[1]!.result.catch(() => {});
  await Promise.resolve();
  answer();
  expect(content()).toEqual([
    [Code.ping, []],
    [Code.telegram, ['value', 'newest', 7]],
    [Code.run, [1]],
  ]);
});

test('gets no task before its answer, although an entity or a mutation with objects is sent to it', async () => {
  call(1);
  const state = { bytes: new Uint8Array([5]), x: 3 };
  member.tellNow('take', [state], [state.bytes.buffer]);
  state.x = 4;
  expect([content(), state.bytes.length]).toEqual([[[Code.ping, []]], 0]);
  answer();
  expect(content().slice(1, 3)).toEqual([
    [Code.run, [1]],
    [Code.telegram, ['take', { bytes: new Uint8Array([5]), x: 3 }]],
  ]);
});

test('an argument that cannot be copied fails its call at once, and a message is refused at once', async () => {
  const bad = { run() {} };
  const other = call(1);
  await expect(call(bad).result).rejects.toHaveProperty('name', 'DataCloneError');
  member.tellNow('mutate', [bad]);
  expect(refused).toEqual(['mutate']);
  answer();
  expect(content()).toHaveLength(3);
  expect(other.status).toBe('sent');
});

test('a call whose argument ends the worker while it is copied fails with the loss of the worker', async () => {
  const ends = {
    get x(): number {
      crew.lose(member, new Error('ended by a getter'));
      return 1;
    },
  };
  await expect(call(ends).result).rejects.toThrow('worker 0 was lost: ended by a getter');
});

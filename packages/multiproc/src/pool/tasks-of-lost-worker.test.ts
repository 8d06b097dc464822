import { setImmediate } from 'node:timers/promises';
import { EventLoop } from '@doha/loop';
import { VirtualHost } from '@doha/loop/virtual';
import { beforeEach, expect, test } from 'vitest';
import type { EndpointListener } from '../transport/endpoint.ts';
import { Code, type Envelope, envelopeOf, NONE, recordsOf } from '../transport/envelope.ts';
import { packThrown } from '../transport/thrown.ts';
import { Crew } from './crew.ts';
import { Delegate } from '../task/delegate.ts';
import { Joined } from './join.ts';
import type { RemoteTask } from '../task/remote-task.ts';

/** A worker that does nothing by itself. */
interface Peer {
  readonly delegate: Delegate;
  /** Telegrams that it was sent. */
  readonly told: unknown[];
  /** Ids and first arguments of the tasks that it was sent. */
  readonly runs: () => [id: number, name: unknown][];
  readonly cancels: () => number[];
  readonly send: (envelope: Envelope) => void;
  readonly lose: () => void;
}

let crew: Crew;
let errors: [error: unknown, task: RemoteTask | undefined][];
let attached: { delegate: Delegate; told: unknown[] };

beforeEach(() => {
  errors = [];
  crew = new Crew({
    window: 1,
    loop: new EventLoop({ host: new VirtualHost() }),
    atEndOfTurn: queueMicrotask,
    replace: () => new Promise(() => {}),
    startLimit: 1000,
    sharesMemory: false,
    onError: (error, task) => errors.push([error, task]),
    attach(member) {
      const told: unknown[] = [];
      const delegate = new Delegate(crew, member, (...message) => told.push(message));
      attached = { delegate, told };
      return { receivers: [], detach: () => delegate.close() };
    },
  });
});

function hire(index: number): Peer {
  const posted: Envelope[] = [];
  const joined = new Joined(
    { post: (message) => void posted.push(message as Envelope), listen: () => {}, close: async () => {} },
    ['work'],
  );
  void crew.enlist(index, joined);
  const listener: EndpointListener = {
    message: (message) => joined.hear((to) => to.message(message as Envelope)),
    lost: (reason) => joined.hear((to) => to.lost(reason)),
  };
  listener.message(envelopeOf([Code.pong], [])); // it has started
  const records = (code: number) =>
    posted.flatMap((envelope) => recordsOf(envelope)).filter(({ words }) => words[0] === code);
  return {
    ...attached,
    runs: () => records(Code.run).map(({ values, words }) => [words[1]!, values[0]]),
    cancels: () => records(Code.cancel).map(({ words }) => words[1]!),
    send: (envelope) => listener.message(envelope),
    lose: () => listener.lost(new Error('on purpose')),
  };
}

function submit({ delegate }: Peer, id: number, isWanted: boolean): void {
  delegate.submit(id, 'work', [id], {}, isWanted, NONE);
}

test('of the tasks that a lost worker had submitted, posted ones run and those with a result are cancelled', async () => {
  const [lost, other] = [hire(0), hire(1)];
  for (let id = 0; id < 4; id++) submit(lost, id, id % 2 === 0);
  lost.lose();
  for (let step = 0; step < 4; step++) {
    await setImmediate();
    other.send(envelopeOf([Code.ended, 0], []));
  }
  await setImmediate();
  expect(other.runs().map(([, name]) => name)).toEqual([1, 3]);
  expect(crew.scheduler.waiting).toBe(0);
  crew.dispose();
});

test('one with a result that another worker has is cancelled there, and a posted one is not', async () => {
  const [lost, other, third] = [hire(0), hire(1), hire(2)];
  crew.scheduler.active = 3;
  submit(lost, 0, true);
  submit(lost, 1, false);
  submit(lost, 2, true);
  await setImmediate();
  const has = [lost, other, third].map((peer) => peer.runs().map(([, name]) => name));
  expect(new Set(has.flat())).toEqual(new Set([0, 1, 2]));
  lost.lose();
  await setImmediate();
  const dropped = [other, third].flatMap((peer) => {
    const names = new Map(peer.runs());
    return peer.cancels().map((id) => names.get(id));
  });
  const wanted = [...has[1]!, ...has[2]!].filter((name) => name !== 1);
  expect(dropped).toEqual(wanted);
  crew.dispose();
});

test.each([
  ['goes on', false],
  ['is lost', true],
])('the failure of a posted task is reported once if its worker %s', async (_, isLost) => {
  const [submitter, other] = [hire(0), hire(1)];
  crew.scheduler.active = 2;
  submit(submitter, 0, false);
  submit(submitter, 1, false);
  if (isLost) submitter.lose();
  await setImmediate();
  const runner = [other, submitter].find((peer) => peer.runs().length > 0);
  errors.length = 0;
  runner!.send(envelopeOf([Code.failed, 0], [packThrown(new RangeError('on purpose'))]));
  await setImmediate();
  expect(errors.map(([error, task]) => [String(error), task?.status])).toEqual([
    ['RangeError: on purpose', 'failed'],
  ]);
  expect(JSON.stringify(submitter.told)).not.toContain('failed');
  crew.dispose();
});

test('posted tasks of a lost worker that wait when the pool is disposed of are not reported', async () => {
  const lost = hire(0);
  submit(lost, 0, false);
  lost.lose();
  errors.length = 0;
  crew.dispose();
  await setImmediate();
  expect(errors).toEqual([]);
});

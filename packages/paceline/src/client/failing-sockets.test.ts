import { expect, test } from 'vitest';
import type { ConnectionChange } from '../session/session.ts';
import { closeCode } from '../wire/close-code.ts';
import { Bench, type FakeSocket } from './bench.test.setup.ts';

// The class of the sockets is given by the application, and may throw at any time.

const broken = new Error('of the class');

/** From now on a member of a socket throws. */
function breakMember(socket: FakeSocket, member: keyof FakeSocket): void {
  Object.defineProperty(socket, member, {
    get() {
      throw broken;
    },
    set() {},
  });
}

const members = ['send', 'close', 'readyState', 'bufferedAmount'] as const;

test.each(members)('a session whose socket throws in %s can be terminated', async (member) => {
  const bench = new Bench();
  const session = await bench.connected({ standbys: 0 });
  breakMember(bench.last, member);
  const message = session.send('x');
  session.terminate();
  expect(await session.closed).toEqual({ code: closeCode.terminated, reason: '' });
  bench.pass(60_000);
  await Promise.resolve();
  expect(message.status).toBe('lost');
  expect(bench.sockets).toHaveLength(1);
  expect(new Set(bench.errors)).toEqual(new Set(member === 'bufferedAmount' ? [] : [broken]));
});

test.each(members)('close resolves after its timeout if the socket throws in %s', async (member) => {
  const bench = new Bench();
  const session = await bench.connected({ standbys: 0 });
  breakMember(bench.last, member);
  session.send('x');
  const closed = session.close({ timeout: 300 });
  bench.pass(20_000);
  expect((await closed).code).toBe(closeCode.timeout);
  await Promise.resolve();
  expect(new Set(bench.errors)).toEqual(new Set([broken]));
});

test.each(['send', 'readyState', 'bufferedAmount'] as const)(
  'a socket that throws in %s is replaced, and its messages are sent again',
  async (member) => {
    const bench = new Bench();
    const session = await bench.connected({ standbys: 0 });
    const changes: ConnectionChange[] = [];
    session.onConnectionChange((change) => changes.push(change));
    const [first] = bench.sockets as [FakeSocket];
    breakMember(first, member);
    const message = session.send('x');
    bench.pass(10);
    await Promise.resolve();
    bench.pass(10);
    expect([bench.errors, changes, first.closedWith]).toEqual([
      [broken],
      ['disconnected'],
      closeCode.timeout,
    ]);
    first.end(1000);
    bench.last.letIn();
    bench.last.resume();
    bench.pass(10);
    expect(bench.sockets).toHaveLength(2);
    expect(changes).toEqual(['disconnected', 'resumed']);
    expect([message.status, bench.last.sent.length]).toEqual(['sent', 3]);
  },
);

test('connect rejects with the error of the first call of send', async () => {
  const bench = new Bench();
  const connecting = bench.connect();
  breakMember(bench.last, 'send');
  bench.last.open();
  await expect(connecting).rejects.toBe(broken);
  expect(bench.errors).toEqual([]);
});

test('connect rejects with the reason of its signal although close throws', async () => {
  const bench = new Bench();
  const aborting = new AbortController();
  const connecting = bench.connect({ signal: aborting.signal });
  breakMember(bench.last, 'close');
  aborting.abort(new Error('aborted'));
  await expect(connecting).rejects.toThrow('aborted');
  expect(bench.errors).toEqual([broken]);
});

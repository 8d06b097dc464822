import { expect, test } from 'vitest';
import type { ConnectionChange } from '../session/session.ts';
import { closeCode } from '../wire/close-code.ts';
import { TestClient, type FakeSocket } from './test-client.test.setup.ts';

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
  const client = new TestClient();
  const session = await client.connected({ standbys: 0 });
  breakMember(client.last, member);
  const message = session.send('x');
  session.terminate();
  expect(await session.closed).toEqual({ code: closeCode.terminated, reason: '' });
  client.pass(60_000);
  await Promise.resolve();
  expect(message.status).toBe('lost');
  expect(client.sockets).toHaveLength(1);
  expect(new Set(client.errors)).toEqual(new Set(member === 'bufferedAmount' ? [] : [broken]));
});

test.each(members)('close resolves after its timeout if the socket throws in %s', async (member) => {
  const client = new TestClient();
  const session = await client.connected({ standbys: 0 });
  breakMember(client.last, member);
  session.send('x');
  const closed = session.close({ timeout: 300 });
  client.pass(20_000);
  expect((await closed).code).toBe(closeCode.timeout);
  await Promise.resolve();
  expect(new Set(client.errors)).toEqual(new Set([broken]));
});

test.each(['send', 'readyState', 'bufferedAmount'] as const)(
  'a socket that throws in %s is replaced, and its messages are sent again',
  async (member) => {
    const client = new TestClient();
    const session = await client.connected({ standbys: 0 });
    const changes: ConnectionChange[] = [];
    session.onConnectionChange((change) => changes.push(change));
    const [first] = client.sockets as [FakeSocket];
    breakMember(first, member);
    const message = session.send('x');
    client.pass(10);
    await Promise.resolve();
    client.pass(10);
    expect([client.errors, changes, first.closedWith]).toEqual([
      [broken],
      ['disconnected'],
      closeCode.timeout,
    ]);
    first.end(1000);
    client.last.accept();
    client.last.resume();
    client.pass(10);
    expect(client.sockets).toHaveLength(2);
    expect(changes).toEqual(['disconnected', 'resumed']);
    expect([message.status, client.last.sent.length]).toEqual(['sent', 3]);
  },
);

test('connect rejects with the error of the first call of send', async () => {
  const client = new TestClient();
  const connecting = client.connect();
  breakMember(client.last, 'send');
  client.last.open();
  await expect(connecting).rejects.toBe(broken);
  expect(client.errors).toEqual([]);
});

test('connect rejects with the reason of its signal although close throws', async () => {
  const client = new TestClient();
  const aborting = new AbortController();
  const connecting = client.connect({ signal: aborting.signal });
  breakMember(client.last, 'close');
  aborting.abort(new Error('aborted'));
  await expect(connecting).rejects.toThrow('aborted');
  expect(client.errors).toEqual([broken]);
});

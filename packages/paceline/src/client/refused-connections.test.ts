import { expect, test } from 'vitest';
import { TestClient } from './test-client.test.setup.ts';

test.each([4502, 4504, 4505, 4506, 1000])(
  'a standby that is refused with %s is tried again later, and the session goes on',
  async (code) => {
    const client = new TestClient();
    const connecting = client.connect();
    client.last.accept();
    const session = await connecting;
    expect(client.sockets).toHaveLength(2);
    client.last.end(code, 'refused');
    expect(client.sockets).toHaveLength(2);
    client.pass(100);
    expect(client.sockets).toHaveLength(3);
    client.last.accept();
    expect([session.isConnected, session.endpoint.channels.size]).toEqual([true, 2]);
  },
);

test.each([4505, 4506, 1001])(
  'a client without a connection that is refused with %s tries again until resumeTimeout is over',
  async (code) => {
    const client = new TestClient();
    const session = await client.connected({ standbys: 0, resumeTimeout: 1000 });
    client.last.end(1006);
    client.refuse(code, 900);
    expect(session.endpoint.isClosed).toBe(false);
    expect(client.sockets.length).toBeGreaterThan(3);
    client.refuse(code, 200);
    expect(await session.closed).toEqual({ code, reason: 'refused' });
  },
);

test.each([4500, 4502, 4504])('a refusal with %s ends a session without a connection', async (code) => {
  const client = new TestClient();
  const session = await client.connected({ standbys: 0 });
  client.last.end(1006);
  client.last.end(code, 'refused');
  expect(await session.closed).toEqual({ code, reason: 'refused' });
  expect(client.sockets).toHaveLength(2);
});

test('an earlier refusal of a standby is not the reason of the end if later no connection can be made', async () => {
  const client = new TestClient();
  const session = await client.connected({ resumeTimeout: 1000 });
  client.sockets[1]!.end(1006);
  client.last.end(4506, 'tooMany');
  client.sockets[0]!.end(1006);
  client.refuse(1006, 1100);
  expect(await session.closed).toMatchObject({ code: 4507 });
});

test('a session whose server went away ends with goingAway if no other server admits it in time', async () => {
  const client = new TestClient();
  const session = await client.connected({ resumeTimeout: 1000 });
  for (const socket of client.sockets.slice()) socket.end(1001, 'the server goes away');
  client.refuse(4505, 1100);
  expect(await session.closed).toEqual({ code: 1001, reason: 'the server goes away' });
});

test('a session resumes after a proxy has closed all of its connections with the code 1000', async () => {
  const client = new TestClient();
  const session = await client.connected();
  for (const socket of client.sockets.slice()) socket.end(1000);
  expect(session.isConnected).toBe(false);
  client.last.end(1000);
  client.pass(100);
  client.last.accept();
  expect(session.isConnected).toBe(true);
});

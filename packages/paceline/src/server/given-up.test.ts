import { EventLoop } from '@doha/loop';
import { VirtualHost } from '@doha/loop/virtual';
import { expect, test } from 'vitest';
import { WebSocket } from 'ws';
import type { ConnectOptions } from '../client/paceline.ts';
import type { ConnectionChange, Session } from '../session/session.ts';
import { closeCode } from '../wire/close-code.ts';
import { connect, serve, until } from './server.test.setup.ts';

// Clients that give up because the server hello for their last connection has not arrived. The
// server believes that they are connected.

let isDeaf = false;

/** A socket that receives nothing while `isDeaf`. */
class DeafSocket extends WebSocket {
  override emit(type: string | symbol, ...args: unknown[]): boolean {
    return isDeaf && type === 'message' ? false : super.emit(type, ...args);
  }
}

const socketClass = { WebSocket: DeafSocket as unknown as ConnectOptions['WebSocket'] };

const endings: [string, (session: Session, host: VirtualHost) => unknown, number][] = [
  ['has had no connection for too long', (_, host) => host.advanceTo(host.now() + 3000), closeCode.timeout],
  [
    'runs out of time to close its session',
    (session, host) => {
      void session.close({ timeout: 500 });
      host.advanceTo(host.now() + 600);
    },
    closeCode.timeout,
  ],
  ['terminates its session', (session) => session.terminate(), closeCode.terminated],
];

test.each(endings)(
  'the session ends as lost at the server when a client that reconnects %s',
  async (_, end, code) => {
    isDeaf = false;
    const host = new VirtualHost();
    const { server, url } = await serve();
    const loop = new EventLoop({ host });
    const session = await connect(url, { ...socketClass, loop, standbys: 0, resumeTimeout: 2000 });
    const [atServer] = server.sessions as [Session];
    const changes: ConnectionChange[] = [];
    atServer.onConnectionChange((change) => changes.push(change));
    isDeaf = true;
    for (const { link } of atServer.endpoint.channels) link.terminate!();
    await until(() => changes.length === 2);
    const message = atServer.send('lost');
    end(session, host);
    expect((await session.closed).code).toBe(code);
    expect((await atServer.closed).code).toBe(code);
    expect(await message.delivered).toBe('lost');
    expect(changes).toEqual(['disconnected', 'resumed', 'lost']);
  },
);

test('if connect fails after the server has opened the session, the session ends there with the same code', async () => {
  isDeaf = true;
  const host = new VirtualHost();
  const ended: number[] = [];
  const { url } = await serve({
    onSession: (session) => {
      void session.closed.then(({ code }) => ended.push(code));
      host.advanceTo(host.now() + 2000);
    },
  });
  const connecting = connect(url, { ...socketClass, loop: new EventLoop({ host }), timeout: 1000 });
  await expect(connecting).rejects.toMatchObject({ code: closeCode.timeout });
  await until(() => ended.length === 1);
  expect(ended).toEqual([closeCode.timeout]);
});

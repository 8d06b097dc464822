import { expect, test } from 'vitest';
import { WebSocket } from 'ws';
import { PacelineServer } from '../server/paceline-server.ts';

// That of `ws` tells of several messages in one turn, which no browser does.
globalThis.WebSocket = WebSocket as unknown as typeof globalThis.WebSocket;
globalThis.CloseEvent ??= class extends Event {} as unknown as typeof CloseEvent; // Node has it from 23 on
const { PacelineSocket } = await import('./paceline-socket.ts');

test('what the server sends at once is not lost, and comes after the socket is open', async () => {
  const server = new PacelineServer({ port: 0, onSession: (session) => session.send('welcome') });
  const socket = new PacelineSocket(`ws://localhost:${await server.listening}`);
  const log: string[] = [];
  socket.onopen = () => log.push('open');
  await new Promise<void>((resolve) => {
    socket.onmessage = ({ data }) => {
      log.push(String(data));
      resolve();
    };
  });
  expect(log).toEqual(['open', 'welcome']);
  await server.close({ timeout: 0 });
});

import { once } from 'node:events';
import { expect, test } from 'vitest';
import { WebSocket } from 'ws';
import type { SocketClass } from '../client/platform-socket.ts';
import { PacelineSocket } from '../web-socket/paceline-socket.ts';
import { atTestEnd, serve } from './server.test.setup.ts';

const chosenOf: Record<string, (url: string, offered: string[]) => Promise<string>> = {
  'a session': async (url, offered) => {
    const socket = new PacelineSocket(url, offered, {
      WebSocket: WebSocket as unknown as SocketClass,
    });
    atTestEnd(() => socket.close());
    await new Promise((resolve) => socket.addEventListener('open', resolve));
    return socket.protocol;
  },
  'a plain WebSocket': async (url, offered) => {
    const socket = new WebSocket(url, offered);
    atTestEnd(() => socket.terminate());
    await once(socket, 'open');
    return socket.protocol;
  },
};

test.each(Object.keys(chosenOf))(
  'the subprotocol of %s is the first one of the client’s list that the server has, too',
  async (kind) => {
    const { url } = await serve({ protocols: ['v1', 'v2', 'v3'], onSocket: () => {} });
    const chosen = chosenOf[kind]!;
    expect(await chosen(url, ['v2', 'v1'])).toBe('v2');
    expect(await chosen(url, ['v9', 'v3', 'v1'])).toBe('v3');
  },
);

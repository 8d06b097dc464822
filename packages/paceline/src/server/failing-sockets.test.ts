import { expect, test } from 'vitest';
import { WebSocket } from 'ws';
import { Paceline } from '../client/paceline.ts';
import { atTestEnd, serve } from './server.test.setup.ts';

test.each(['send', 'bufferedAmount'] as const)(
  'a session whose sockets throw in %s resumes with the next connection',
  async (member) => {
    const broken = new Set<WebSocket>();
    const sockets: WebSocket[] = [];
    class FailingSocket extends WebSocket {
      constructor(...options: ConstructorParameters<typeof WebSocket>) {
        super(...options);
        sockets.push(this);
        const value = this[member];
        Object.defineProperty(this, member, {
          get: () => {
            if (broken.has(this)) throw new Error('of the class');
            return member === 'send' ? value : 0;
          },
        });
      }
    }
    const { server, url } = await serve();
    const errors: unknown[] = [];
    const session = await Paceline.connect(url, {
      WebSocket: FailingSocket,
      standbys: 0,
      onError: (error) => errors.push(error),
    });
    atTestEnd(() => session.terminate());
    for (const socket of sockets) broken.add(socket);
    expect(await session.send('x').delivered).toBe('delivered');
    expect(errors).toEqual([new Error('of the class')]);
    expect(server.sessions).toHaveLength(1);
  },
);

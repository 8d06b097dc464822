import { EventLoop } from '@doha/loop';
import { beforeEach, expect, test } from 'vitest';
import { WebSocket as WsSocket } from 'ws';
import { PacelineSocket } from './paceline-socket.ts';
import {
  echoOf,
  likeNode20,
  next,
  opened,
  servePaced,
  servePlain,
  servers,
} from './echo-servers.test.setup.ts';

beforeEach(likeNode20);

interface Update {
  readonly priority: number;
  readonly key?: string;
  readonly text: string;
}

test.each([
  ['a plain server', () => servePlain()],
  ['a server that speaks Paceline', servePaced],
])(
  'with %s messages are sent by the priorities of classify, and only the newest one of a key',
  async (_, serve) => {
    const socket = new PacelineSocket(await serve(), {
      WebSocket: WsSocket,
      classify: (data) => {
        const { key, priority } = JSON.parse(data as string) as Update;
        return { priority, ...(key !== undefined && { key }) };
      },
    });
    const echoes: string[] = [];
    const all = new Promise<void>((resolve) => {
      socket.onmessage = ({ data }) => {
        const { text } = JSON.parse(data as string) as Update;
        echoes.push(text);
        if (text === 'last') resolve();
      };
    });
    await next(socket, 'open');
    const send = (update: Update): void => socket.send(JSON.stringify(update));
    send({ priority: 0, text: 'x'.repeat(20_000_000) }); // more than the buffers of the operating system
    send({ priority: 0, key: 'position', text: 'old' });
    send({ priority: 0, text: 'last' });
    send({ priority: 1, text: 'urgent' });
    send({ priority: 0, key: 'position', text: 'new' });
    await all;
    expect(echoes.filter((text) => text.length < 10)).toEqual(['urgent', 'new', 'last']);
  },
);

test('an error of classify is reported, and the message is sent', async () => {
  for (const [, serve] of servers) {
    const errors: unknown[] = [];
    const socket = new PacelineSocket(await serve(), {
      WebSocket: WsSocket,
      loop: new EventLoop({ onError: (error) => errors.push(error) }),
      classify() {
        throw new Error('not this one');
      },
    });
    expect(await echoOf(await opened(socket), 'hello')).toBe('hello');
    expect(errors).toEqual([new Error('not this one')]);
  }
});

test('the rejection of an async classify is reported, and the message is sent', async () => {
  for (const [, serve] of servers) {
    const errors: unknown[] = [];
    const socket = new PacelineSocket(await serve(), {
      WebSocket: WsSocket,
      onError: (error) => errors.push(error),
      classify: () => Promise.reject(new Error('not this one')) as never,
    });
    expect(await echoOf(await opened(socket), 'hello')).toBe('hello');
    expect(errors).toEqual([
      new TypeError('classify must be a function that returns an object, got an object (Promise)'),
      new Error('not this one'),
    ]);
  }
});

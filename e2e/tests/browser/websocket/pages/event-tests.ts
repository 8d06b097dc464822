import { assertSame } from './assert-same.ts';
import { echoOf, messages, next, opened, pause } from './sockets.ts';
import type { Tests } from './suite.ts';

const types = ['open', 'message', 'error', 'close'] as const;

/** A socket whose event handlers can be set to any value. */
type Handled = Record<`on${(typeof types)[number]}`, unknown> & EventTarget;

function handled(socket: WebSocket): Handled {
  return socket;
}

/** WebSockets Standard, §4, and event handlers (HTML Standard, §8.1.8.1). */
export const eventTests: Tests = {
  'open is a plain event of the socket': async (Socket, url) => {
    const socket = new Socket(url);
    const event = await next(socket, 'open');
    assertSame(
      [
        event.constructor === Event,
        event.type,
        event.target === socket,
        event.bubbles,
        event.cancelable,
        event.composed,
      ],
      [true, 'open', true, false, false, false],
    );
    socket.close();
  },
  'a message event has the data and the origin': async (Socket, url) => {
    const socket = await opened(Socket, url);
    socket.send('text');
    const event = await next(socket, 'message');
    assertSame(
      [event.constructor === MessageEvent, event.data, event.origin],
      [true, 'text', new URL(url).origin],
    );
    assertSame(
      [event.lastEventId, event.source, event.ports, event.bubbles, event.cancelable],
      ['', null, [], false, false],
    );
    socket.close();
  },
  'an error event is a plain event': async (Socket) => {
    const socket = new Socket('ws://127.0.0.1:1/');
    const event = await next(socket, 'error');
    assertSame(
      [event.constructor === Event, event.type, event.bubbles, event.cancelable],
      [true, 'error', false, false],
    );
  },
  'a close event is a CloseEvent': async (Socket, url) => {
    const socket = await opened(Socket, url);
    socket.close(3000, 'bye');
    const event = await next(socket, 'close');
    assertSame(
      [
        event.constructor === CloseEvent,
        event.code,
        event.reason,
        event.wasClean,
        event.bubbles,
        event.cancelable,
      ],
      [true, 3000, 'bye', true, false, false],
    );
  },
  'events of the socket are trusted': async (Socket, url) => {
    const socket = new Socket(url);
    const event = await next(socket, 'open');
    socket.close();
    assertSame(event.isTrusted, true);
  },
  'open is not fired before the constructor has returned': async (Socket, url) => {
    const log: string[] = [];
    const socket = new Socket(url);
    socket.onopen = () => log.push('open');
    log.push('constructed');
    await Promise.resolve();
    log.push('microtask');
    await next(socket, 'open');
    assertSame(log, ['constructed', 'microtask', 'open']);
    socket.close();
  },
  'messages that a server sends immediately arrive after open': async (Socket, url) => {
    const socket = new Socket(`${url}?burst=3`);
    const log: unknown[] = [];
    socket.onopen = () => log.push('open');
    socket.onmessage = ({ data }) => log.push(data);
    await messages(socket, 3);
    assertSame(log, ['open', '1', '2', '3']);
    socket.close();
  },
  'a listener that is set after an await in a listener gets the next message': async (Socket, url) => {
    const socket = await opened(Socket, url);
    const log: unknown[] = [];
    socket.send('server: burst 3');
    for (let i = 0; i < 3; i++) {
      const { data } = (await next(socket, 'message')) as MessageEvent<unknown>;
      for (let hop = 0; hop < 20; hop++) await Promise.resolve();
      log.push(data);
    }
    assertSame(log, ['1', '2', '3']);
    socket.close();
  },
  'a listener that is set after an await of open gets the first message': async (Socket, url) => {
    const socket = new Socket(`${url}?burst=2`);
    await next(socket, 'open');
    for (let hop = 0; hop < 20; hop++) await Promise.resolve();
    assertSame(await messages(socket, 2), ['1', '2']);
    socket.close();
  },
  'microtasks run between two events, and before the close event': async (Socket, url) => {
    const socket = await opened(Socket, url);
    const log: unknown[] = [];
    const noteAfter = async (line: unknown): Promise<void> => {
      await Promise.resolve().then(() => Promise.resolve());
      log.push(`after ${String(line)}`);
    };
    const note = (line: unknown): void => {
      log.push(line);
      void noteAfter(line);
    };
    socket.onmessage = ({ data }) => note(data);
    socket.onclose = () => note('close');
    socket.send('server: burst and close 3');
    await next(socket, 'close');
    await pause(0);
    assertSame(
      log,
      ['1', '2', '3', 'close'].flatMap((line) => [line, `after ${line}`]),
    );
  },
  'microtasks run between error and close': async (Socket) => {
    const socket = new Socket('ws://127.0.0.1:1/');
    const log: string[] = [];
    socket.onerror = () => void Promise.resolve().then(() => log.push('after error'));
    socket.onclose = () => log.push('close');
    await next(socket, 'close');
    assertSame(log, ['after error', 'close']);
  },
  'microtasks run between two listeners of an event': async (Socket, url) => {
    const socket = await opened(Socket, url);
    const log: string[] = [];
    socket.addEventListener('message', () => {
      log.push('first');
      void Promise.resolve().then(() => log.push('microtask'));
    });
    socket.addEventListener('message', () => log.push('second'));
    await echoOf(socket, 'x');
    await pause(0);
    assertSame(log, ['first', 'microtask', 'second']);
    socket.close();
  },
  'errors of a listener are reported, and the other listeners are called': async (Socket, url) => {
    const reported: unknown[] = [];
    const report = (event: ErrorEvent): void => {
      reported.push(event.error);
      event.preventDefault();
    };
    globalThis.addEventListener('error', report);
    const socket = await opened(Socket, url);
    const log: string[] = [];
    const broken = new Error('broken');
    socket.addEventListener('message', () => {
      throw broken;
    });
    socket.onmessage = () => {
      log.push('handler');
      throw broken;
    };
    socket.addEventListener('message', () => log.push('listener'));
    await echoOf(socket, 'x');
    assertSame(await echoOf(socket, 'y'), 'y');
    await pause(0);
    globalThis.removeEventListener('error', report);
    assertSame(
      [log, reported.length, reported[0] === broken],
      [['handler', 'listener', 'handler', 'listener'], 4, true],
    );
    socket.close();
  },
  'a handler is called on the socket with the event': async (Socket, url) => {
    const socket = await opened(Socket, url);
    const calls: unknown[] = [];
    socket.onmessage = function handle(this: WebSocket, ...given: unknown[]) {
      const event = given[0] as MessageEvent;
      calls.push(this === socket, given.length, event.currentTarget === socket, event.eventPhase);
    };
    await echoOf(socket, 'x');
    assertSame(calls, [true, 1, true, 2]);
    socket.close();
  },
  'a handler attribute returns the value that was set': (Socket, url) => {
    const socket = new Socket(url);
    for (const type of types) {
      const name = `on${type}` as const;
      const [handler, object] = [(): void => {}, { handleEvent() {} }];
      handled(socket)[name] = handler;
      assertSame(handled(socket)[name] === handler, true);
      handled(socket)[name] = object;
      assertSame(handled(socket)[name] === object, true);
      for (const nothing of [null, undefined, 5, 'text', true, Symbol('x'), 5n]) {
        handled(socket)[name] = handler;
        handled(socket)[name] = nothing;
        assertSame(handled(socket)[name], null);
      }
    }
    socket.close();
  },
  'an event handler that is an object and no function is not called': async (Socket, url) => {
    const socket = await opened(Socket, url);
    const log: string[] = [];
    handled(socket).onmessage = { handleEvent: () => log.push('called') };
    await echoOf(socket, 'x');
    assertSame(log, []);
    socket.close();
  },
  'a replaced handler keeps its place in the order, but not if it was null before': async (Socket, url) => {
    const socket = await opened(Socket, url);
    const log: string[] = [];
    const writes = (line: string) => () => void log.push(line);
    socket.addEventListener('message', writes('before'));
    socket.onmessage = writes('replaced');
    socket.addEventListener('message', writes('after'));
    socket.onmessage = writes('handler');
    await echoOf(socket, 'x');
    assertSame(log.splice(0), ['before', 'handler', 'after']);
    socket.onmessage = null;
    socket.onmessage = writes('new');
    await echoOf(socket, 'x');
    assertSame(log, ['before', 'after', 'new']);
    socket.close();
  },
  'a handler that replaces another one during an event is called in this event': async (Socket, url) => {
    const socket = await opened(Socket, url);
    const log: string[] = [];
    socket.addEventListener('message', () => {
      socket.onmessage = () => log.push('new');
    });
    socket.onmessage = () => log.push('old');
    await echoOf(socket, 'x');
    assertSame(log, ['new']);
    socket.close();
  },
  'a handler that is removed during an event is not called': async (Socket, url) => {
    const socket = await opened(Socket, url);
    const log: string[] = [];
    socket.addEventListener('message', () => {
      socket.onmessage = null;
    });
    socket.onmessage = () => log.push('called');
    await echoOf(socket, 'x');
    assertSame(log, []);
    socket.close();
  },
  'a handler is called for events that the program dispatches': (Socket, url) => {
    const socket = new Socket(url);
    const log: string[] = [];
    socket.onmessage = ({ data }) => {
      log.push(String(data));
      return false;
    };
    const event = new MessageEvent('message', { data: 'own', cancelable: true });
    assertSame([socket.dispatchEvent(event), event.defaultPrevented, log], [false, true, ['own']]);
    socket.close();
  },
  'listeners support the options once and signal, and handleEvent': async (Socket, url) => {
    const socket = await opened(Socket, url);
    const log: string[] = [];
    const controller = new AbortController();
    socket.addEventListener('message', () => log.push('once'), { once: true });
    socket.addEventListener('message', () => log.push('signal'), { signal: controller.signal });
    socket.addEventListener('message', { handleEvent: () => log.push('object') });
    await echoOf(socket, 'x');
    controller.abort();
    await echoOf(socket, 'x');
    assertSame(log, ['once', 'signal', 'object', 'object']);
    socket.close();
  },
  'stopImmediatePropagation ends an event': async (Socket, url) => {
    const socket = await opened(Socket, url);
    const log: string[] = [];
    socket.addEventListener('close', (event) => {
      log.push('first');
      event.stopImmediatePropagation();
    });
    socket.onclose = () => log.push('second');
    socket.close();
    await pause(200);
    assertSame(log, ['first']);
  },
  'overridden methods and constants do not affect the events and state of a socket': async (Socket, url) => {
    const calls: string[] = [];
    class Logging extends Socket {
      override addEventListener(type: string, listener: EventListenerOrEventListenerObject): void {
        calls.push('add');
        super.addEventListener(type, listener);
      }

      override removeEventListener(type: string, listener: EventListenerOrEventListenerObject): void {
        calls.push('remove');
        super.removeEventListener(type, listener);
      }

      override dispatchEvent(): boolean {
        calls.push('dispatch');
        return true;
      }
    }
    const socket = new Logging(url);
    for (const name of ['CONNECTING', 'OPEN', 'CLOSING', 'CLOSED'])
      Object.defineProperty(socket, name, { value: 77 });
    const open = new Promise((resolve) => (socket.onopen = resolve));
    const closed = new Promise((resolve) => (socket.onclose = resolve));
    socket.onmessage = () => {};
    socket.onmessage = null;
    const states = [socket.readyState];
    await open;
    states.push(socket.readyState);
    socket.close();
    states.push(socket.readyState);
    await closed;
    states.push(socket.readyState);
    assertSame([states, calls], [[0, 1, 2, 3], []]);
  },
  'no event is fired after close': async (Socket, url) => {
    const socket = await opened(Socket, url);
    socket.send('server: burst and close 2');
    await next(socket, 'close');
    const log: string[] = [];
    for (const type of types) socket.addEventListener(type, () => log.push(type));
    await pause(100);
    assertSame(log, []);
  },
  'a socket without references is not collected while it has listeners': async (Socket, url) => {
    const heard = new Promise((resolve) => {
      const socket = new Socket(`${url}?burst=1`);
      socket.onmessage = ({ data }) => {
        resolve(data);
        socket.close();
      };
    });
    (globalThis as { readonly gc?: () => void }).gc?.();
    assertSame(await heard, '1');
  },
};

import { afterEach, expect, test, vi } from 'vitest';
import { chat } from '../chat.test.setup.ts';
import type { ProtocolViolation, SessionMessage } from '../view/protocol-violation.ts';
import type { Deliver, EndpointOptions } from './endpoint-session.ts';
import { StaleEndpointError } from './stale-endpoint-error.ts';

afterEach(() => void vi.unstubAllGlobals());

type Changes = Partial<EndpointOptions>;

/** An endpoint of the client whose messages go to `sent`. `deliver` passes it messages of the server. */
function openClient(changes: Changes = {}) {
  const sent: [string, unknown][] = [];
  let deliver!: Deliver;
  const idle = chat.endpoint('client', {
    send: (name, data) => void sent.push([name, data]),
    listen: (given) => (deliver = given),
    ...changes,
  });
  return { idle, sent, deliver: (name: string, data?: unknown): void => deliver(name, data) };
}

/** A client in the state `open`. */
async function openChat(changes: Changes = {}) {
  const client = openClient(changes);
  const greeted = client.idle.send('hello', { name: 'Ada' });
  client.deliver('welcome', { id: 1 });
  const message = await greeted.receive();
  if (message.name !== 'welcome') throw new Error('the server refused');
  return { ...client, open: message.next };
}

test('two endpoints exchange messages, each typed by its state', async () => {
  const wires: { client?: Deliver; server?: Deliver } = {};
  const client = chat.endpoint('client', {
    send: (name, data) => wires.server!(name, data),
    listen: (deliver) => (wires.client = deliver),
  });
  const server = chat.endpoint('server', {
    send: (name, data) => wires.client!(name, data),
    listen: (deliver) => (wires.server = deliver),
  });
  expect([client.role, client.state, server.role, server.state]).toEqual([
    'client',
    'idle',
    'server',
    'idle',
  ]);
  const greeted = client.send('hello', { name: 'Ada' });
  const hello = await server.receive();
  expect([hello.name, hello.data, hello.voided]).toEqual(['hello', { name: 'Ada' }, undefined]);
  if (hello.name !== 'hello') throw new Error('not the first message');
  const open = hello.next.send('welcome', { id: 7 });
  const answer = await greeted.receive();
  expect(answer.data).toEqual({ id: 7 });
  if (answer.name === 'welcome') answer.next.send('say', 'hi');
  const said = await open.receive();
  expect([said?.name, said?.data, said?.next.state]).toEqual(['say', 'hi', 'open']);
});

test('an endpoint that was used before throws', async () => {
  const { deliver, idle, open, sent } = await openChat();
  expect(() => idle.send('hello', { name: 'Eve' })).toThrow(
    'chat: the endpoint of client in the state idle has been replaced; use the result of send, or next of the received message',
  );
  expect(sent).toHaveLength(1);
  const next = open.send('say', 'hi');
  await expect(open.receive()).rejects.toThrow(StaleEndpointError);
  deliver('tell', 'hi');
  await next.receive();
  expect(() => next.send('bye')).toThrow(StaleEndpointError);
});

test('a message that the role may not send throws, and the endpoint stays usable', () => {
  const { idle, sent } = openClient();
  const untyped = idle as unknown as { send(name: unknown, data?: unknown): { readonly state: string } };
  expect(() => untyped.send('bye')).toThrow(
    'chat: bye of client, seen by client in the state idle, is unexpected',
  );
  expect(() => untyped.send(3)).toThrow('send: name must be a string, got 3');
  expect(sent).toEqual([]);
  expect(untyped.send('hello').state).toBe('greeted');
});

test('messages that arrive before a call of receive wait for it', async () => {
  const { deliver, open } = await openChat();
  deliver('tell', 'one');
  deliver('tell', 'two');
  const one = await open.receive();
  if (one?.name !== 'tell') throw new Error('not in order');
  const two = await one.next.receive();
  expect([one.data, two?.data]).toEqual(['one', 'two']);
});

test('a call of receive resolves with undefined if the endpoint sends in the meantime', async () => {
  const { deliver, open } = await openChat();
  const waiting = open.receive();
  const next = open.send('say', 'hi');
  await expect(waiting).resolves.toBeUndefined();
  deliver('tell', 'hi');
  await expect(next.receive()).resolves.toMatchObject({ name: 'tell', data: 'hi' });
});

test('only one call of receive waits', async () => {
  const { deliver, open } = await openChat();
  const waiting = open.receive();
  await expect(open.receive()).rejects.toThrow('chat: another call of receive waits for the next message');
  deliver('tell', 'hi');
  await expect(waiting).resolves.toMatchObject({ data: 'hi' });
});

test('an aborted call of receive rejects, and loses no message', async () => {
  const { deliver, open } = await openChat();
  const controller = new AbortController();
  const waiting = open.receive({ signal: controller.signal });
  controller.abort(new Error('closed'));
  await expect(waiting).rejects.toThrow('closed');
  await expect(open.receive({ signal: controller.signal })).rejects.toThrow('closed');
  const remove = vi.spyOn(AbortSignal.prototype, 'removeEventListener');
  const other = open.receive({ signal: new AbortController().signal });
  deliver('tell', 'hi');
  await expect(other).resolves.toMatchObject({ data: 'hi' });
  expect(remove).toHaveBeenCalledTimes(1);
  remove.mockRestore();
});

test('an unexpected message goes to the handler, and does not stop the session', async () => {
  const violations: ProtocolViolation[] = [];
  const { deliver, open } = await openChat({ violated: (violation) => violations.push(violation) });
  deliver('welcome', { id: 2 });
  deliver('tell', 'hi');
  await expect(open.receive()).resolves.toMatchObject({ name: 'tell' });
  expect(violations).toHaveLength(1);
  expect(violations[0]).toMatchObject({
    protocol: 'chat',
    role: 'client',
    state: 'open',
    from: 'server',
    messageName: 'welcome',
    data: { id: 2 },
  });
});

test('without a handler an unexpected message is thrown where it is delivered', async () => {
  const { deliver, open } = await openChat();
  expect(() => deliver('welcome', { id: 2 })).toThrow('welcome of server');
  expect(() => deliver(7 as never)).toThrow('deliver: name must be a string, got 7');
  deliver('tell', 'hi');
  await expect(open.receive()).resolves.toMatchObject({ name: 'tell' });
});

test('each violation among messages that wait is reported, also if the handler throws', async () => {
  const uncaught: unknown[] = [];
  const tasks: (() => void)[] = [];
  const { deliver, open } = await openChat({
    violated: (violation) => {
      throw new Error(`handled ${violation.messageName}`);
    },
  });
  deliver('tell', 'hi');
  deliver('welcome', 1);
  deliver('refuse');
  deliver('tell', 'there');
  vi.stubGlobal('queueMicrotask', (task: () => void) => tasks.push(task));
  const waiting = open.receive();
  for (let task = tasks.shift(); task !== undefined; task = tasks.shift()) {
    try {
      task();
    } catch (error) {
      uncaught.push(error);
    }
  }
  const message = await waiting;
  expect(uncaught.map(String)).toEqual(['Error: handled welcome', 'Error: handled refuse']);
  if (message?.name !== 'tell') throw new Error('not in order');
  expect(message.data).toBe('hi');
  vi.unstubAllGlobals();
  await expect(message.next.receive()).resolves.toMatchObject({ data: 'there' });
});

test('if send throws, the endpoint stays usable, and messages that arrived in the meantime are not lost', async () => {
  let fails = true;
  const client = openClient({
    send: () => {
      if (fails) throw new Error('cannot be cloned');
    },
  });
  expect(() => client.idle.send('hello', { name: 'Ada' })).toThrow('cannot be cloned');
  fails = false;
  expect(client.idle.send('hello', { name: 'Ada' }).state).toBe('greeted');
});

test('an answer may arrive before send returns, and an endpoint cannot be used from within send', async () => {
  let deliver!: Deliver;
  let nested: unknown;
  const idle = chat.endpoint('client', {
    send: () => {
      deliver('welcome', { id: 1 });
      try {
        idle.send('hello', { name: 'again' });
      } catch (error) {
        nested = error;
      }
    },
    listen: (given) => (deliver = given),
  });
  const greeted = idle.send('hello', { name: 'Ada' });
  expect(nested).toBeInstanceOf(StaleEndpointError);
  await expect(greeted.receive()).resolves.toMatchObject({ name: 'welcome' });
});

test('a message that waits while its endpoint sends a conflicting one is void, because the server yields', async () => {
  const voided: SessionMessage[] = [];
  const { deliver, open } = await openChat({ voided: (message) => voided.push(message) });
  deliver('tell', 'late');
  const closed = open.send('bye');
  await Promise.resolve();
  expect(closed.state).toBe('closed');
  expect(voided).toHaveLength(1);
  expect(voided[0]).toMatchObject({ from: 'server', messageName: 'tell', data: 'late' });
});

test('the role that yields receives the message that has crossed, with the name of its own one', async () => {
  let deliver!: Deliver;
  const idle = chat.endpoint('server', { send: () => {}, listen: (given) => (deliver = given) });
  deliver('hello', { name: 'Ada' });
  const hello = await idle.receive();
  if (hello.name !== 'hello') throw new Error('not the first message');
  const open = hello.next.send('welcome', { id: 1 });
  const kicked = open.send('kick');
  deliver('bye');
  const message = await kicked.receive();
  expect(message).toMatchObject({ name: 'bye', voided: 'kick', next: { state: 'closed' } });
});

test('messages of a peer that has nothing more to send are violations', async () => {
  const { deliver, open } = await openChat();
  open.send('bye');
  deliver('tell', 'crossed');
  expect(() => deliver('tell', 3)).toThrow('has invalid data');
  expect(() => deliver('welcome')).toThrow(
    'welcome of server, seen by client in the state closed, is unexpected',
  );
});

test('an error of the recorder does not take the place of a result', async () => {
  const errors: unknown[] = [];
  vi.stubGlobal('queueMicrotask', (task: () => void) => {
    try {
      task();
    } catch (error) {
      errors.push(error);
    }
  });
  const signal = (): void => {
    throw new Error('full');
  };
  const { open } = await openChat({ recorder: { signal } });
  expect(open.state).toBe('open');
  expect(errors.map(String)).toEqual(['Error: full', 'Error: full']);
});

test('invalid options throw', () => {
  const options = { send: () => {}, listen: () => {} };
  expect(() => chat.endpoint('client', undefined as never)).toThrow('endpoint: options must be an object');
  expect(() => chat.endpoint('client', { ...options, send: 1 as never })).toThrow(
    'endpoint: send must be a function, got 1',
  );
  expect(() => chat.endpoint('client', { ...options, listen: null as never })).toThrow(
    'endpoint: listen must be a function, got null',
  );
  expect(() => chat.endpoint('client', { ...options, violated: {} as never })).toThrow(
    'endpoint: violated must be a function',
  );
  expect(() =>
    chat.endpoint('client', { ...options, violated: undefined, voided: undefined, recorder: undefined }),
  ).not.toThrow();
});

test('100,000 messages can wait', async () => {
  const { deliver, open } = await openChat();
  let endpoint = open;
  for (let i = 0; i < 100_000; i++) deliver('tell', String(i));
  for (let i = 0; i < 100_000; i++) {
    const message = await endpoint.receive();
    if (message?.name !== 'tell') throw new Error('not in order');
    if (message.data !== String(i)) throw new Error(`${message.data} instead of ${i}`);
    endpoint = message.next;
  }
  expect(endpoint.state).toBe('open');
});

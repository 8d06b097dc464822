import { expect, test, vi } from 'vitest';
import { chat } from '../chat.test.setup.ts';
import { protocol } from '../protocol.ts';
import type { ProtocolViolation, SessionMessage } from './protocol-violation.ts';
import type { Watch, WatchOptions } from './watch.ts';

function openChat(role: 'client' | 'server', options: WatchOptions = {}): Watch {
  const watch = chat.watch(role, options);
  if (role === 'client') watch.sent('hello', { name: 'Ada' });
  else watch.received('hello', { name: 'Ada' });
  if (role === 'client') watch.received('welcome', { id: 1 });
  else watch.sent('welcome', { id: 1 });
  return watch;
}

test('a watch follows a session that conforms', () => {
  const watch = openChat('client');
  expect(watch.state).toBe('open');
  watch.sent('say', 'hi');
  watch.received('tell', 'hi');
  watch.sent('bye');
  expect(watch.state).toBe('closed');
});

test('a violation names protocol, role, state, message, sender and data', () => {
  const violations: ProtocolViolation[] = [];
  const watch = chat.watch('server', { violated: (violation) => violations.push(violation) });
  const data = { id: 7 };
  watch.received('say', data);
  watch.sent('welcome', data);
  expect(watch.state).toBe('idle');
  const common = {
    name: 'ProtocolViolation',
    protocol: 'chat',
    role: 'server',
    state: 'idle',
    reason: 'unexpected',
  };
  expect(violations[0]).toMatchObject({ ...common, from: 'client', messageName: 'say' });
  expect(violations[0]!.data).toBe(data);
  expect(violations[0]!.message).toBe(
    'chat: say of client, seen by server in the state idle, is unexpected: client may send hello',
  );
  expect(violations[1]).toMatchObject({ ...common, from: 'server', messageName: 'welcome' });
  expect(violations[1]!.message).toContain('is unexpected: server may send nothing');
});

test('without a handler a violation is thrown, and the watch continues', () => {
  const watch = openChat('server');
  expect(() => watch.received('hello', {})).toThrow('hello of client');
  expect(() => watch.sent('toString')).toThrow('toString of server');
  watch.received('bye');
  expect(watch.state).toBe('closed');
});

test('a handler that throws does not change the state', () => {
  const watch = chat.watch('client', {
    violated: () => {
      throw new Error('handler');
    },
  });
  expect(() => watch.received('tell', 'x')).toThrow('handler');
  watch.sent('hello', { name: 'Ada' });
  expect(watch.state).toBe('greeted');
});

test('data that a type guard refuses is a violation', () => {
  const watch = openChat('client');
  expect(() => watch.sent('say', 3)).toThrow(
    'chat: say of client, seen by client in the state open, has invalid data',
  );
  expect(() => watch.received('tell')).toThrow('has invalid data');
  watch.sent('bye');
  // A crossing message is checked, too.
  expect(() => watch.received('tell', 3)).toThrow('has invalid data');
});

test('the error of a type guard is the cause of the violation', () => {
  const cause = new Error('guard');
  const data = (given: unknown): given is string => {
    if (given === 'bad') throw cause;
    return true;
  };
  const watch = protocol({
    name: 'p',
    roles: ['a', 'b'],
    start: 's',
    states: { s: { a: { m: { next: 's', data } } } },
  }).watch('a');
  expect(() => watch.sent('m', 'bad')).toThrow(expect.objectContaining({ reason: 'data', cause }));
});

test('a crossing message of the role that yields is void at the other role', () => {
  const voided: SessionMessage[] = [];
  const watch = openChat('client', { voided: (message) => voided.push(message) });
  watch.sent('bye');
  watch.received('tell', 'first');
  watch.received('kick');
  expect(watch.state).toBe('closed');
  expect(voided.map(({ data, from, messageName }) => [from, messageName, data])).toEqual([
    ['server', 'tell', 'first'],
    ['server', 'kick', undefined],
  ]);
  // After `kick` the server may send nothing, not even a void message.
  expect(() => watch.received('tell', 'second')).toThrow('tell of server');
});

test('the role that yields continues as if it had not sent its message', () => {
  const voided: SessionMessage[] = [];
  const watch = openChat('server', { voided: (message) => voided.push(message) });
  watch.sent('kick');
  watch.received('say', 'hi');
  expect(watch.state).toBe('kicked');
  expect(voided).toEqual([]);
  watch.received('bye');
  expect(watch.state).toBe('closed');
  expect(voided).toHaveLength(1);
  expect(voided[0]).toMatchObject({
    protocol: 'chat',
    role: 'server',
    from: 'server',
    messageName: 'kick',
    state: 'kicked',
  });
});

test('crossing messages are a violation where no role yields', () => {
  const duel = protocol({
    name: 'duel',
    roles: ['one', 'other'],
    start: 'ready',
    states: { ready: { one: { draw: 'won' }, other: { draw: 'lost' } }, won: {}, lost: {} },
  });
  const watch = duel.watch('one');
  watch.sent('draw');
  expect(() => watch.received('draw')).toThrow(
    'duel: draw of other, seen by one in the state won, has crossed with draw of one, and no role yields',
  );
  expect(() => watch.received('draw')).toThrow(expect.objectContaining({ reason: 'crossed' }));
  expect(() => watch.received('shoot')).toThrow(expect.objectContaining({ reason: 'unexpected' }));
});

test('an answer to a message is not taken for a message that has crossed', () => {
  const call = protocol({
    name: 'call',
    roles: ['page', 'worker'],
    start: 'idle',
    states: {
      idle: { page: { ask: 'asked' }, worker: { event: 'idle' } },
      asked: { worker: { event: 'asked', answer: 'idle' } },
    },
  });
  const watch = call.watch('page');
  watch.sent('ask');
  watch.received('event');
  watch.received('answer');
  expect(() => watch.received('answer')).toThrow(expect.objectContaining({ reason: 'unexpected' }));
});

test('invalid options and names throw, and options that are undefined count as absent', () => {
  expect(() => chat.watch('client', { violated: 3 as never })).toThrow(
    'watch: violated must be a function, got 3',
  );
  expect(() => chat.watch('client', { voided: 'x' as never })).toThrow(
    "watch: voided must be a function, got 'x'",
  );
  expect(() => chat.watch('client', { recorder: {} as never })).toThrow(
    'watch: recorder must be an object with a method signal',
  );
  expect(() => chat.watch('client', null as never)).toThrow('watch: options must be an object, got null');
  const watch = chat.watch('client', { violated: undefined, voided: undefined, recorder: undefined });
  expect(() => watch.sent(3 as never)).toThrow('sent: name must be a string, got 3');
  expect(() => watch.received(undefined as never)).toThrow('received: name must be a string, got undefined');
  expect(() => watch.sent('bye')).toThrow('bye of client');
});

test('a recorder gets each message that conforms', () => {
  const signal = vi.fn<(name: string, value: number) => void>();
  const watch = openChat('client', { recorder: { signal }, violated: () => {} });
  watch.received('welcome', {});
  watch.sent('bye');
  expect(signal.mock.calls).toEqual([
    ['["chat","client","hello"]', 1],
    ['["chat","server","welcome"]', 1],
    ['["chat","client","bye"]', 1],
  ]);
});

test('a watch needs no more memory and time after many messages without an answer', () => {
  const watch = openChat('client');
  for (let i = 0; i < 100_000; i++) watch.sent('say', '');
  watch.received('tell', '');
  expect(watch.state).toBe('open');
});

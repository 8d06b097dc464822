import { expect, test } from 'vitest';
import { chat } from './chat.test.setup.ts';
import type { ProtocolDefinition } from './definition/definition.ts';
import { protocol } from './protocol.ts';

const valid = { name: 'p', roles: ['a', 'b'], start: 's', states: { s: { a: { m: 's' } } } } as const;

function define(changes: object): () => unknown {
  return () => protocol({ ...valid, ...changes });
}

test('a protocol has the members of its definition', () => {
  expect(chat.name).toBe('chat');
  expect(chat.roles).toEqual(['client', 'server']);
  expect(chat.start).toBe('idle');
  expect(Object.keys(chat.states)).toEqual(['idle', 'greeted', 'open', 'kicked', 'closed']);
  expect(chat.yields).toBe('server');
  expect(protocol(valid).yields).toBeUndefined();
});

test.each([
  ['no definition', () => protocol(null as never), 'protocol: definition must be an object, got null'],
  ['no name', define({ name: '' }), "protocol: name must be a string that is not empty, got ''"],
  [
    'no roles',
    define({ roles: undefined }),
    'protocol p: roles must be an array of two names, got undefined',
  ],
  ['one role', define({ roles: ['a'] }), 'protocol p: roles must be two different names, got [a]'],
  ['a duplicate role', define({ roles: ['a', 'a'] }), 'roles must be two different names, got [a, a]'],
  ['three roles', define({ roles: ['a', 'b', 'c'] }), 'roles must be two different names, got [a, b, c]'],
  ['an empty role', define({ roles: ['a', ''] }), "roles: a role must be a string that is not empty, got ''"],
  ['no states', define({ states: {} }), "protocol p: start must be absent, got 's'"],
  ['states that are no object', define({ states: 's' }), "protocol p: states must be an object, got 's'"],
  ['an unknown start', define({ start: 't' }), "protocol p: start must be one of s, got 't'"],
  ['a state that is no object', define({ states: { s: null } }), 'the state s must be an object, got null'],
  [
    'an unknown role',
    define({ states: { s: { c: {} } } }),
    "a role in the state s must be one of a, b, got 'c'",
  ],
  [
    'an unknown next state',
    define({ states: { s: { a: { m: 't' } } } }),
    "m of a in the state s must be one of s, got 't'",
  ],
  [
    'an unknown next state in an object',
    define({ states: { s: { a: { m: { next: 't' } } } } }),
    "m of a in the state s: next must be one of s, got 't'",
  ],
  [
    'a message without a state',
    define({ states: { s: { a: { m: 3 } } } }),
    'm of a in the state s must be a state or an object, got 3',
  ],
  [
    'data that is no type guard',
    define({ states: { s: { a: { m: { next: 's', data: 'string' } } } } }),
    "m of a in the state s: data must be a type guard, got 'string'",
  ],
  [
    'a state that cannot be reached',
    define({ states: { s: { a: { m: 's' } }, t: { a: { m: 's' } } } }),
    "protocol p: the state 't' cannot be reached from 's'",
  ],
  ['an unknown role that yields', define({ yields: 'c' }), "protocol p: yields must be one of a, b, got 'c'"],
])('a definition with %s is refused', (_, call, message) => {
  expect(call).toThrow(message);
});

test('messages that lead to different states in different orders are refused', () => {
  const states = {
    s: { a: { left: 'l' }, b: { right: 'r' } },
    l: { b: { right: 'lr' } },
    r: { a: { left: 'rl' } },
    lr: {},
    rl: { a: { left: 's' } },
  };
  expect(define({ states })).toThrow(
    "protocol p: if left of a and right of b cross in the state 's', a comes to 'lr' and b to 'rl'",
  );
  const { rl: _, ...others } = states;
  expect(define({ states: { ...others, r: { a: { left: 'lr' } } } })).not.toThrow();
});

test('messages that can cross without a notice are refused', () => {
  const states = {
    s: { a: { ask: 's' }, b: { leave: 'left' } },
    left: { b: { back: 'back' } },
    back: { a: { ask: 'other' } },
    other: {},
  };
  expect(define({ states })).toThrow(
    "if ask of a and leave of b cross in the state 's', each role could take the other's message for an answer",
  );
  // Without `back`, b notices that `ask` is unexpected.
  expect(define({ states: { s: states.s, left: {} } })).not.toThrow();
});

test('no role may yield if crossing messages could be answers', () => {
  const open = { client: { bye: 'closing' }, server: { done: 'done' } };
  const told = {
    open,
    closing: { server: { tell: 'closing' } },
    done: { server: { tell: 'done' } },
  };
  const roles = ['client', 'server'];
  expect(define({ roles, states: told, start: 'open' })).not.toThrow();
  expect(define({ roles, states: told, start: 'open', yields: 'server' })).toThrow(
    "protocol p: if done of server and bye of client cross in the state 'open', client could take tell of server for an answer",
  );
  const asked = { open, closing: {}, done: { client: { bye: 'done' } } };
  expect(define({ roles, states: asked, start: 'open', yields: 'server' })).toThrow(
    'server could take bye of client for an answer',
  );
});

test('names of states and messages may be names of members of objects', () => {
  const states = JSON.parse(
    '{ "__proto__": { "constructor": { "toString": "valueOf" } }, "valueOf": { "b": { "__proto__": "__proto__" } } }',
  ) as ProtocolDefinition['states'];
  const definition: ProtocolDefinition = {
    name: '💬',
    roles: ['constructor', 'b'],
    start: '__proto__',
    states,
  };
  const odd = protocol(definition);
  const watch = odd.watch('b');
  expect(() => watch.received('hasOwnProperty')).toThrow('hasOwnProperty of constructor');
  watch.received('toString');
  expect(watch.state).toBe('valueOf');
  watch.sent('__proto__');
  expect(watch.state).toBe('__proto__');
});

test('a role that does not exist has neither an endpoint nor a watch', () => {
  const options = { send: () => {}, listen: () => {} };
  expect(() => chat.endpoint('nobody' as 'client', options)).toThrow(
    "endpoint of protocol chat: role must be one of client, server, got 'nobody'",
  );
  expect(() => chat.watch(undefined as never)).toThrow(
    'watch of protocol chat: role must be a string, got undefined',
  );
});

import { runInThisContext } from 'node:vm';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { chat } from '../chat.test.setup.ts';
import { type ProtocolDefinition, unchecked } from '../definition/definition.ts';
import { protocol } from '../protocol.ts';
import { definitionText } from './definition-text.ts';
import { inferProtocol } from './infer-protocol.ts';

/** Runs the text, as if it had been pasted as the argument of `protocol`. */
function run(text: string): ProtocolDefinition {
  const read = runInThisContext(`(unchecked) => (${text})`) as (
    guard: typeof unchecked,
  ) => ProtocolDefinition;
  return read(unchecked);
}

test('the text of a protocol can be pasted', () => {
  expect(definitionText(chat)).toBe(`{
  name: 'chat',
  roles: ['client', 'server'],
  start: 'idle',
  states: {
    idle: {
      client: { hello: { next: 'greeted', data: unchecked<unknown>() } },
    },
    greeted: {
      server: { welcome: { next: 'open', data: unchecked<unknown>() }, refuse: 'closed' },
    },
    open: {
      client: { say: { next: 'open', data: unchecked<unknown>() }, bye: 'closed' },
      server: { tell: { next: 'open', data: unchecked<unknown>() }, kick: 'kicked' },
    },
    kicked: {
      client: { say: { next: 'kicked', data: unchecked<unknown>() }, sulk: 'closed' },
    },
    closed: {},
  },
  yields: 'server',
}`);
});

test('names of all kinds come back from the text of a draft', () => {
  const name = fc.oneof(
    fc.string({ minLength: 1, unit: 'binary' }),
    fc.constantFrom('__proto__', 'new', "it's", '"', '\\', '\n', '\u2028', '💬', 'naïve', '\ud800', '0'),
  );
  fc.assert(
    fc.property(fc.array(fc.tuple(fc.boolean(), name)), name, (messages, title) => {
      const roles = ['__proto__', "o'ther"] as const;
      const trace = messages.map(([isFirst, text]) => ({ from: roles[isFirst ? 0 : 1], name: text }));
      const draft = inferProtocol([trace], { name: title, roles });
      expect(run(definitionText(draft))).toEqual(draft);
    }),
  );
});

test('an invalid definition throws', () => {
  const definition = { name: 'p', roles: ['a', 'b'], start: 'nowhere', states: {} } as const;
  expect(() => definitionText(definition as ProtocolDefinition)).toThrow(RangeError);
});

test('the text of a protocol without yields has none, and roles may be absent or empty in a state', () => {
  const definition = {
    name: 'p',
    roles: ['a', 'b'],
    start: 's',
    states: { s: { a: {}, b: { m: 's' } } },
  } as const;
  const text = definitionText(protocol(definition));
  expect(run(text)).toEqual(definition);
  expect(text).not.toContain('yields');
});

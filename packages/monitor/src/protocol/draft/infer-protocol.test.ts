import fc from 'fast-check';
import { expect, test } from 'vitest';
import { chanceOf } from '../../../../chance.test.setup.ts';
import { chat } from '../chat.test.setup.ts';
import type { StateDefinitions } from '../definition/definition.ts';
import { protocol } from '../protocol.ts';
import { inferProtocol } from './infer-protocol.ts';
import type { TraceMessage } from './recorded-messages.ts';

/** Messages from a text such as `c:hello s:welcome`. */
function traceOf(text: string): TraceMessage[] {
  const words = text.split(' ').filter((word) => word !== '');
  return words.map((word) => {
    const [from, name] = word.split(':') as [string, string];
    return { from, name };
  });
}

/** A random session of the chat. Each session ends after at most `most` messages, also in the middle. */
function randomSession(chance: () => number, most: number): TraceMessage[] {
  const trace: TraceMessage[] = [];
  let state: string = chat.start;
  while (trace.length < most) {
    const ofState = Object.entries(chat.states[state as 'open'] as StateDefinitions[string]);
    const all = ofState.flatMap(([from, messages = {}]) =>
      Object.entries(messages).map(([name, message]) => ({ from, name, message })),
    );
    const chosen = all[Math.floor(all.length * chance())];
    if (chosen === undefined) break;
    trace.push({ from: chosen.from, name: chosen.name });
    state = typeof chosen.message === 'string' ? chosen.message : chosen.message.next;
  }
  return trace;
}

test('a draft from sessions of a chat has the states of the chat', () => {
  const chance = chanceOf(1);
  const traces = Array.from({ length: 300 }, () => randomSession(chance, 12));
  expect(inferProtocol(traces, { name: 'chat' })).toEqual({
    name: 'chat',
    roles: ['client', 'server'],
    start: 'start',
    states: {
      start: { client: { hello: 'after hello' } },
      'after hello': { server: { welcome: 'after welcome', refuse: 'end' } },
      'after welcome': {
        client: { say: 'after welcome', bye: 'end 2' },
        server: { tell: 'after welcome', kick: 'after kick' },
      },
      'after kick': { client: { say: 'after kick', sulk: 'end 3' } },
      end: {},
      'end 2': {},
      'end 3': {},
    },
  });
});

test('a longer tail distinguishes more states', () => {
  const traces = ['a:x b:y a:x b:y a:x b:z'].map(traceOf);
  const statesWith = (tail: number): number => Object.keys(inferProtocol(traces, { tail }).states).length;
  expect(statesWith(1)).toBe(3);
  expect(statesWith(4)).toBeGreaterThan(statesWith(1));
});

test('messages that follow in both orders lead to one state', () => {
  const traces = ['a:x b:y a:end', 'b:y a:x b:end'].map(traceOf);
  const { states } = inferProtocol(traces, { tail: 10 });
  expect(states['start']).toEqual({ a: { x: 'after x' }, b: { y: 'after y' } });
  expect(states['after x']!['b']!['y']).toBe(states['after y']!['a']!['x']);
});

test('both roles may have a message of the same name', () => {
  const { states } = inferProtocol([traceOf('a:ping b:ping a:ping b:ping')], { tail: 1 });
  expect(states).toEqual({ start: { a: { ping: 'after ping' } }, 'after ping': { b: { ping: 'start' } } });
});

test('traces of one sender need the names of the roles, and no trace is a session without messages', () => {
  expect(() => inferProtocol([traceOf('a:x')])).toThrow(
    'inferProtocol: the messages have 1 senders instead of two; give the option roles',
  );
  expect(() => inferProtocol([])).toThrow('the messages have 0 senders');
  expect(inferProtocol([], { roles: ['a', 'b'] }).states).toEqual({ start: {} });
  expect(inferProtocol([traceOf('a:x')], { roles: ['a', 'b'] }).states).toEqual({
    start: { a: { x: 'end' } },
    end: {},
  });
});

test('invalid arguments throw', () => {
  expect(() => inferProtocol(3 as never)).toThrow(
    'inferProtocol: traces must be an array of arrays of messages, got 3',
  );
  expect(() => inferProtocol(['x'] as never)).toThrow(
    "inferProtocol: a trace must be an array of messages, got 'x'",
  );
  expect(() => inferProtocol([[{ from: 'a' }]] as never)).toThrow(
    'inferProtocol: a message: name must be a string, got undefined',
  );
  expect(() => inferProtocol([traceOf('a:x b:y c:z')])).toThrow('the messages have 3 senders');
  expect(() => inferProtocol([traceOf('c:x')], { roles: ['a', 'b'] })).toThrow(
    "the sender of a message must be one of a, b, got 'c'",
  );
  expect(() => inferProtocol([traceOf('a:x b:y')], { tail: 0 })).toThrow(
    'inferProtocol: tail must be a whole number from 1 to 10, got 0',
  );
  expect(() => inferProtocol([traceOf('a:x b:y')], { name: '' })).toThrow(
    'inferProtocol: name must be a string that is not empty',
  );
  expect(
    inferProtocol([traceOf('a:x b:y')], { name: undefined, roles: undefined, tail: undefined }).name,
  ).toBe('draft');
});

const message = fc.record({
  from: fc.constantFrom('a', 'b'),
  name: fc.constantFrom('x', 'y', '__proto__', 'after x', 'end'),
});

test('a draft is a valid protocol, and allows all of its traces', () => {
  let refused = 0;
  fc.assert(
    fc.property(
      fc.array(fc.array(message, { maxLength: 12 }), { maxLength: 8 }),
      fc.integer({ min: 1, max: 5 }),
      (traces, tail) => {
        const draft = inferProtocol(traces, { roles: ['a', 'b'], tail });
        let checked;
        try {
          checked = protocol(draft);
        } catch (error) {
          // Random messages may cross in ways that no role would notice.
          expect(String(error)).toContain("could take the other's message for an answer");
          refused++;
          return;
        }
        for (const trace of traces) {
          const watch = checked.watch('a');
          for (const { from, name } of trace)
            if (from === 'a') watch.sent(name);
            else watch.received(name);
        }
      },
    ),
    { numRuns: 1000 },
  );
  expect(refused).toBeLessThan(900);
});

test('long traces take little time', () => {
  const trace = Array.from({ length: 50_000 }, (_, i) => ({
    from: i % 3 === 0 ? 'a' : 'b',
    name: `m${i % 7}`,
  }));
  const { states } = inferProtocol([trace, trace.slice(21)]);
  expect(Object.keys(states).length).toBeLessThan(50);
});

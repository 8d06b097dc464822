import fc from 'fast-check';
import { expect, test } from 'vitest';
import { runs } from '../../../../runs.test.setup.ts';
import { chat } from '../chat.test.setup.ts';
import type { ProtocolDefinition } from '../definition/definition.ts';
import { type Protocol, protocol } from '../protocol.ts';

const roles = ['one', 'other'] as const;
type Side = 0 | 1;

/** The result of a session in which two roles sent at any time. */
interface Outcome {
  readonly states: readonly [string, string];
  readonly violations: number;
}

/**
 * Plays a session. Each choice lets one role either receive a message or send one of those that it may send. At the end all messages arrive.
 */
function play(definition: Protocol, choices: readonly number[]): Outcome {
  let violations = 0;
  const violated = (): void => void violations++;
  const watches = [0, 1].map((side) => definition.watch(definition.roles[side]!, { violated }));
  const flights: [string[], string[]] = [[], []]; // by the receiver
  const receive = (side: Side): void => {
    const name = flights[side].shift();
    if (name !== undefined) watches[side]!.received(name, '');
  };
  for (const choice of choices) {
    const side = (choice % 2) as Side;
    const watch = watches[side]!;
    const names = Object.keys(definition.states[watch.state]![watch.role] ?? {});
    const name = names[(choice >> 2) % Math.max(1, names.length)];
    if ((choice & 2) === 0 || name === undefined) receive(side);
    else {
      watch.sent(name, '');
      flights[(1 - side) as Side].push(name);
    }
  }
  for (const side of [0, 1] as const) while (flights[side].length > 0) receive(side);
  return { states: [watches[0]!.state, watches[1]!.state], violations };
}

const choices = fc.array(fc.nat(63), { maxLength: 40 });

test('in a protocol in which a role yields, both roles come to the same state, whenever messages arrive', () => {
  fc.assert(
    fc.property(choices, (chosen) => {
      const { states, violations } = play(chat as unknown as Protocol, [2, 1, 3, 0, ...chosen]);
      expect(violations).toBe(0);
      expect(states[0]).toBe(states[1]);
    }),
    { numRuns: 300 },
  );
});

const stateNames = ['a', 'b', 'c', 'd'] as const;
const messages = fc.dictionary(fc.constantFrom('m', 'n', 'o'), fc.constantFrom(...stateNames), {
  maxKeys: 2,
  noNullPrototype: true,
});
const state = fc.record({ one: messages, other: messages }, { noNullPrototype: true });
const definitions = fc.record(
  {
    states: fc.record({ a: state, b: state, c: state, d: state }, { noNullPrototype: true }),
    yields: fc.constantFrom(undefined, ...roles),
  },
  { noNullPrototype: true },
);

/** Omits the states that cannot be reached. Undefined: the protocol is refused. */
function createProtocol({
  states,
  yields,
}: Pick<ProtocolDefinition, 'states' | 'yields'>): Protocol | undefined {
  const reached = new Set(['a']);
  for (const from of reached) {
    const { one = {}, other = {} } = states[from]!;
    for (const next of [...Object.values(one), ...Object.values(other)]) reached.add(next as string);
  }
  try {
    const definition: ProtocolDefinition = {
      name: 'random',
      roles,
      start: 'a',
      states: Object.fromEntries([...reached].map((from) => [from, states[from]!])),
      yields,
    };
    return protocol(definition);
  } catch (error) {
    expect(error).toBeInstanceOf(RangeError);
    return undefined;
  }
}

test('in any protocol that is accepted, two roles come to the same state, or one of them notices a violation', () => {
  const accepted = { yielding: 0, others: 0 };
  fc.assert(
    fc.property(definitions, fc.array(choices, { minLength: 10, maxLength: 10 }), (definition, sessions) => {
      const random = createProtocol(definition);
      if (random === undefined) return;
      for (const chosen of sessions) {
        const { states, violations } = play(random, chosen);
        if (random.yields !== undefined) expect(violations).toBe(0);
        if (violations === 0) expect(states[0]).toBe(states[1]);
      }
      accepted[random.yields === undefined ? 'others' : 'yielding']++;
    }),
    { numRuns: runs({ gate: 3000, long: 1_000_000 }) },
  );
  expect(Math.min(accepted.yielding, accepted.others)).toBeGreaterThan(20);
});

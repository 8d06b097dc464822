import fc from 'fast-check';
import { expect, test } from 'vitest';
import { runs } from '../../../runs.test.setup.ts';
import type { ThreadId } from '../transport/thread-id.ts';
import { type EntitySession, ids, open, stateOf, threadCount } from './entity-session.test.setup.ts';

type Step =
  | { readonly what: 'deliver'; readonly which: number }
  | { readonly what: 'mutate'; readonly thread: ThreadId; readonly id: number; readonly count: number }
  | { readonly what: 'migrate'; readonly thread: ThreadId; readonly id: number }
  | { readonly what: 'throw'; readonly thread: ThreadId; readonly callback: 'release' | 'adopt' }
  | { readonly what: 'crash'; readonly thread: ThreadId; readonly lost: number };

const someThread = fc.nat(threadCount - 1);
const entity = fc.constantFrom(...ids);
// Acknowledgments are sent only after many mutations.
const count = fc.oneof({ weight: 9, arbitrary: fc.constant(1) }, { weight: 1, arbitrary: fc.nat(150) });
const calm: fc.WeightedArbitrary<Step>[] = [
  { weight: 12, arbitrary: fc.record({ what: fc.constant('deliver' as const), which: fc.nat(20) }) },
  {
    weight: 4,
    arbitrary: fc.record({ what: fc.constant('mutate' as const), thread: someThread, id: entity, count }),
  },
  {
    weight: 3,
    arbitrary: fc.record({ what: fc.constant('migrate' as const), thread: someThread, id: entity }),
  },
];
const crash: fc.WeightedArbitrary<Step> = {
  weight: 1,
  arbitrary: fc.record({ what: fc.constant('crash' as const), thread: someThread, lost: fc.nat(3) }),
};

const thrower: fc.WeightedArbitrary<Step> = {
  weight: 1,
  arbitrary: fc.record({
    what: fc.constant('throw' as const),
    thread: someThread,
    callback: fc.constantFrom('release' as const, 'adopt' as const),
  }),
};

/** Plays steps until no message is in flight. Returns the requested mutations by thread and entity. */
function play(session: EntitySession, steps: readonly Step[]): Map<string, string[]> {
  const requested = new Map<string, string[]>();
  for (const step of steps) {
    if (step.what === 'deliver') session.deliver(step.which);
    else if (step.what === 'migrate') session.registry.migrate(step.id, session.some(step.thread));
    else if (step.what === 'crash') {
      session.crash(session.some(step.thread), step.lost);
    } else if (step.what === 'throw') {
      session.threads.get(session.some(step.thread))!.willThrow = step.callback;
    } else {
      const from = session.some(step.thread);
      const sender = `${from} to ${step.id}`;
      const list = requested.get(sender) ?? [];
      requested.set(sender, list);
      for (let i = 0; i < step.count; i++) {
        list.push(`${sender}: ${list.length}`);
        session.threads.get(from)!.ownership.mutate(step.id, list.at(-1)!);
      }
    }
    expectOneAuthority(session);
  }
  while (session.deliver(0)) expectOneAuthority(session);
  return requested;
}

function expectOneAuthority({ threads }: EntitySession): void {
  for (const each of ids) {
    const owners = [...threads.values()].filter(({ ownership }) => ownership.has(each));
    expect(owners.length).toBeLessThanOrEqual(1);
    for (const { entities } of owners) expect(entities.has(each)).toBe(true);
  }
}

/** Checks that all mutations of a living sender were applied to an entity once and in order. Of a dead sender, only the last ones may be missing. */
function expectInOrder(session: EntitySession, each: number, requested: ReadonlyMap<string, string[]>): void {
  const state = stateOf(session, each);
  for (const [sender, list] of requested) {
    if (!sender.endsWith(`to ${each}`)) continue;
    const applied = state.filter((what) => what.startsWith(`${sender}:`));
    const isAlive = session.threads.has(Number.parseInt(sender, 10));
    expect(applied).toEqual(isAlive ? list : list.slice(0, applied.length));
  }
}

/**
 * Checks that an entity keeps no numbers of dead senders. Moves it once more, because the transfer
 * contains the numbers.
 */
function expectNothingOfTheDead(session: EntitySession, each: number): void {
  for (const thread of session.threads.values()) thread.willThrow = undefined;
  const to = [...session.threads.keys()].find((one) => one !== session.registry.ownerOf(each))!;
  expect(session.registry.migrate(each, to)).toBe(true);
  while (session.deliver(0));
  const senders = [...session.transfers.at(-1)!.applied.keys()];
  expect(senders.filter((sender) => !session.threads.has(sender))).toEqual([]);
}

test('while entities move, each mutation is applied once, and those of one thread in order', () => {
  fc.assert(
    fc.property(fc.array(fc.oneof(...calm), { maxLength: 150 }), (steps) => {
      const session = open();
      const requested = play(session, steps);
      for (const each of ids) expectInOrder(session, each, requested);
      for (const { dead } of session.threads.values()) expect(dead).toEqual([]);
    }),
    { numRuns: runs({ gate: 150, long: 5000 }) },
  );
});

test('whatever threads die, the mutations of living threads are applied once and in order', () => {
  fc.assert(
    fc.property(fc.array(fc.oneof(...calm, crash, thrower), { maxLength: 150 }), (steps) => {
      const session = open();
      const requested = play(session, steps);
      for (const each of ids) {
        const isAlive = session.registry.ownerOf(each) !== undefined;
        const wrong = [...session.threads.values()].filter(({ ownership, dead }) => {
          const deaths = dead.filter((one) => one === each).length;
          return deaths > (isAlive ? 0 : 1) || (!isAlive && ownership.has(each));
        });
        expect(wrong).toEqual([]);
        if (isAlive) expectInOrder(session, each, requested);
        if (isAlive) expectNothingOfTheDead(session, each);
      }
    }),
    { numRuns: runs({ gate: 300, long: 20_000 }) },
  );
});

test('a mutation does not overtake the message resume, by which the owner learns that the entity could not move', () => {
  const session = open();
  const [owner, dying, asker] = [1, 2, 3];
  session.registry.migrate(1, dying);
  while (session.deliverOn(0, owner));
  session.crash(dying, 9);
  while (session.deliverOn(0, asker)); // the asker first learns of the crash and its consequences
  session.threads.get(asker)!.ownership.mutate(1, 'early');
  while (session.deliverOn(0, asker) || session.deliverOn(asker, owner));
  while (session.deliver(0));
  expect(stateOf(session, 1)).toEqual(['early']);
});

test('a mutation survives the thread that was to forward it', () => {
  const session = open();
  const [asker, relay, owner] = [3, 1, 2];
  session.registry.migrate(1, owner);
  while (session.deliverOn(0, relay) || session.deliverOn(relay, owner) || session.deliverOn(owner, 0));
  session.threads.get(asker)!.ownership.mutate(1, 'sent to the relay'); // the asker does not know of the move
  session.crash(relay, 0);
  while (session.deliver(0));
  expect(stateOf(session, 1)).toEqual(['sent to the relay']);
});

test('after a sender has died, mutations that arrive late by another thread keep their order', () => {
  const session = open();
  const [sender, relay, owner] = [3, 1, 2];
  const { ownership } = session.threads.get(sender)!;
  session.registry.migrate(1, owner);
  ownership.mutate(1, 'first'); // goes to the relay
  while (session.deliverOn(0, relay) || session.deliverOn(relay, owner) || session.deliverOn(owner, 0));
  while (session.deliverOn(0, sender));
  ownership.mutate(1, 'second'); // goes to the owner
  session.crash(sender, 1);
  while (session.deliverOn(0, owner) || session.deliverOn(sender, owner));
  while (session.deliver(0));
  // All, some or none: a thread that knows of the death accepts nothing more.
  expect(['', 'first', 'first second']).toContain(stateOf(session, 1).join(' '));
});

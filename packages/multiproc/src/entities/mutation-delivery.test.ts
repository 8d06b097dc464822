import { expect, test } from 'vitest';
import type { Ownership, OwnershipOptions, ThreadState } from './ownership.ts';
import { part } from './entity-session.test.setup.ts';

test('many mutations for an entity whose authority is still unknown are applied once and in order', () => {
  const applied: unknown[] = [];
  const asker = part(1, { sendMutation: (_, ...sent) => owner.receiveMutation(...sent) });
  const owner = part(2, { apply: (_, what) => applied.push(what) });
  const all = Array.from({ length: 12_000 }, (_, i) => i);
  for (const what of all) asker.mutate(7, what);
  owner.own(7);
  asker.owner(7, 2, 1);
  expect(applied).toEqual(all);
});

test('when an entity moves to a thread that has sent it many mutations, only mutations that were not applied before are applied', () => {
  const applied: unknown[] = [];
  const all = Array.from({ length: 12_000 }, (_, i) => i);
  const asker = part(1, { apply: (_, what) => applied.push(what) });
  asker.owner(7, 2, 1);
  for (const what of all) asker.mutate(7, what);
  asker.receiveEntity({ id: 7, epoch: 2, state: 0, applied: new Map([[1, 5000]]) });
  expect(applied).toEqual(all.slice(5000));
});

test('a mutation that is sent while earlier mutations are applied is applied after them', () => {
  const applied: unknown[] = [];
  const asker: Ownership<number, unknown> = part(1, {
    apply(id, what) {
      applied.push(what);
      if (what === 'first') asker.mutate(id, 'asked for by the first');
    },
  });
  asker.owner(7, 2, 1);
  asker.mutate(7, 'first');
  asker.mutate(7, 'second');
  asker.receiveEntity({ id: 7, epoch: 2, state: 0, applied: new Map() });
  expect(applied).toEqual(['first', 'second', 'asked for by the first']);
});

test('a sender keeps fewer than 64 mutations that were already applied', () => {
  let copies = 0;
  const asker = part(1, {
    sendMutation: (_, ...sent) => {
      copies++;
      owner.receiveMutation(...sent);
    },
  });
  const owner = part(2, { sendAcknowledgments: (_, ...given) => asker.acknowledge(...given) });
  for (const id of [7, 8]) {
    owner.own(id);
    owner.owner(id, 2, 1);
    asker.owner(id, 2, 1);
  }
  for (let i = 0; i < 5000; i++) asker.mutate(7 + (i % 2), i);
  copies = 0;
  for (const id of [7, 8]) asker.owner(id, 3, 2); // sends the kept mutations again
  expect(copies).toBeLessThan(64);
});

test('a mutation that is changed after the call of mutate is sent as it was, also when it is sent again', () => {
  const sent: unknown[] = [];
  const asker = part(1, { sendMutation: (_, { what }) => sent.push(what) });
  const meal = { weight: 1 };
  asker.mutate(7, meal);
  meal.weight = 2;
  asker.owner(7, 2, 1);
  asker.owner(7, 3, 2);
  expect(sent).toEqual([{ weight: 1 }, { weight: 1 }]);
});

test('a mutation that cannot be copied is refused, and later ones are applied', () => {
  const applied: unknown[] = [];
  const asker = part(1, { sendMutation: (_, ...sent) => owner.receiveMutation(...sent) });
  const owner = part(2, { apply: (_, what) => applied.push(what) });
  owner.own(7);
  asker.owner(7, 2, 1);
  expect(() => asker.mutate(7, () => {})).toThrow('could not be cloned');
  asker.mutate(7, 'next');
  expect(applied).toEqual(['next']);
});

test('a mutation that the channel refuses does not delay later mutations', () => {
  const applied: unknown[] = [];
  const asker = part(1, {
    sendMutation: (_, mutation, epoch) => {
      if (mutation.what !== 'too large') owner.receiveMutation(mutation, epoch);
    },
  });
  const owner = part(2, { apply: (_, what) => applied.push(what) });
  owner.own(7);
  asker.owner(7, 2, 1);
  asker.mutate(7, 'too large');
  asker.mutate(7, 'next');
  asker.mutationRefused({ id: 7, from: 1, number: 1, what: 'too large' });
  expect(applied).toEqual(['next']);
});

test('a mutation is not sent back and forth between threads that each regard the other as the authority', () => {
  let hops = 0;
  const sendMutation: OwnershipOptions<number, unknown>['sendMutation'] = (to, ...sent) => {
    if (++hops < 100) (to === 1 ? giver : refuser).receiveMutation(...sent);
  };
  const giver = part(1, { sendMutation });
  const refuser = part(2, { sendMutation });
  giver.own(7);
  refuser.owner(7, 1, 1);
  giver.transferEntity(7, 2, 2); // thread 2 does not adopt the entity
  giver.mutate(7, 'what');
  expect(hops).toBe(1);
});

test('a copy of a mutation that arrives after its sender was forgotten is not applied again', () => {
  let state: ThreadState = 'alive';
  const applied: unknown[] = [];
  const owner = part(2, { stateOf: () => state, apply: (_, what) => applied.push(what) });
  owner.own(7);
  const mutation = { id: 7, from: 1, number: 1, what: 'once' };
  owner.receiveMutation(mutation, 1);
  state = 'forgotten';
  owner.forget(1);
  owner.receiveMutation(mutation, 1);
  expect(applied).toEqual(['once']);
});

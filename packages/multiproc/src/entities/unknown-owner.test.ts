import { describe, expect, test } from 'vitest';
import type { Ownership } from './ownership.ts';
import { deliver, receiver } from '../transport/remote-methods.ts';
import type { Mutation } from './mutation.ts';
import { OwnerRegistry } from './owner-registry.ts';
import { ownershipMethods } from './entity-messages.ts';
import { part } from './entity-session.test.setup.ts';

describe('mutations of an entity without a known owner', () => {
  const count = 5000; // more entities than a thread remembers

  function withRegistry(): {
    registry: OwnerRegistry;
    owner: Ownership<number, unknown>;
    asker: Ownership<number, unknown>;
    sent: Mutation<unknown>[];
    errors: unknown[];
    passBarriers: () => void;
  } {
    const sent: Mutation<unknown>[] = [];
    const errors: unknown[] = [];
    const barriers: (() => void)[] = [];
    const registry: OwnerRegistry = new OwnerRegistry({
      kind: 'things',
      send: (to, name, args) => deliver([receiver(to === 1 ? asker : owner, ownershipMethods)], name, args),
      afterBarrier: (callback) => barriers.push(callback),
    });
    const asker: Ownership<number, unknown> = part(1, {
      sendMutation: (_, mutation) => sent.push(mutation),
      send: (name, args) => deliver([registry.methodsFor(1)], name, args),
      onError: (error) => errors.push(error),
    });
    const owner = part(2, {
      send: (name, args) => deliver([registry.methodsFor(2)], name, args),
    });
    registry.join(1);
    registry.join(2);
    const passBarriers = (): void => {
      for (const callback of barriers.splice(0)) callback();
    };
    return { registry, owner, asker, sent, errors, passBarriers };
  }

  test('are dropped if the entity was removed, however many entities were removed later', () => {
    const { asker, owner, sent } = withRegistry();
    for (let id = 1; id <= count; id++) owner.own(id);
    for (let id = 1; id <= count; id++) owner.disown(id);
    for (let id = 1; id <= count; id++) asker.mutate(id, 'late');
    for (let id = 1; id <= count; id++) asker.owner(id, 2, 9); // if mutations had been kept, this would send them
    expect(sent).toEqual([]);
  });

  test('are kept for the latest 4,096 entities that have not been created yet, and reported as lost for older ones', () => {
    const { asker, owner, sent, errors } = withRegistry();
    for (let id = 1; id <= count; id++) asker.mutate(id, 'early');
    expect(errors.length).toBe(count - 4096);
    expect(String(errors[0])).toBe('Error: mutate: no thread has the entity 1; mutations lost: 1');
    for (let id = count - 4095; id <= count; id++) owner.own(id);
    expect(sent.length).toBe(4096);
  });

  test('are sent to the owner as soon as it is known', () => {
    const { asker, owner, sent } = withRegistry();
    asker.mutate(7, 'early');
    expect(sent).toEqual([]);
    owner.own(7);
    asker.mutate(7, 'late');
    expect(sent.map(({ what }) => what)).toEqual(['early', 'late']);
  });

  test('wait, and are reported once all threads have answered and none has created the entity', () => {
    const { asker, owner, passBarriers, sent, errors } = withRegistry();
    asker.mutate(7, 'early');
    asker.mutate(7, 'early as well');
    asker.mutate(8, 'of another one');
    expect(errors).toEqual([]);
    owner.own(8);
    passBarriers();
    expect(errors.map(String)).toEqual([
      'RangeError: mutate: no thread has created the entity 7 of the kind things; its mutations wait',
    ]);
    owner.own(7);
    expect(sent.map(({ what }) => what)).toEqual(['of another one', 'early', 'early as well']);
    asker.mutate(7, 'late');
    passBarriers();
    expect(errors.length).toBe(1);
  });

  test('an id belongs to one entity: neither its owner nor another thread can create a second one with it', () => {
    const { asker, owner, registry, errors } = withRegistry();
    owner.own(7);
    expect(() => owner.own(7)).toThrow(RangeError);
    expect(() => asker.own(7)).toThrow('own: the id of a new entity must be new, got 7');
    const late = part(3, {
      send: (name, args) => deliver([registry.methodsFor(1)], name, args), // `late` does not know the entity 7
    });
    late.own(7);
    expect(String(errors[0])).toMatch('the id of a new entity must be new, got 7');
    expect(registry.ownerOf(7)).toBe(2);
  });
});

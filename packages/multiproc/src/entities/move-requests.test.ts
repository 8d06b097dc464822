import { describe, expect, test } from 'vitest';
import type { ThreadId } from '../transport/thread-id.ts';
import { OwnerRegistry } from './owner-registry.ts';
import { part } from './entity-session.test.setup.ts';

describe('a request to move an entity', () => {
  const here = { thread: 1, index: 'main' } as const;
  const there = { thread: 2, index: 0 } as const;

  function withBarriers(): {
    registry: OwnerRegistry;
    sent: [ThreadId, string, readonly unknown[]][];
    passBarriers: () => void;
  } {
    const sent: [ThreadId, string, readonly unknown[]][] = [];
    const barriers: (() => void)[] = [];
    const registry = new OwnerRegistry({
      kind: 'things',
      send: (to, name, args) => sent.push([to, name, args]),
      afterBarrier: (callback) => barriers.push(callback),
    });
    registry.join(1);
    const passBarriers = (): void => {
      for (const callback of barriers.splice(0)) callback();
      sent.splice(0, sent.length, ...sent.filter(([, name]) => name !== 'owner'));
    };
    return { registry, sent, passBarriers };
  }

  test('is carried out if it comes before the creation of the entity', () => {
    const { passBarriers, registry, sent } = withBarriers();
    registry.join(2);
    registry.request(7, there, 1);
    registry.register(7, 1);
    passBarriers();
    expect(sent).toEqual([[1, 'transferEntity', [7, 2, 2]]]);
  });

  test('is carried out if it comes before the new thread has opened the kind', () => {
    const { passBarriers, registry, sent } = withBarriers();
    registry.register(7, 1);
    registry.request(7, there, 1);
    registry.join(2);
    passBarriers();
    expect(sent).toEqual([[1, 'transferEntity', [7, 2, 2]]]);
  });

  test('is reported to the requesting thread if the entity was never created', () => {
    const { passBarriers, registry, sent } = withBarriers();
    registry.join(2);
    registry.request(7, there, 2);
    expect(sent).toEqual([]);
    passBarriers();
    expect(sent).toEqual([[2, 'unmoved', ['no thread has created the entity 7 of the kind things']]]);
  });

  test('is reported to the requesting thread if the target has no host for the kind', () => {
    const { passBarriers, registry, sent } = withBarriers();
    registry.join(2, false);
    registry.register(7, 1);
    registry.request(7, there, 1);
    passBarriers();
    const text =
      'worker 0 must have opened things with the callbacks release, adopt and apply, so 7 cannot move there';
    expect(sent).toEqual([[1, 'unmoved', [text]]]);
  });

  test('is ignored if the target is lost meanwhile', () => {
    const { passBarriers, registry, sent } = withBarriers();
    registry.register(7, 1);
    registry.request(7, there, 1);
    registry.leave(there.thread);
    passBarriers();
    expect(sent).toEqual([]);
  });

  test('is ignored if the entity is there already, or gone, or another request has come', () => {
    const { passBarriers, registry, sent } = withBarriers();
    registry.join(2);
    registry.request(7, there, 1);
    registry.register(7, 1);
    registry.request(7, here, 1);
    registry.register(8, 1);
    registry.remove(8);
    registry.request(8, there, 1);
    passBarriers();
    expect(sent).toEqual([]);
  });
});

test('a thread reports a move that was not possible', () => {
  const errors: unknown[] = [];
  part(1, { onError: (error) => errors.push(error) }).unmoved('worker 9 must be there');
  expect(errors).toEqual([new RangeError('migrate: worker 9 must be there')]);
});

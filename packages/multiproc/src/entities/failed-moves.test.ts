import { expect, test, vi } from 'vitest';
import { transfer } from '../transport/transfer.ts';
import type { ThreadId } from '../transport/thread-id.ts';
import { OwnerRegistry } from './owner-registry.ts';
import { open, part, stateOf } from './entity-session.test.setup.ts';

test('an entity goes back to its thread if adopt throws in the new thread', () => {
  const session = open();
  session.threads.get(2)!.willThrow = 'adopt';
  session.registry.migrate(1, 2);
  while (session.deliver(0));
  session.threads.get(3)!.ownership.mutate(1, 'after');
  while (session.deliver(0));
  expect(session.registry.ownerOf(1)).toBe(1);
  expect(stateOf(session, 1)).toEqual(['after']);
});

test('all threads report an entity as lost if adopt throws in the new thread, and then in the old one', () => {
  const session = open();
  for (const thread of [1, 2]) session.threads.get(thread)!.willThrow = 'adopt';
  session.registry.migrate(1, 2);
  while (session.deliver(0));
  expect(session.registry.ownerOf(1)).toBeUndefined();
  for (const { ownership, dead } of session.threads.values()) {
    expect([ownership.has(1), dead.includes(1)]).toEqual([false, true]);
  }
});

test('an entity that its owner cannot take back is lost, even if another move was requested meanwhile', () => {
  const session = open();
  session.threads.get(1)!.willThrow = 'adopt';
  session.registry.migrate(1, 2);
  while (session.deliverOn(0, 1));
  session.crash(2, 9);
  session.registry.migrate(1, 3);
  session.crash(3, 9); // the messages about both attempts reach the owner together
  while (session.deliver(0));
  expect(session.registry.ownerOf(1)).toBeUndefined();
  expect(session.threads.get(1)!.dead).toContain(1);
});

test('an entity whose state was transferred is lost if the move fails', () => {
  const sent: [string, readonly unknown[]][] = [];
  const adopt = vi.fn<() => void>();
  const giver = part(1, {
    release: () => transfer([new ArrayBuffer(8)], []) as unknown as number,
    adopt,
    send: (name, args) => sent.push([name, args]),
  });
  giver.own(7);
  giver.transferEntity(7, 2, 2);
  giver.resume(7, 3);
  expect(adopt).not.toHaveBeenCalled();
  expect(sent.at(-1)).toEqual(['refused', [7, 4]]);
});

function recordingRegistry(sent: [ThreadId, string, readonly unknown[]][]): OwnerRegistry {
  return new OwnerRegistry({
    kind: 'things',
    send: (to, name, args) => sent.push([to, name, args]),
    afterBarrier: (callback) => callback(),
  });
}

test('a move that failed does not hold up the next move', () => {
  const sent: [ThreadId, string, readonly unknown[]][] = [];
  const registry = recordingRegistry(sent);
  for (const thread of [1, 2, 3]) registry.join(thread);
  registry.register(9, 1);
  registry.migrate(9, 2); // its owner cannot release it; the message `bounced` arrives only below
  registry.leave(2);
  registry.migrate(9, 3);
  const [, , [, , epoch]] = sent.findLast(([, name]) => name === 'transferEntity')!;
  registry.bounced(9, 2); // late
  registry.adopted(9, epoch as number);
  expect(registry.ownerOf(9)).toBe(3);
  expect(sent.filter(([, name]) => name === 'resume').length).toBe(1);
});

test('an entity that its new thread refuses after the old one has died is lost', () => {
  const sent: [ThreadId, string, readonly unknown[]][] = [];
  const registry = recordingRegistry(sent);
  for (const thread of [1, 2]) registry.join(thread);
  registry.register(9, 1);
  registry.migrate(9, 2);
  registry.leave(1);
  registry.bounced(9, 2);
  expect(sent.at(-1)).toEqual([2, 'died', [[9]]]);
});

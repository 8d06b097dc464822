import type { Watch } from '@doha/monitor/protocol';
import { expect, test } from 'vitest';
import { createTunnel } from '../../world/tunnel.ts';
import { playTogether } from '../lock-step/play-together.test.setup.ts';
import { monolithicSteps } from '../lock-step/lock-step.ts';
import { lockStepName, lockStepProtocol } from './lock-step-protocol.ts';

test('threads in lock step follow the protocol, whatever the delays and migrations are', async () => {
  const threadCount = 3;
  const watches = new Map<string, Watch>(); // by the thread that watches and the other thread
  const watchOf = (thread: number, other: number): Watch => {
    const key = `${thread} ${other}`;
    const watch = watches.get(key) ?? lockStepProtocol.watch(thread < other ? 'one' : 'other');
    watches.set(key, watch);
    return watch;
  };
  const counts = { mutations: 0, end: 0, group: 0 };
  const program = {
    level: createTunnel(60, 3),
    seed: 3,
    until: 30,
    heldAt: () => 0,
    stepsOf: monolithicSteps,
  };
  await playTogether(program, threadCount, 0.3, {
    sent(from, to, message) {
      watchOf(from, to).sent(lockStepName(message), message);
      counts[lockStepName(message)]++;
    },
    received: (from, to, message) => watchOf(to, from).received(lockStepName(message), message),
  });
  expect(watches.size).toBe(threadCount * (threadCount - 1));
  expect(new Set([...watches.values()].map(({ state }) => state))).toEqual(new Set(['before mutations']));
  // Each of the 30 ticks has one message of each kind from each thread to each other one.
  expect(counts).toMatchObject({ mutations: 30 * 6, end: 30 * 6 });
  expect(counts.group).toBeGreaterThan(0);
});

test('a message of the next tick is a violation before the end of this one', () => {
  const watch = lockStepProtocol.watch('one');
  watch.sent('mutations');
  expect(() => watch.sent('mutations')).toThrow('mutations of one');
  watch.received('mutations');
  watch.received('end');
  expect(() => watch.received('mutations')).toThrow(
    'lock step: mutations of other, seen by one in the state other has sent its end, is unexpected: other may send nothing',
  );
});

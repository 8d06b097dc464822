import type { World } from '../../world/world.ts';
import { equalRegions, threadAt } from '../regions.ts';
import { publish, subscribe, type TopicPort } from '../topics.ts';
import { LockStep, type LockStepOptions } from './lock-step.ts';

/** Lets a shard play in lock step with the other threads of a pool, which exchange messages by topics. `leave` unsubscribes. */
export function joinLockStep(
  port: TopicPort,
  options: Omit<LockStepOptions, 'send'>,
): { readonly lockStep: LockStep; readonly leave: () => void } {
  const lockStep = new LockStep({
    ...options,
    send: (to, message) => publish(port, `lock step ${to}`, message, { retention: 'all' }),
  });
  const leave = subscribe(port, `lock step ${options.thread}`, (message) => lockStep.receive(message));
  return { lockStep, leave };
}

/**
 * Returns a function from the index of an entity to the thread that owns its current position. The
 * regions are equal rectangles, one for each of `threadCount` threads.
 */
export function ownersIn({ entities, grid }: World, threadCount: number): (index: number) => number {
  const regions = equalRegions(grid, threadCount);
  return (index) => threadAt(regions, entities[index]!.x, entities[index]!.y);
}

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

/** Returns a function that finds the owner of an entity at its current position, in equal regions for this number of threads. */
export function ownersIn({ entities, grid }: World, threadCount: number): (index: number) => number {
  const regions = equalRegions(grid, threadCount);
  return (index) => threadAt(regions, entities[index]!.x, entities[index]!.y);
}

import { expect, test } from 'vitest';
import { EventLoop } from '../event-loop/event-loop.ts';
import { Frame } from './frame.ts';

interface Thing {
  readonly priority: number;
  time: number;
}

interface Scene {
  /** Entities of the two frames. */
  readonly lists: readonly [Set<Thing>, Set<Thing>];
  readonly always: readonly [Set<Thing>, Set<Thing>];
  readonly frames: readonly [Frame<Thing>, Frame<Thing>];
  /** Makes this number of steps in both frames, one frame after the other. */
  readonly run: (steps: number) => void;
  /** The `beforeStep` of each frame. */
  readonly beforeSteps: (() => void)[];
  /** Calls `callback` in the next update of `entity`. */
  readonly inUpdateOf: (entity: Thing, callback: () => void) => void;
  /** Number of steps that `entity` has received, minus the number of simulated steps. */
  readonly surplus: (entity: Thing) => number;
}

function createScene(): Scene {
  const lists = [new Set<Thing>(), new Set<Thing>()] as const;
  const always = [new Set<Thing>(), new Set<Thing>()] as const;
  const callbacks = new Map<Thing, () => void>();
  const beforeSteps: (() => void)[] = [];
  const loop = new EventLoop({ host: performance });
  const create = (index: 0 | 1): Frame<Thing> =>
    new Frame<Thing>({
      entities: lists[index],
      always: always[index],
      priority: ({ priority }) => priority,
      initialAge: (entity) => frames[index === 0 ? 1 : 0].ageOf(entity),
      maxFrameTime: 1000,
      beforeStep: () => beforeSteps[index]?.(),
      update(entity, elapsed) {
        entity.time += elapsed;
        const callback = callbacks.get(entity);
        callbacks.delete(entity);
        callback?.();
      },
    });
  const frames = [create(0), create(1)] as const;
  for (const frame of frames) frame.attach(loop);
  const step = 1000 / 60;
  return {
    lists,
    always,
    frames,
    beforeSteps,
    run(steps) {
      for (const frame of frames) frame.run({ elapsed: steps * step + 1e-6, budget: 1000 });
    },
    inUpdateOf: (entity, callback) => void callbacks.set(entity, callback),
    surplus: ({ time }) => Math.round(time / step) - Math.round(frames[0].now / step),
  };
}

const things = (...priorities: number[]): Thing[] => priorities.map((priority) => ({ priority, time: 0 }));

test.each([1, 5])(
  'an entity that is added to a window of the other frame after %i steps receives all time once, and so do those that move later',
  (steps) => {
    const { frames, inUpdateOf, lists, run, surplus } = createScene();
    const [first, second] = lists;
    const [mover, other, later, back, last] = things(1, 2, 0.5, 0.4, 0) as [
      Thing,
      Thing,
      Thing,
      Thing,
      Thing,
    ];
    for (const thing of [mover, other, later]) first.add(thing);
    for (const thing of [back, last]) second.add(thing);
    run(1);
    run(1);
    inUpdateOf(other, () => {
      first.delete(mover);
      second.add(mover);
      frames[1].addToWindow(mover);
    });
    run(steps);
    run(1);
    first.delete(later);
    second.add(later);
    run(1);
    second.delete(back);
    first.add(back);
    run(steps);
    run(1);
    expect([mover, other, later, back, last].map(surplus)).toEqual([0, 0, 0, 0, 0]);
  },
);

test('an entity of always that leaves during a step, before its own update, receives the step once', () => {
  const { always, frames, inUpdateOf, lists, run, surplus } = createScene();
  const [gone, actor, mover, last] = things(0, 0, 0, 0) as [Thing, Thing, Thing, Thing];
  for (const thing of [gone, actor, mover]) always[0].add(thing);
  lists[1].add(last);
  run(1);
  run(1);
  always[0].delete(gone); // the entities after it change their positions
  lists[0].add(gone);
  inUpdateOf(actor, () => {
    always[0].delete(mover);
    lists[1].add(mover);
    frames[1].addToWindow(mover);
  });
  run(3);
  run(1);
  expect([gone, actor, mover, last].map(surplus)).toEqual([0, 0, 0, 0]);
});

test('an entity of always that leaves in beforeStep receives that step once', () => {
  const { always, beforeSteps, frames, lists, run, surplus } = createScene();
  const [mover, last] = things(0, 0) as [Thing, Thing];
  always[0].add(mover);
  lists[1].add(last);
  run(1);
  run(1);
  beforeSteps[0] = () => {
    beforeSteps.length = 0;
    always[0].delete(mover);
    lists[1].add(mover);
    frames[1].addToWindow(mover);
  };
  run(1);
  run(1);
  expect([mover, last].map(surplus)).toEqual([0, 0]);
});

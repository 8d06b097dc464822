import { expect, test } from 'vitest';
import type { Entity } from '../contestants/contestant.ts';
import type { World } from '../scenes/scene-kind.ts';
import { AnswerLife } from './answer-life.ts';
import { ObservedScene } from './observed-scene.ts';
import { step, StepLife } from './step-life.ts';

/** A world of two entities, of importance 1 and 0.25, that records its calls. */
function createWorld(): World & { readonly calls: string[] } {
  const calls: string[] = [];
  return {
    calls,
    always: [{ index: -1, updatedAt: 0 }],
    entities: [0, 1].map((index) => ({ index, updatedAt: 0 })),
    importance: ({ index }: Entity) => (index === 0 ? 1 : 0.25),
    apply: ({ at }) => calls.push(`input ${at}`),
    update: ({ index }) => calls.push(`update ${index}`),
    draw: () => calls.push('draw'),
  };
}

test('an entity lives the time of its updates, up to a step divided by its importance', () => {
  const world = createWorld();
  const life = new StepLife(world, 100);
  const [near, far] = world.entities as [Entity, Entity];
  expect(life.priority(near, step)).toBeCloseTo(1);
  expect(life.priority(far, step)).toBeCloseTo(0.25);
  for (let i = 0; i < 2; i++) {
    life.updated(near, 4 * step); // lives one step of four
    life.updated(far, 4 * step); // lives all
  }
  const { unweighted, weighted } = life.end(100 + 8 * step);
  expect(unweighted).toBeCloseTo((2 + 8) / 16);
  expect(weighted).toBeCloseTo((2 + 8 * 0.25) / (8 + 8 * 0.25));
});

test('entities that are not updated live one longest step, and entities with too much time are an error', () => {
  const world = createWorld();
  expect(new StepLife(world, 0).end(100 * step).unweighted).toBeCloseTo((1 + 4) / 200);
  const life = new StepLife(world, 0);
  life.updated(world.entities[0]!, 20 * step);
  expect(() => life.end(step)).toThrow('must not add up to more than');
});

test('a row lives from its answer to the next input', () => {
  const world = createWorld();
  let now = 0;
  const life = new AnswerLife(world, 0, () => now);
  const [first, second] = world.entities as [Entity, Entity];
  expect(life.waiting()).toEqual([first, second]);
  now = 40;
  life.updated(first);
  expect(life.waiting()).toEqual([second]);
  now = 80;
  life.updated(first); // is answered already
  life.changed(60); // the input happened while the page was busy
  now = 90;
  life.updated(second);
  const { unweighted, weighted } = life.end(100);
  expect(unweighted).toBeCloseTo((20 + 10) / 200);
  expect(weighted).toBeCloseTo((20 + 10 * 0.25) / (1.25 * 100));
});

test('a row stops living at an input that the contestant has not applied by the end', () => {
  const world = createWorld();
  const scene = new ObservedScene(world, new AnswerLife(world, 0, () => 10), () => 10);
  for (const entity of scene.waiting()) scene.update(entity, 1);
  scene.take({ at: 30 });
  expect(scene.lived(100).unweighted).toBeCloseTo(0.2);
});

test('the latency of an input ends with the first frame that is drawn after the update of `always`', () => {
  const world = createWorld();
  let now = 0;
  const scene = new ObservedScene(world, new StepLife(world, 0), () => now);
  let told = 0;
  scene.whenInput(() => told++);
  scene.take({ at: 5 });
  expect(told).toBe(1);
  now = 20;
  scene.update(world.entities[0]!, 1);
  scene.draw(); // does not show the input yet
  scene.update(scene.always[0]!, 1);
  now = 30;
  scene.draw();
  scene.take({ at: 32 });
  now = 40;
  expect(scene.latencies(0)).toEqual([25]);
  now = 200;
  expect(scene.latencies(0)).toEqual([25, 168]); // a forgotten input counts
  expect(scene.latencies(10)).toEqual([168]);
  expect(world.calls).toEqual(['update 0', 'draw', 'input 5', 'update -1', 'draw']);
  expect([scene.updates, scene.isDrawn]).toEqual([1, true]);
});

test('a wrong elapsed time and calls after the end of the run are errors', () => {
  const world = createWorld();
  const scene = new ObservedScene(world, new StepLife(world, 0), () => 0);
  for (const elapsed of [-1, NaN, Infinity]) {
    expect(() => scene.update(world.entities[0]!, elapsed)).toThrow(`got ${elapsed}`);
  }
  scene.end('Ours');
  expect(() => scene.draw()).toThrow('Ours: draw must not be called after the end');
  expect(() => scene.update(world.entities[0]!, 1)).toThrow('Ours: update');
});

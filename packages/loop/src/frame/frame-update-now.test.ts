import { expect, test } from 'vitest';
import { Frame } from './frame.ts';
import { stage, step, thing, type Thing } from './frame-stage.test.setup.ts';

/** Makes steps, and no updates of `entities`: the loop is stopped meanwhile. */
function tickOnly({ frame, loop }: ReturnType<typeof stage>, steps: number): void {
  loop.stop();
  for (let i = 0; i < steps; i++) frame.tick();
  loop.start();
}

test('updateNow gives an entity the time since its last update, and its update in the window is cancelled', () => {
  const [first, second] = [thing('first'), thing('second')];
  const scene = stage({ entities: [first, second] });
  const { frame } = scene;
  frame.run({ elapsed: step, budget: 10 });
  tickOnly(scene, 3);
  expect(frame.updateNow(first)).toBe(true);
  expect(frame.updateNow(first)).toBe(false);
  expect([first.updates, second.updates]).toEqual([[step, 3 * step], [step]]);
  frame.run({ elapsed: step, budget: 10 });
  expect([first.updates, second.updates]).toEqual([
    [step, 3 * step, step],
    [step, 4 * step],
  ]);
  frame.dispose();
  const { cancelled, lostTime, pace, submitted, updated } = frame.stats;
  expect({ lostTime, pace, sum: updated + cancelled }).toEqual({ lostTime: 0, pace: 1, sum: submitted });
  expect(updated).toBe(5);
});

test('updateNow does nothing for an unknown entity, an entity of always, or before the first step', () => {
  const [player, enemy] = [thing('player'), thing('enemy')];
  const { frame } = stage({ always: [player], entities: [enemy] });
  expect(frame.updateNow(enemy)).toBe(false);
  frame.run({ elapsed: step, budget: 10 });
  const { submitted } = frame.stats;
  expect([thing('stranger'), player, enemy].map((one) => frame.updateNow(one))).toEqual([
    false,
    false,
    false,
  ]);
  expect([frame.stats.submitted, frame.stats.updated]).toEqual([submitted, 1]);
  expect(() => frame.updateNow(5 as never)).toThrow(
    new TypeError('Frame.updateNow: entity must be an object, got 5'),
  );
});

test('an update of always and an update of another entity can call updateNow, the policy cannot', () => {
  const [player, near, far] = [thing('player'), thing('near'), thing('far')];
  const results: boolean[] = [];
  const { errors, frame } = stage({
    always: [player],
    entities: [near, far],
    priority: ({ name }) => {
      if (frame.stats.steps === 4) frame.updateNow(far);
      return name === 'near' ? 2 : 1;
    },
    update: (entity: Thing, elapsed) => {
      entity.updates.push(elapsed);
      if (entity === player && frame.stats.steps === 2) results.push(frame.updateNow(near));
      if (entity === near && frame.stats.steps === 3)
        results.push(frame.updateNow(far), frame.updateNow(near));
    },
  });
  for (let i = 0; i < 4; i++) frame.run({ elapsed: step, budget: 10 });
  expect(results).toEqual([true, true, false]);
  expect(errors).toEqual(
    ['near', 'far'].map(
      () =>
        'Frame.updateNow was called from the policy, initialAge or the list of entities of the same frame',
    ),
  );
  for (const { updates } of [near, far])
    expect(updates.reduce((sum, elapsed) => sum + elapsed, 0)).toBe(3 * step);
});

test('the window after updateNow asks the policy again, also with rankEvery', () => {
  const asked: [name: string, age: number][] = [];
  const entities = Array.from({ length: 8 }, (_, i) => thing(`${i}`));
  const { frame, host } = stage({
    entities,
    rankEvery: 8,
    priority: ({ name }, age) => {
      asked.push([name, age]);
      return -Number(name);
    },
    update: (entity, elapsed) => {
      entity.updates.push(elapsed);
      host.spend(5);
    },
  });
  for (let i = 0; i < 2; i++) frame.run({ elapsed: step, budget: 1 }); // time for one update: the last entity waits
  frame.updateNow(entities[7]!);
  asked.length = 0;
  frame.run({ elapsed: step, budget: 1 });
  expect(asked).toContainEqual(['7', step]);
});

test('an error of an update that updateNow makes goes to onError, and its time is lost', () => {
  const enemy = thing('enemy');
  const scene = stage({
    entities: [enemy],
    update: () => {
      throw new Error('chaos');
    },
  });
  tickOnly(scene, 1);
  scene.frame.run({ elapsed: 0, budget: 10 });
  tickOnly(scene, 2);
  expect(scene.frame.updateNow(enemy)).toBe(true);
  expect(scene.errors).toEqual(['chaos', 'chaos']);
  expect(scene.frame.stats.lostTime).toBe(3 * step);
});

test('updateNow makes no update if maxStep fails', () => {
  const enemy = thing('enemy');
  let maxStep = 100;
  const scene = stage({ entities: [enemy], maxStep: () => maxStep });
  scene.frame.run({ elapsed: step, budget: 10 });
  tickOnly(scene, 1);
  maxStep = NaN;
  expect(scene.frame.updateNow(enemy)).toBe(false);
  maxStep = 100;
  expect(scene.frame.updateNow(enemy)).toBe(true);
  expect(enemy.updates).toEqual([step, step]);
});

test('updateNow refuses a disposed frame and a disposed loop', () => {
  const enemy = thing('enemy');
  const { frame, loop } = stage({ entities: [enemy] });
  frame.run({ elapsed: step, budget: 10 });
  loop.dispose();
  expect(() => frame.updateNow(enemy)).toThrow('the loop of the frame is disposed');
  expect(frame.disposed).toBe(false);
  frame.dispose();
  expect(frame.disposed).toBe(true);
  expect(() => frame.updateNow(enemy)).toThrow('the frame is disposed');
});

test('an entity that has moved to always of another frame cannot be updated by the former frame', () => {
  const mover = thing('mover');
  const [former, other] = [new Set([mover]), new Set<Thing>()];
  const scene = stage({ entities: former });
  const next = new Frame<Thing>({
    entities: [],
    always: other,
    rate: 100,
    priority: () => 1,
    update: (entity, elapsed) => entity.updates.push(elapsed),
  });
  next.attach(scene.loop);
  scene.frame.run({ elapsed: step, budget: 10 });
  tickOnly(scene, 2);
  former.delete(mover);
  other.add(mover);
  next.tick();
  expect(scene.frame.updateNow(mover)).toBe(false);
});

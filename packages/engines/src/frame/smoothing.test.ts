import fc from 'fast-check';
import { expect, test } from 'vitest';
import { runs } from '../../../runs.test.setup.ts';
import { engineStage, sprite, step, type Sprite } from './engine-stage.test.setup.ts';

/** Advances by frames of `frameTime` ms, and returns `x` as it is drawn in each frame. */
function drawn(entity: Sprite, advance: () => void, frames: number): number[] {
  return Array.from({ length: frames }, () => {
    advance();
    return entity.x;
  });
}

test('an entity that is updated in every fifth step moves evenly, and its updates see its true number', () => {
  const entity = sprite();
  const seen: number[] = [];
  const { engineFrame } = engineStage({
    entities: [entity],
    stepsPerWindow: 5,
    smooth: ['x', 'position.y'],
    update: (updated, elapsed) => {
      seen.push(updated.x);
      updated.x += elapsed;
      updated.position.y -= elapsed;
    },
  });
  const xs = drawn(entity, () => engineFrame.advance(step / 2), 120);
  const speeds = xs.slice(20).map((x, i) => (x - xs[i + 19]!) / (step / 2));
  for (const speed of speeds) {
    expect(speed).toBeGreaterThanOrEqual(0.49);
    expect(speed).toBeLessThanOrEqual(1.51);
  }
  expect(seen).toEqual(seen.map((_, i) => i * 5 * step));
  expect(entity.position.y).toBeCloseTo(-entity.x);
});

test('after the last update the drawn number reaches the true one exactly', () => {
  const entity = sprite();
  const entities = new Set([entity]);
  const { engineFrame } = engineStage({
    entities,
    smooth: ['x'],
    update: (updated, elapsed) => void (updated.x += elapsed / 3),
  });
  for (let i = 0; i < 3; i++) engineFrame.advance(step);
  entities.clear();
  for (let i = 0; i < 5; i++) engineFrame.advance(step);
  expect(entity.x).toBe(step / 3 + step / 3 + step / 3);
});

test('an entity of always is drawn between its last two steps, and at the last one after it has left', () => {
  const player = sprite();
  const always = new Set([player]);
  const { engineFrame } = engineStage({
    always,
    smooth: ['x'],
    update: (updated, elapsed) => void (updated.x += elapsed),
  });
  engineFrame.advance(3 * step + 4);
  expect(player.x).toBe(2 * step + 4);
  engineFrame.advance(2);
  expect(player.x).toBe(2 * step + 6);
  engineFrame.advance(step);
  expect(player.x).toBe(3 * step + 6);
  always.clear();
  engineFrame.advance(step);
  expect(player.x).toBe(4 * step);
});

test('a number that the application changes between frames is true at once, and the others go on', () => {
  const entity = sprite();
  const { engineFrame } = engineStage({
    entities: [entity],
    smooth: ['x', 'position.y'],
    update: (updated, elapsed) => {
      updated.x += elapsed;
      updated.position.y += elapsed;
    },
  });
  for (let i = 0; i < 4; i++) engineFrame.advance(step);
  const { y } = entity.position;
  entity.x = 1000; // a drag
  engineFrame.advance(1);
  expect(entity.x).toBe(1000);
  expect(entity.position.y).toBeGreaterThan(y);
  expect(entity.position.y).toBeLessThan(y + 2);
  engineFrame.advance(step);
  expect(entity.x).toBeGreaterThanOrEqual(1000);
  expect(entity.x).toBeLessThan(1000 + step);
  for (let i = 0; i < 9; i++) engineFrame.advance(step);
  expect(entity.x).toBeGreaterThan(1000 + 7 * step);
});

test('a change by another entity’s update is drawn without animation', () => {
  const [pusher, pushed] = [sprite(), sprite()];
  const { engineFrame } = engineStage({
    entities: [pushed, pusher],
    order: 'list',
    smooth: ['x'],
    update: (updated, elapsed) => {
      updated.x += elapsed;
      if (updated === pusher && updated.x === 3 * step) pushed.x += 500;
    },
  });
  for (let i = 0; i < 3; i++) engineFrame.advance(step);
  expect(pushed.x).toBe(500 + 3 * step);
});

test('all entities have their true numbers while steps and updates run', () => {
  const entities = [sprite(), sprite(100)];
  const distances = new Set<number>();
  const measure = (): void => void distances.add(entities[1]!.x - entities[0]!.x);
  const { engineFrame } = engineStage({
    entities,
    smooth: ['x'],
    beforeStep: measure,
    update: (updated, elapsed) => {
      updated.x += elapsed * (updated === entities[0] ? 1 : 2);
    },
  });
  for (let i = 0; i < 5; i++) engineFrame.advance(step);
  expect([...distances]).toEqual([0, 1, 2, 3, 4].map((steps) => 100 + steps * step));
});

test('updateNow between two frames sees the true number', () => {
  const entity = sprite();
  const { engineFrame } = engineStage({
    entities: [entity],
    smooth: ['x'],
    update: (updated, elapsed) => void (updated.x += elapsed),
  });
  for (let i = 0; i < 4; i++) engineFrame.advance(step);
  engineFrame.frame.tick();
  expect(entity.x).toBeLessThan(4 * step);
  expect(engineFrame.frame.updateNow(entity)).toBe(true);
  expect(entity.x).toBe(5 * step);
});

test('a rotation turns the short way when the engine wraps it, and the long way when the application counts on', () => {
  const wrap = (angle: number): number => angle - Math.round(angle / (2 * Math.PI)) * 2 * Math.PI;
  const [wrapped, counted] = [sprite(), sprite()];
  wrapped.rotation = 3;
  counted.rotation = 50;
  const { engineFrame } = engineStage({
    entities: [wrapped, counted],
    smooth: ['rotation'],
    update: (updated, elapsed) => {
      if (updated === wrapped) updated.rotation = wrap(updated.rotation + elapsed * 0.05);
      else updated.rotation += elapsed;
    },
  });
  engineFrame.advance(step);
  engineFrame.advance(step / 2);
  expect(wrap(wrapped.rotation)).toBeGreaterThan(3);
  expect(counted.rotation).toBeGreaterThan(50);
  expect(counted.rotation).toBeLessThan(50 + step);
});

test('snap moves an entity in an update without animation', () => {
  const entity = sprite(95);
  const { engineFrame } = engineStage({
    entities: [entity],
    smooth: ['x'],
    update: (updated, elapsed) => {
      updated.x += elapsed / 10;
      if (updated.x < 98) return;
      updated.x -= 98;
      engineFrame.snap(updated);
    },
  });
  const xs = drawn(entity, () => engineFrame.advance(step / 2), 20);
  for (const x of xs) expect(x < 20 || x >= 95).toBe(true);
  expect(() => engineFrame.snap(5 as never)).toThrow(TypeError);
});

test('an entity that cannot be written any more leaves the others alone', () => {
  const [destroyed, other] = [sprite(), sprite()];
  const { engineFrame, errors } = engineStage({
    entities: [destroyed, other],
    smooth: ['position.y'],
    update: (updated, elapsed) => {
      if (updated.position !== null) updated.position.y += elapsed;
    },
  });
  for (let i = 0; i < 3; i++) engineFrame.advance(step);
  Object.assign(destroyed, { position: null });
  for (let i = 0; i < 3; i++) engineFrame.advance(step);
  expect(other.position.y).toBeGreaterThan(3 * step);
  expect(errors.length).toBeLessThanOrEqual(3);
});

test('a number that entities do not have is reported once, and they are drawn at their true numbers', () => {
  const entities = [sprite(), sprite()];
  const { engineFrame, errors } = engineStage({
    entities,
    smooth: ['postion.y' as 'position.y', 'x'],
    update: (updated, elapsed) => void (updated.x += elapsed),
  });
  for (let i = 0; i < 3; i++) engineFrame.advance(step);
  expect(entities.map(({ x }) => x)).toEqual([3 * step, 3 * step]);
  expect(errors).toHaveLength(1);
});

test('names of numbers that an entity lacks do not compile', () => {
  const options: Parameters<typeof engineStage>[0] = {
    smooth: ['x', 'position.y'],
  };
  // @ts-expect-error: not a number
  options.smooth = ['position'];
  // @ts-expect-error: unknown
  options.smooth = ['position.z'];
  expect(options.smooth).toHaveLength(1);
});

test('updates see the same numbers with and without smooth, whatever the frames, the load and the budget', () => {
  fc.assert(
    fc.property(
      fc.array(fc.tuple(fc.integer({ min: 0, max: 60 }), fc.nat(6)), { minLength: 1, maxLength: 40 }),
      fc.constantFrom(1, 2, 3.5),
      (frames, stepsPerWindow) => {
        const play = (smooth: 'x'[]): number[] => {
          const entities = Array.from({ length: 8 }, (_, i) => sprite(i));
          const seen: number[] = [];
          let budget = 0;
          const { engineFrame, errors, spend } = engineStage({
            entities,
            always: [sprite(-1)],
            smooth,
            stepsPerWindow,
            budget: () => budget,
            priority: (entity, age) => age + entity.x / 1000,
            update: (updated, elapsed) => {
              seen.push(updated.x);
              updated.x += elapsed * (1 + Math.sin(updated.x));
              spend(1);
            },
          });
          for (const [elapsed, ms] of frames) {
            budget = ms;
            engineFrame.advance(elapsed);
          }
          engineFrame.dispose();
          expect(errors).toEqual([]);
          return [...seen, ...entities.map(({ x }) => x)];
        };
        expect(play(['x'])).toEqual(play([]));
      },
    ),
    { numRuns: runs({ gate: 50, long: 5000 }) },
  );
});

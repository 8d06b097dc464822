import { describe, expect, it } from 'vitest';
import { type Thing, stage, step, sum, thing } from './recorded-things.test.setup.ts';

describe('the pace', () => {
  it('is 1 until a window has passed, and if all entities are updated', () => {
    const { frame, run } = stage({ entities: [thing()] });
    expect(frame.stats.pace).toBe(1);
    for (let i = 0; i < 5; i++) {
      run();
      expect(frame.stats.pace).toBe(1);
    }
  });
});

describe('with several steps in a window', () => {
  it.each([true, false])(
    'the pace is 1 if each step makes one update of the window (all entities leave after each window: %s)',
    (leave) => {
      const entities = [thing(), thing(), thing()];
      const { frame } = stage({ entities, stepsPerWindow: 3 }, 1);
      for (let i = 0; i < 90; i++) {
        if (leave && i % 3 === 0) entities.splice(0, Infinity, thing(), thing(), thing());
        frame.run({ elapsed: step, budget: 0 });
        expect([i, frame.stats.updated, frame.stats.pace]).toEqual([i, i + 1, 1]);
      }
      expect(frame.stats.windows).toBe(30);
    },
  );

  it('an entity that is added late in a window counts for the pace from then on', () => {
    const entities: Thing[] = [];
    const { frame } = stage({ entities, stepsPerWindow: 3 });
    for (let i = 0; i < 30; i++) {
      frame.run({ elapsed: step, budget: 5 });
      if (i !== 1) continue;
      entities.push(thing());
      frame.addToWindow(entities[0]!);
    }
    expect(entities[0]!.updates.slice(0, 2)).toEqual([4 * step, step]);
    expect(frame.stats.pace).toBe(1);
  });

  it('the policy receives the age of an entity that is added late in a window', () => {
    const ages: number[] = [];
    const { frame } = stage({
      entities: [],
      stepsPerWindow: 3,
      initialAge: () => step / 2,
      priority: (_, age) => ages.push(age),
    });
    frame.run({ elapsed: step, budget: 5 });
    frame.run({ elapsed: step, budget: 5 });
    frame.addToWindow(thing());
    expect(ages).toEqual([step / 2]);
  });

  it.each([1, 2, 3.5, 5])(
    'with %s steps per window, an entity is ahead by at most a window minus a step, and by less than a step at the end of the window',
    (stepsPerWindow) => {
      const [player, enemy] = [thing(), thing()];
      const { frame, run } = stage({ always: [player], entities: [enemy], stepsPerWindow });
      for (let i = 0; i < 100; i++) {
        const { windows } = frame.stats;
        const ahead = sum(enemy.updates) - frame.now;
        run();
        expect(sum(player.updates)).toBe(frame.now);
        expect(sum(enemy.updates) - frame.now).toBeLessThanOrEqual((stepsPerWindow - 1) * step + 1e-6);
        if (frame.stats.windows > windows) expect(ahead).toBeLessThan(step);
        if (frame.stats.windows > windows && Number.isInteger(stepsPerWindow)) {
          expect(ahead).toBeCloseTo(0);
          expect(sum(enemy.updates) - frame.now).toBeCloseTo((stepsPerWindow - 1) * step);
        }
      }
    },
  );
});

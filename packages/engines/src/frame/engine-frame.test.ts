import { EventLoop, Task } from '@doha/loop';
import { expect, test, vi } from 'vitest';
import { engineStage, sprite, step } from './engine-stage.test.setup.ts';
import { EngineFrame } from './engine-frame.ts';

test('advance makes the steps that are due, and updates until the budget is spent', () => {
  const entities = Array.from({ length: 100 }, (_, i) => sprite(i));
  let updates = 0;
  const { engineFrame, spend } = engineStage({
    entities,
    update: () => {
      updates++;
      spend(1);
    },
    budget: 3,
  });
  engineFrame.advance(0);
  expect(engineFrame.frame.stats.steps).toBe(0);
  engineFrame.advance(2 * step);
  expect([engineFrame.frame.stats.steps, updates]).toEqual([2, 3]);
});

test('a budget can be a function, and is 5 ms after an error or an invalid result', () => {
  const results = [2, new Error('chaos'), NaN, '7'];
  let updates = 0;
  const { engineFrame, errors, spend } = engineStage({
    entities: Array.from({ length: 100 }, () => sprite()),
    update: () => {
      updates++;
      spend(1);
    },
    budget: () => {
      const result = results.shift();
      if (result instanceof Error) throw result;
      return result as number;
    },
  });
  const counts = [1, 2, 3, 4].map(() => {
    updates = 0;
    engineFrame.advance(step);
    return updates;
  });
  expect(counts).toEqual([2, 5, 5, 5]);
  expect(errors).toEqual([
    'chaos',
    'EngineFrame: budget must be a finite number ≥ 0, got NaN',
    "EngineFrame: budget must be a finite number ≥ 0, got '7'",
  ]);
});

test('an undefined option counts as absent', () => {
  const absent = {
    budget: undefined,
    smooth: undefined,
    whenHidden: undefined,
    always: undefined,
    minRate: undefined,
  };
  let updates = 0;
  const { engineFrame, spend } = engineStage({
    ...absent,
    entities: Array.from({ length: 100 }, () => sprite()),
    update: () => {
      updates++;
      spend(1);
    },
  });
  engineFrame.advance(step);
  expect(updates).toBe(5);
});

test.each<[Record<string, unknown>, string]>([
  [{ budget: -1 }, 'EngineFrame: budget must be a finite number ≥ 0, got -1'],
  [{ smooth: 'x' }, "EngineFrame: smooth must be an array of names of numbers, got 'x'"],
  [{ smooth: [''] }, 'EngineFrame: smooth must be an array of names of numbers'],
  [{ whenHidden: 'stop' }, "EngineFrame: whenHidden must be 'pause' or 'run', got 'stop'"],
  [{ loop: {} }, 'EngineFrame: loop must be an EventLoop, got '],
  [{ update: 5 }, 'Frame: update must be a function, got 5'],
  [{ update: 5, smooth: ['x'] }, 'Frame: update must be a function, got 5'],
])('the options %o are refused', (options, message) => {
  expect(() => engineStage(options)).toThrow(message);
});

test.each<[unknown, string]>([
  [null, 'EngineFrame: engine must be an object, got null'],
  [{ remove: 5 }, 'EngineFrame: remove of engine must be a function, got 5'],
  [{ speed: 1 }, 'EngineFrame: speed of engine must be a function, got 1'],
])('the engine %o is refused', (engine, message) => {
  expect(() => engineStage({}, engine as never)).toThrow(message);
});

test('an error of an update goes to the loop, and the other entities are updated', () => {
  const [broken, other] = [sprite(), sprite()];
  const { engineFrame, errors } = engineStage({
    entities: [broken, other],
    smooth: ['x'],
    update: (entity, elapsed) => {
      if (entity === broken) throw new Error('chaos');
      entity.x += elapsed;
    },
  });
  for (let i = 0; i < 9; i++) engineFrame.advance(step);
  expect(other.x).toBeGreaterThan(5 * step);
  expect(new Set(errors)).toEqual(new Set(['chaos']));
});

test('without the option loop, errors become uncaught exceptions, and tasks share the budget', async () => {
  const uncaught = new Promise((resolve) => {
    process.once('uncaughtException', resolve);
  });
  const engineFrame = new EngineFrame<object>({
    entities: [{}],
    priority: () => 1,
    update: () => {
      throw new Error('chaos');
    },
  });
  const task = vi.fn<() => void>();
  engineFrame.loop.submit(new Task(task), 5);
  engineFrame.advance(1000 / 60);
  expect(task).toHaveBeenCalledOnce();
  await expect(uncaught).resolves.toEqual(new Error('chaos'));
  engineFrame.dispose();
  expect(engineFrame.loop.disposed).toBe(true);
});

test('advance refuses invalid times and calls from callbacks', () => {
  const { engineFrame, errors } = engineStage({ beforeStep: () => engineFrame.advance(step) });
  expect(() => engineFrame.advance(NaN)).toThrow(
    new RangeError('EngineFrame.advance: elapsed must be a finite number, got NaN'),
  );
  expect(() => engineFrame.advance('1' as never)).toThrow(TypeError);
  engineFrame.advance(step);
  expect(errors).toEqual(['EngineFrame.advance was called from a callback of the same frame']);
  engineFrame.advance(step);
  expect(engineFrame.frame.stats.steps).toBe(2);
});

test.each(['the frame', 'the engine frame', 'the loop'])(
  'if %s is disposed, also in an update, the engine is told once, and nothing runs any more',
  (victim) => {
    for (const isInUpdate of [false, true]) {
      const remove = vi.fn<() => void>(() => {
        throw new Error('chaos');
      });
      const entity = sprite();
      const end = (): void => {
        if (victim === 'the frame') engineFrame.frame.dispose();
        else if (victim === 'the loop') engineFrame.loop.dispose();
        else engineFrame.dispose();
      };
      const { engineFrame, errors } = engineStage(
        {
          entities: [entity],
          smooth: ['x'],
          update: (updated, elapsed) => {
            updated.x += elapsed;
            if (isInUpdate && updated.x > 4 * step) end();
          },
        },
        { remove },
      );
      for (let i = 0; i < 4; i++) engineFrame.advance(step);
      if (!isInUpdate) end();
      for (let i = 0; i < 3; i++) engineFrame.advance(step);
      expect(remove).toHaveBeenCalledOnce();
      expect([engineFrame.frame.disposed, entity.x]).toEqual([true, isInUpdate ? 5 * step : 4 * step]);
      expect(errors).toEqual(['chaos']);
    }
  },
);

test('a loop of the application is not disposed with the frame', () => {
  const loop = new EventLoop({ host: { now: () => 0 } });
  const { engineFrame } = engineStage({ loop });
  {
    using _ = engineFrame;
  }
  expect([engineFrame.frame.disposed, loop.disposed]).toEqual([true, false]);
});

test('a hidden page makes no steps, and one step when it is shown again', () => {
  const page = Object.assign(new EventTarget(), { hidden: false });
  vi.stubGlobal('document', page);
  const entity = sprite();
  const { engineFrame } = engineStage({
    entities: [entity],
    update: (updated, elapsed) => void (updated.x += elapsed),
  });
  engineFrame.advance(step);
  page.hidden = true;
  for (let i = 0; i < 5; i++) engineFrame.advance(1000);
  expect(entity.x).toBe(step);
  page.hidden = false;
  engineFrame.advance(60_000);
  expect(entity.x).toBe(2 * step);
  const { now, stats } = engineFrame.frame;
  expect(now + stats.skippedTime).toBe(step + 65_000);
});

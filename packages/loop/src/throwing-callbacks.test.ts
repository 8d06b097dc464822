import { describe, expect, it } from 'vitest';
import { Frame } from './frame/frame.ts';
import type { FrameOptions } from './frame/frame-options.ts';
import type { Probe } from './event-loop/probe.ts';
import { everyFrame } from './display/every-frame.ts';
import type { Simulation } from './display/simulation.ts';
import { Task } from './event-loop/task.ts';
import { Timer } from './event-loop/timer.ts';
import { stage } from './event-loop/virtual-stage.test.setup.ts';

const step = 1000 / 60;
const minimal = { entities: [{}], update: () => {}, priority: () => 1 };

describe('a callback that throws', () => {
  it('of a probe is reported, and the loop continues', () => {
    const fail = (): never => {
      throw new Error('probe');
    };
    for (const name of ['ran', 'fired', 'dropped', 'turned'] as const) {
      const probe: Probe = { [name]: fail };
      const { errors, host, loop } = stage({ probe });
      let runs = 0;
      const dropped = new Task(() => {});
      for (let i = 0; i < 3; i++) loop.submit(new Task(() => runs++), 1);
      loop.submit(dropped, 0);
      loop.cancel(dropped);
      loop.submit(new Timer(() => runs++, { every: 10 }));
      host.advanceTo(25);
      expect([name, runs]).toEqual([name, 5]);
      expect(errors.length).toBeGreaterThan(0);
    }
  });

  it('of a frame is reported, whichever it is, and all other callbacks are called', () => {
    const names = ['update', 'priority', 'minRate', 'maxStep', 'beforeStep'] as const;
    for (const name of names) {
      const { errors, host, loop } = stage();
      let updates = 0;
      let calls = 0;
      const once =
        <T>(value: T, update = 0) =>
        (): T => {
          updates += update;
          if (++calls === 5) throw new Error(name);
          return value;
        };
      const entities = [{}, {}, {}];
      const options: FrameOptions<object> = {
        entities,
        always: [{}],
        update: () => updates++,
        priority: () => 1,
      };
      const frame = new Frame<object>({
        ...options,
        [name]: name === 'update' ? once(undefined, 1) : once(100),
      });
      everyFrame(loop, { simulate: frame, draw: () => {} });
      host.advanceTo(20 * step - 1);
      const lost = name === 'priority' || name === 'maxStep' ? 1 : 0;
      expect([errors, frame.stats.steps, updates]).toEqual([[new Error(name)], 20, 80 - lost]);
    }
  });

  it('in an iterable of entities prevents the updates of one window', () => {
    const { errors, host, loop } = stage();
    const entity = { updates: 0 };
    let reads = 0;
    const entities = {
      *[Symbol.iterator]() {
        yield entity;
        if (++reads === 5) throw new Error('entities');
      },
    };
    const frame = new Frame({ entities, update: (each: typeof entity) => each.updates++, priority: () => 1 });
    everyFrame(loop, { simulate: frame });
    host.advanceTo(10 * step - 1);
    expect(errors).toEqual([new Error('entities')]);
    expect(entity.updates).toBe(9);
  });

  it('of a frame or a simulation is reported without a source, since only tasks and timers of the application are sources', async () => {
    const fail = (): never => {
      throw new Error('failed');
    };
    const list: Iterable<object> = { [Symbol.iterator]: fail };
    const simulations: Record<string, () => Simulation> = {
      entities: () => new Frame({ ...minimal, entities: list }),
      always: () => new Frame({ ...minimal, always: list }),
      update: () => new Frame({ ...minimal, update: fail }),
      priority: () => new Frame({ ...minimal, priority: fail }),
      minRate: () => new Frame({ ...minimal, minRate: fail }),
      maxStep: () => new Frame({ ...minimal, maxStep: fail }),
      initialAge: () => new Frame({ ...minimal, initialAge: fail }),
      beforeStep: () => new Frame({ ...minimal, beforeStep: fail }),
      tick: () => ({ tick: fail }),
      'async tick': () => ({ tick: () => Promise.reject(new Error('failed')) }),
    };
    for (const [name, create] of Object.entries(simulations)) {
      const reports: unknown[][] = [];
      const { host, loop } = stage({ onError: (...report) => reports.push(report) });
      everyFrame(loop, { simulate: create() });
      host.advanceTo(1);
      await Promise.resolve();
      expect([name, reports]).toEqual([name, [[new Error('failed'), undefined]]]);
    }
  });

  it('in an iterable of entities is reported, even if frame.run reads it after the end of the budget', () => {
    const reports: unknown[][] = [];
    const { loop } = stage({ onError: (...report) => reports.push(report) });
    const entity = { elapsed: 0 };
    let reads = 0;
    const frame = new Frame({
      entities: {
        *[Symbol.iterator]() {
          if (++reads === 2) throw new Error('entities');
          yield entity;
        },
      },
      update: (each: typeof entity, elapsed) => (each.elapsed += elapsed),
      priority: () => 1,
    });
    frame.attach(loop);
    loop.submit(new Timer(() => {}, { at: 0, every: 0.001, catchUp: 1e9 })); // uses up each budget
    for (let i = 0; i < 3; i++) frame.run({ elapsed: step + 1e-9, budget: 0 });
    expect(reports).toEqual([[new Error('entities'), undefined]]);
    expect(entity.elapsed).toBeCloseTo(3 * step);
  });

  it('in draw does not stop steps and drawing', () => {
    const { errors, host, loop } = stage();
    let draws = 0;
    everyFrame(loop, {
      simulate: { tick: () => {} },
      draw: () => {
        if (++draws === 3) throw new Error('draw');
      },
    });
    host.advanceTo(10 * step + 1);
    expect([draws, errors]).toEqual([10, [new Error('draw')]]);
  });
});

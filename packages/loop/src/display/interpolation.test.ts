import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { EventLoop } from '../event-loop/event-loop.ts';
import { everyFrame } from './every-frame.ts';
import { Frame } from '../frame/frame.ts';
import { VirtualHost } from '../host/virtual-host.ts';
import { Interpolation } from './interpolation.ts';

/** An entity with a speed of 1 per ms. */
class Runner {
  x = 0;
  drawnFrom = 0;
  readonly motion: Interpolation = new Interpolation();
  longest = 0;

  update(frame: Frame<Runner>, elapsed: number): void {
    this.drawnFrom += (this.x - this.drawnFrom) * this.motion.restart(frame, elapsed);
    this.x += elapsed;
    this.longest = Math.max(this.longest, elapsed);
  }

  drawnAt(frame: Frame<Runner>): number {
    return this.drawnFrom + (this.x - this.drawnFrom) * this.motion.progress(frame);
  }
}

interface Scene {
  readonly displayRate: number;
  readonly rate: number;
  /** Time that updates of all entities take, as a multiple of the duration of a step. */
  readonly load: number;
  readonly driver: 'everyFrame' | 'run';
  readonly list: 'always' | 'entities';
}

const count = 40;

/** Plays for 5 s. Returns the drawn speeds as multiples of the true speed, the largest lag in ms, and the longest time between two updates. */
function play({ displayRate, rate, load, driver, list }: Scene) {
  const host = new VirtualHost({ displayRate });
  const start = 3; // neither on a display frame nor on a step
  host.advanceTo(start);
  const loop = new EventLoop({ host });
  const player = new Runner();
  const enemies = Array.from({ length: count }, () => new Runner());
  const frame: Frame<Runner> = new Frame({
    always: [player],
    entities: enemies,
    rate,
    priority: (_, age) => age,
    update: (runner, elapsed) => {
      runner.update(frame, elapsed);
      if (runner !== player) host.spend((load * 1000) / rate / count);
    },
  });
  const drawn: { at: number; x: number }[] = [];
  const runner = list === 'always' ? player : enemies[23]!;
  const draw = (at: number): unknown => drawn.push({ at, x: runner.drawnAt(frame) });
  if (driver === 'everyFrame') {
    everyFrame(loop, { simulate: frame, draw: (_, time) => draw(time) });
    host.advanceTo(5000);
  } else {
    const elapsed = 1000 / displayRate;
    frame.attach(loop);
    for (let time = start + elapsed; time < 5000; time += elapsed) {
      host.advanceTo(time);
      frame.run({ elapsed, budget: 0.9 * elapsed });
      draw(time);
    }
  }
  loop.dispose();
  const steady = drawn.slice(displayRate);
  const speeds = steady
    .slice(1)
    .map(({ at, x }, i) => Math.round((1000 * (x - steady[i]!.x)) / (at - steady[i]!.at)) / 1000);
  const lag = Math.max(...steady.map(({ at, x }) => at - start - x));
  return { speeds, lag, longest: runner.longest };
}

describe('Interpolation', () => {
  it.each([50, 60, 75, 120, 144])(
    'draws an entity on a display of %d Hz at between half and one and a half times its speed',
    (displayRate) => {
      for (const rate of [30, 60]) {
        for (const load of [0.001, 0.5, 3]) {
          for (const driver of ['everyFrame', 'run'] as const) {
            for (const list of ['always', 'entities'] as const) {
              const scene = { displayRate, rate, load, driver, list };
              const { speeds, lag, longest } = play(scene);
              expect(speeds.length).toBeGreaterThan(3.5 * displayRate);
              expect([scene, Math.min(...speeds) >= 0.5]).toEqual([scene, true]);
              expect([scene, Math.max(...speeds) <= 1.5]).toEqual([scene, true]);
              // The time between two updates, two steps and one display frame.
              expect(lag).toBeLessThan(longest + 2000 / rate + 1000 / displayRate);
            }
          }
        }
      }
    },
  );

  it('draws an entity at no more than twice its speed and never backwards, whenever its updates come', () => {
    const event = fc.record({
      shown: fc.integer({ min: 0, max: 300 }),
      elapsed: fc.integer({ min: 1, max: 300 }),
    });
    fc.assert(
      fc.property(fc.array(event), (events) => {
        const clock = { drawTime: 0, rate: 60 };
        const motion = new Interpolation();
        let [from, x] = [0, 0];
        const drawn = (): number => from + (x - from) * motion.progress(clock);
        for (const { shown, elapsed } of events) {
          const before = drawn();
          clock.drawTime += shown;
          const moved = drawn() - before;
          expect(moved).toBeGreaterThanOrEqual(0);
          expect(moved).toBeLessThanOrEqual(2 * shown + 1e-9);
          const beforeUpdate = drawn();
          from += (x - from) * motion.restart(clock, elapsed);
          x += elapsed;
          expect(drawn()).toBeCloseTo(beforeUpdate, 6);
        }
        clock.drawTime += 2 * x + 1000;
        expect(drawn()).toBe(x);
      }),
    );
  });

  it('continues from the drawn position if the entity moves to another frame, and never draws it backwards', () => {
    const event = fc.record({
      shown: fc.integer({ min: 0, max: 100 }),
      elapsed: fc.option(fc.integer({ min: 1, max: 100 })),
      next: fc.nat(2),
    });
    fc.assert(
      fc.property(fc.array(event, { maxLength: 30 }), fc.boolean(), (events, isFrame) => {
        const clocks = [3000, 0, 500].map((drawTime) =>
          isFrame ? { drawTime, rate: 60, stats: {} } : { drawTime, rate: 60 },
        );
        const motion = new Interpolation();
        let [from, x, current] = [0, 0, 0];
        const drawn = (): number => from + (x - from) * motion.progress(clocks[current]!);
        for (const { shown, elapsed, next } of events) {
          const before = drawn();
          // All clocks without `stats` count as one clock. A later `drawTime` then means that time
          // has passed.
          if (isFrame || clocks[next]!.drawTime < clocks[current]!.drawTime) current = next;
          expect(drawn()).toBeCloseTo(before, 6);
          for (const clock of clocks) clock.drawTime += shown;
          expect(drawn() - before).toBeGreaterThanOrEqual(-1e-9);
          expect(drawn() - before).toBeLessThanOrEqual(2 * shown + 1e-9);
          if (elapsed === null) continue;
          from += (x - from) * motion.restart(clocks[current]!, elapsed);
          x += elapsed;
        }
        clocks[current]!.drawTime += 2 * x + 1000;
        expect(drawn()).toBe(x);
      }),
    );
  });

  it('never draws an entity backwards or at over twice its speed when a new frame begins at 0', () => {
    const runner = new Runner();
    const drawn: number[] = [];
    for (let level = 0; level < 3; level++) {
      const frame: Frame<Runner> = new Frame({
        entities: [runner],
        priority: () => 1,
        update: (entity, elapsed) => entity.update(frame, elapsed),
      });
      frame.attach(new EventLoop({ host: new VirtualHost() }));
      for (let i = 0; i < 60; i++) {
        frame.run({ elapsed: 1000 / 60 + 1e-9, budget: 5 });
        drawn.push(runner.drawnAt(frame));
      }
    }
    const moves = drawn.slice(1).map((x, i) => x - drawn[i]!);
    expect(Math.min(...moves)).toBeGreaterThanOrEqual(0);
    expect(Math.max(...moves)).toBeLessThanOrEqual(2 * (1000 / 60) + 1e-6);
  });

  it('throws an error without a frame or with an invalid elapsed, and draws as before', () => {
    const clock = { drawTime: 0, rate: 60 };
    const motion = new Interpolation();
    motion.restart(clock, 20);
    clock.drawTime = 10;
    const before = motion.progress(clock);
    const call = motion as unknown as Record<'restart' | 'progress', (...given: unknown[]) => unknown>;
    const frame = 'must be a Frame or an object with drawTime and rate, got';
    expect(() => call.restart(16)).toThrow(TypeError(`Interpolation.restart: frame ${frame} 16`));
    expect(() => call.restart({ drawTime: 5 }, 16)).toThrow(TypeError);
    expect(() => call.restart(clock)).toThrow(
      TypeError('Interpolation.restart: elapsed must be a finite number ≥ 0, got undefined'),
    );
    expect(() => call.restart(clock, -1)).toThrow(RangeError);
    for (const elapsed of ['5', null, true, [], new Date(5)])
      expect(() => call.restart(clock, elapsed)).toThrow(TypeError);
    for (const rate of ['60', true, Infinity])
      expect(() => call.restart({ drawTime: 10, rate }, 16)).toThrow(TypeError);
    expect(() => call.progress()).toThrow(TypeError(`Interpolation.progress: frame ${frame} undefined`));
    expect(motion.progress(clock)).toBe(before);
  });

  it('has the progress 1 for an entity that was never updated', () => {
    expect(new Interpolation().progress({ drawTime: 100, rate: 60 })).toBe(1);
  });
});

describe('drawTime', () => {
  it('never decreases, even if steps are skipped', () => {
    const host = new VirtualHost({ displayRate: 75 });
    const loop = new EventLoop({ host });
    let turns = 0;
    const frame: Frame<object> = new Frame({
      entities: [{}],
      priority: () => 1,
      update: () => host.spend(turns++ % 50 === 7 ? 137 : 1),
    });
    const shown: number[] = [];
    everyFrame(loop, { simulate: frame, catchUp: 1, draw: () => shown.push(frame.drawTime) });
    host.advanceTo(10_000);
    expect(frame.stats.skippedTime).toBeGreaterThan(0);
    expect(shown).toEqual(shown.toSorted((a, b) => a - b));
    expect(shown.at(-1)!).toBeGreaterThan(frame.now - 2 * (1000 / 60));
  });

  it('is (1 - alpha) steps before frame.now', () => {
    const frame = new Frame({ entities: [], rate: 100, priority: () => 1, update: () => {} });
    frame.run({ elapsed: 34, budget: 1 });
    expect([frame.now, frame.alpha, frame.drawTime].map(Math.round)).toEqual([30, 0, 24]);
    expect(frame.alpha).toBeCloseTo(0.4);
  });
});

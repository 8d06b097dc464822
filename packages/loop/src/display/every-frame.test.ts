import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { EventLoop } from '../event-loop/event-loop.ts';
import { everyFrame } from './every-frame.ts';
import { Frame } from '../frame/frame.ts';
import { VirtualHost } from '../host/virtual-host.ts';
import { Task } from '../event-loop/task.ts';

interface DrawnFrame {
  time: number;
  /** Simulated time in ms that the frame shows. */
  shows: number;
}

/** Plays for 20 s on a loop that always has work. Returns the frames that were drawn. */
function play(displayRate: number, rate: number, phase: number): DrawnFrame[] {
  const host = new VirtualHost({ displayRate });
  const loop = new EventLoop({ host });
  const frames: DrawnFrame[] = [];
  let simulated = 0;
  host.advanceTo(phase);
  const filler = new Task(() => {
    host.spend(0.3);
    loop.submit(filler, 0);
  });
  loop.submit(filler, 0);
  everyFrame(loop, {
    rate,
    simulate: {
      tick: () => {
        simulated += 1000 / rate;
      },
    },
    draw: (alpha, time) => {
      frames.push({ time, shows: simulated - (1 - alpha) * (1000 / rate) });
      host.spend(1);
    },
    maxLateness: 0.1,
  });
  host.advanceTo(20_000 + phase);
  return frames.slice(10);
}

/** The times of steps and display frames in 20 s on an idle loop. */
function playSteps(displayRate: number, rate: number, phase: number): { steps: number[]; frames: number[] } {
  const host = new VirtualHost({ displayRate });
  const loop = new EventLoop({ host });
  const steps: number[] = [];
  const frames: number[] = [];
  host.advanceTo(phase);
  everyFrame(loop, {
    rate,
    simulate: { tick: () => steps.push(host.now()) },
    draw: (_, time) => frames.push(time),
  });
  host.advanceTo(20_000);
  return { steps, frames };
}

describe('everyFrame', () => {
  it.each([50, 60, 75, 90, 120, 144, 165, 240])(
    'draws at most 0.5 % uneven frames on a %i Hz display, whatever the phase of the steps is',
    (displayRate) => {
      for (const rate of [30, 60]) {
        for (const phase of [0, 1.7, 5, 11.3]) {
          const frames = play(displayRate, rate, phase);
          const uneven = frames.filter((frame, i) => {
            const last = frames[i - 1];
            if (last === undefined) return false;
            const evenness = (frame.shows - last.shows) / (frame.time - last.time);
            return evenness < 0.5 || evenness > 1.5;
          });
          expect(frames.length).toBeGreaterThan(displayRate * 10);
          expect(uneven.length / frames.length).toBeLessThanOrEqual(0.005);
        }
      }
    },
  );

  it.each([
    [60, 60, 0.01],
    [60, 30, 0.01],
    [120, 60, 0.01],
    [59.94, 60, 0.6],
  ])(
    'on a display of %d Hz, aligns steps of %d Hz with display frames, whatever the initial phase is',
    (displayRate, rate, most) => {
      for (const phase of [0, 1.7, 5, 8.2, 11.3, 16]) {
        const { steps, frames } = playSteps(displayRate, rate, phase);
        for (const step of steps.slice(-100)) {
          const distance = Math.min(...frames.map((frame) => Math.abs(frame - step)));
          expect(distance).toBeLessThan(most);
        }
      }
    },
  );

  it('wakes early for firm steps only if the steps do not follow the display', () => {
    const turnsIn10s = (displayRate: number): number => {
      const host = new VirtualHost({ displayRate });
      const loop = new EventLoop({ host });
      everyFrame(loop, { simulate: { tick: () => {} }, draw: () => {}, maxLateness: 0.1 });
      host.advanceTo(1000);
      const { turns } = loop.stats;
      host.advanceTo(11_000);
      return loop.stats.turns - turns;
    };
    expect(turnsIn10s(60)).toBeLessThanOrEqual(2 * 600);
    expect(turnsIn10s(75)).toBeGreaterThan(10 * 600);
  });

  it('continues its steps when the display stops requesting frames', () => {
    class StoppingHost extends VirtualHost {
      presents = true;
      override requestFrame(draw: (time: number) => void): void {
        if (this.presents) super.requestFrame(draw);
      }
    }
    const host = new StoppingHost();
    const loop = new EventLoop({ host });
    const steps: number[] = [];
    everyFrame(loop, { simulate: { tick: () => steps.push(host.now()) }, draw: () => {}, maxLateness: 0.1 });
    host.advanceTo(1000);
    host.presents = false;
    host.advanceTo(3000);
    const gaps = steps.slice(1).map((at, index) => at - steps[index]!);
    expect(Math.max(...gaps)).toBeLessThan(1000 / 60 + 1);
    expect(steps.length).toBeGreaterThanOrEqual(179);
  });

  it.each([50, 75, 144])(
    'makes 60 steps per second on a display of %d Hz, which is not a multiple of 60',
    (displayRate) => {
      const { steps } = playSteps(displayRate, 60, 3);
      const gaps = steps.slice(1).map((step, i) => step - steps[i]!);
      expect(Math.max(...gaps)).toBeCloseTo(1000 / 60, 6);
      expect(Math.min(...gaps)).toBeCloseTo(1000 / 60, 6);
    },
  );

  it('makes at most one step when a hidden page is shown again', () => {
    const host = new VirtualHost();
    const loop = new EventLoop({ host });
    let steps = 0;
    everyFrame(loop, { rate: 60, simulate: { tick: () => steps++ } });
    host.advanceTo(1000);
    host.setVisible(false);
    const before = steps;
    host.advanceTo(60_000);
    expect(steps).toBe(before);
    host.setVisible(true);
    host.advanceTo(60_001);
    expect(steps).toBe(before + 1);
  });

  it('makes no step before it is due, however often the page is hidden and shown again', () => {
    const host = new VirtualHost();
    const loop = new EventLoop({ host });
    const steps: number[] = [];
    everyFrame(loop, { rate: 10, simulate: { tick: () => steps.push(host.now()) } });
    for (let time = 30; time <= 5000; time += 30) {
      host.advanceTo(time);
      host.setVisible(false);
      host.advanceTo(time + 1);
      host.setVisible(true);
    }
    expect(steps.length).toBe(50);
    const gaps = steps.slice(1).map((at, index) => at - steps[index]!);
    expect(Math.min(...gaps)).toBeGreaterThanOrEqual(100);
  });

  it('makes its first step at once when a page that was hidden at the start is shown', () => {
    const host = new VirtualHost();
    const loop = new EventLoop({ host });
    host.setVisible(false);
    const steps: number[] = [];
    everyFrame(loop, { rate: 10, simulate: { tick: () => steps.push(host.now()) } });
    host.advanceTo(20);
    host.setVisible(true);
    host.advanceTo(30);
    expect(steps).toEqual([20]);
  });

  it('continues drawing when a step or draw throws, and reports the error', () => {
    const host = new VirtualHost();
    const errors: unknown[] = [];
    const loop = new EventLoop({ host, onError: (error) => errors.push(error) });
    everyFrame(loop, {
      simulate: {
        tick: () => {
          throw new Error('step');
        },
      },
      draw: () => {
        throw new Error('frame');
      },
    });
    host.advanceTo(49);
    expect(errors.map((error) => (error as Error).message).toSorted()).toEqual([
      'frame',
      'frame',
      'step',
      'step',
      'step',
    ]);
  });

  it('ends if the simulation stops it in its method claim', () => {
    const host = new VirtualHost();
    const loop = new EventLoop({ host });
    const calls: string[] = [];
    const simulate = {
      tick: () => calls.push('tick'),
      claim: (stop: () => void) => (stop(), () => calls.push('released')),
    };
    everyFrame(loop, { simulate, draw: () => calls.push('draw') });
    host.advanceTo(100);
    expect(calls).toEqual(['released']);
    expect(loop.pendingTimers).toBe(0);
  });

  it('ends when the function that it returns is called, and when the loop is disposed', () => {
    const host = new VirtualHost();
    const loop = new EventLoop({ host });
    let calls = 0;
    const count = (): void => {
      calls++;
    };
    const undo = everyFrame(loop, { simulate: { tick: count }, draw: count });
    host.advanceTo(100);
    undo();
    const before = calls;
    host.advanceTo(200);
    host.setVisible(false);
    host.setVisible(true);
    host.advanceTo(300);
    expect(calls).toBe(before);
    everyFrame(loop, { simulate: { tick: count }, draw: count });
    loop.dispose();
    host.advanceTo(400);
    expect(calls).toBe(before);
  });

  it('does not draw if the step right before a display frame disposes the loop', () => {
    let now = 0;
    let present: (time: number) => void = () => {};
    const requestFrame = (draw: typeof present): void => {
      present = draw;
    };
    const errors: unknown[] = [];
    const loop = new EventLoop({
      host: { now: () => now, requestFrame },
      onError: (error) => errors.push(error),
    });
    let frames = 0;
    everyFrame(loop, { simulate: { tick: () => loop.dispose() }, draw: () => frames++ });
    now = 100;
    present(now);
    expect(errors).toEqual([]);
    expect(frames).toBe(0);
  });

  it('throws an error for a rate that is not positive', () => {
    const loop = new EventLoop({ host: new VirtualHost() });
    expect(() => everyFrame(loop, { rate: 0, simulate: { tick: () => {} } })).toThrow('got 0');
  });
});

it('everyFrame draws nothing backwards and adds no time if it is stopped and called again at any times', () => {
  const pause = fc.record({ runs: fc.integer({ min: 0, max: 80 }), rests: fc.integer({ min: 0, max: 40 }) });
  const rates = fc.constantFrom(20, 30, 60, 90);
  fc.assert(
    fc.property(fc.array(pause, { minLength: 1, maxLength: 20 }), rates, (pauses, rate) => {
      const host = new VirtualHost();
      const loop = new EventLoop({ host });
      let [previous, current, ran] = [0, 0, 0];
      const drawn: number[] = [];
      const simulate = { tick: () => ([previous, current] = [current, current + 1]) };
      const draw = (alpha: number): void => void drawn.push(previous + (current - previous) * alpha);
      for (const { rests, runs } of pauses) {
        const stop = everyFrame(loop, { simulate, rate, draw });
        host.advanceTo(host.now() + runs);
        ran += runs;
        stop();
        host.advanceTo(host.now() + rests);
      }
      expect(drawn).toEqual(drawn.toSorted((one, other) => one - other));
      expect(current).toBeLessThanOrEqual((ran * rate) / 1000 + 2);
      expect(current).toBeGreaterThanOrEqual(Math.floor((ran * rate) / 1000) - 1);
    }),
  );
});

it('everyFrame makes the first step at its second call if it was stopped before that step', () => {
  const host = new VirtualHost();
  const loop = new EventLoop({ host });
  let steps = 0;
  const simulate = { tick: () => steps++ };
  everyFrame(loop, { simulate, rate: 10 })();
  everyFrame(loop, { simulate, rate: 10 });
  host.advanceTo(1);
  expect(steps).toBe(1);
});

describe('the time that a frame does not simulate', () => {
  const span = fc.integer({ min: 0, max: 100 });
  const events = fc.array(
    fc.record({ shown: span, hidden: span, busy: fc.constantFrom(0, 0, 30, 300), restarts: fc.boolean() }),
    { maxLength: 60 },
  );
  // Rates of displays that the steps do not follow.
  const displays = fc.constantFrom(undefined, 50, 75, 144);

  it('is counted as skipped whenever the page is hidden and shown', () => {
    fc.assert(
      fc.property(events, displays, fc.constantFrom(20, 60, 90), (given, displayRate, rate) => {
        const host = new VirtualHost({ displayRate });
        const loop = new EventLoop({ host });
        const frame = new Frame({ entities: [{}], rate, priority: () => 1, update: () => {} });
        const draw = displayRate === undefined ? undefined : (): void => {};
        let stop = everyFrame(loop, { simulate: frame, draw });
        for (const { busy, hidden, restarts, shown } of given) {
          if (busy > 0) loop.submit(new Task(() => host.spend(busy)), 0);
          host.advanceTo(host.now() + shown);
          host.setVisible(false);
          host.advanceTo(host.now() + hidden);
          if (restarts) {
            stop();
            stop = everyFrame(loop, { simulate: frame, draw });
          }
          host.setVisible(true);
          host.advanceTo(host.now() + 1);
          const missing = host.now() - frame.now - frame.stats.skippedTime;
          expect(Math.abs(missing)).toBeLessThan(1000 / rate + 1e-6);
        }
      }),
    );
  });

  it.each([59.5, 59.94, 60, 60.5, 120])(
    'is 0 on a display of %d Hz, which the steps follow, while the page is shown',
    (displayRate) => {
      const host = new VirtualHost({ displayRate });
      const loop = new EventLoop({ host });
      const frame = new Frame({ entities: [{}], priority: () => 1, update: () => {} });
      host.advanceTo(3.3);
      everyFrame(loop, { simulate: frame, draw: () => {} });
      host.advanceTo(20_000);
      expect(frame.stats.skippedTime).toBe(0);
      host.setVisible(false);
      host.advanceTo(20_100);
      host.setVisible(true);
      host.advanceTo(40_000);
      expect(frame.stats.skippedTime).toBeGreaterThan(100 - 1000 / 60 - 1);
      expect(frame.stats.skippedTime).toBeLessThanOrEqual(100);
    },
  );
});

it.each([
  [10, 60],
  [30, 60],
  [60, 7],
])('no time is lost if the rate changes between %i and %i Hz', (one, other) => {
  const host = new VirtualHost();
  const loop = new EventLoop({ host });
  const frame = new Frame({ entities: [], update() {}, priority: () => 1 });
  let stop = everyFrame(loop, { simulate: frame, rate: one });
  const use = (rate: number): void => {
    stop();
    stop = everyFrame(loop, { simulate: frame, rate });
  };
  for (let second = 1; second <= 60; second++) {
    host.advanceTo(second * 1000 - 10);
    use(other);
    host.advanceTo(second * 1000 - 5 * (second % 2));
    use(one);
  }
  host.advanceTo(61_000);
  const accounted = frame.now + frame.stats.skippedTime;
  expect(Math.abs(host.now() - accounted)).toBeLessThanOrEqual(1000 / Math.min(one, other));
});

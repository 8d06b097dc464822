import { advice } from './advice.ts';
import { checkRate } from './check-rate.ts';
import type { EventLoop } from './event-loop.ts';
import { checkFunction, checkKind, checkNumber, checkObject, withDefaults } from './options.ts';
import { Timer } from './timer.ts';

/** What {@link EventLoop.everyFrame} runs at a fixed rate; a `Frame` is one. */
export interface Simulation {
  /** Steps per second that it is made for. */
  readonly rate?: number;
  /** Prepares for steps at `rate` on `loop`. */
  attach?(loop: EventLoop, rate: number): void;
  /** Makes one step of 1000 / rate ms. */
  tick(): void;
  /** Claims the simulation, which calls `stop` if it ends before. Returns what releases it. Throws if something else runs the simulation. */
  claim?(stop: () => void): () => void;
  /** Is told of time in ms for which no steps are made up. */
  skip?(elapsed: number): void;
}

export interface EveryFrameOptions {
  /** A frame, or anything with a `tick` that makes one step. */
  simulate: Simulation;
  /**
   * Steps per second; 0.000001 to 1,000,000. Default: the rate of `simulate`, or 60. If the display's rate is the same or a multiple, within 1.5 %, steps follow the
   * display, such as 59.94 for 60, and are made right before its frames.
   */
  rate?: number | undefined;
  /**
   * Draws; called before each frame of the display. `alpha`, 0 to 1, is how far the frame's `time` lies between the last two steps: draw
   * `previous + (current - previous) * alpha`, so that motion is even whatever the two rates. It can be a little below 0, -0.5 at
   * the least, if a step was made between the frame's time and its drawing.
   */
  draw?: ((alpha: number, time: number) => void) | undefined;
  /** Steps made up for after a delay; if more were missed, all are skipped: time debt never grows. ≥ 0, default 4. */
  catchUp?: number | undefined;
  /**
   * As for a {@link Timer}; > 0, default 1. Less makes the steps firm, unless they follow the display: then the frame makes the step, and nothing
   * polls for it.
   */
  maxLateness?: number | undefined;
}

/** Starts the two rhythms; returns what stops them. */
export function everyFrame(loop: EventLoop, given: EveryFrameOptions): () => void {
  const { simulate, rate, catchUp, maxLateness, ...options } = complete(given);
  let { draw } = options;
  const { host } = loop;
  const step = 1000 / rate;
  let stepAt = host.now();
  const makeStep = (_: number, release: number): void => {
    const missed = release - stepAt - step;
    stepAt = release;
    // Half a step of tolerance: steps move a little to meet the frames of the display.
    if (missed > step / 2) simulate.skip?.(missed);
    simulate.tick();
  };
  const stepsFrom = (at: number, lateness: number): Timer =>
    new Timer(makeStep, { at, every: step, catchUp, maxLateness: lateness });
  let stepping = stepsFrom(stepAt, maxLateness);
  let stop = (): void => {};
  const release = simulate.claim?.(() => stop());
  simulate.attach?.(loop, rate);
  loop.submit(stepping);
  // The return to a hidden page means one step, not all those that were missed.
  const unwatch = host.watchVisibility?.((visible) => {
    loop.cancel(stepping);
    if (visible) loop.submit((stepping = stepsFrom(host.now(), maxLateness)));
  });

  let presentedAt = 0;
  const present = (time: number): void => {
    if (draw === undefined) return;
    host.requestFrame?.(present);
    // Steps that keep time with the frames move, a part of the way each, to right before them, where neither waits for the other.
    const gap = time - presentedAt;
    presentedAt = time;
    const ahead = time - stepAt;
    const keepTime = Math.abs(step - Math.round(step / gap) * gap) < step / 50;
    const shift = keepTime ? (ahead - Math.round(ahead / gap) * gap) / 32 : 0;
    // A firm timer would wake the loop early and poll. The frame itself comes right after the release, and makes the step if it is due.
    const lateness = keepTime ? Math.max(1, maxLateness) : maxLateness;
    if (lateness !== stepping.maxLateness && loop.cancel(stepping))
      loop.submit((stepping = stepsFrom(stepAt + step, lateness)));
    (stepping as { every: number }).every = step + shift;
    try {
      // The browser may draw before it gives the loop its turn: a step that is due goes first.
      if (host.now() >= stepAt + step) loop.run({ budget: 0 });
      draw?.(Math.min(Math.max(-0.5, (time - stepAt) / step), 1), time);
    } catch (error) {
      loop.reportError(error);
    }
  };
  host.requestFrame?.(present);

  stop = () => {
    draw = undefined;
    unwatch?.();
    loop.cancel(stepping);
    release?.();
  };
  return stop;
}

interface Complete {
  readonly simulate: Simulation;
  readonly rate: number;
  readonly catchUp: number;
  readonly maxLateness: number;
  readonly draw?: ((alpha: number, time: number) => void) | undefined;
}

function complete(given: EveryFrameOptions): Complete {
  checkObject('everyFrame: options', given);
  advice.advisor?.options('everyFrame', given, ['simulate', 'rate', 'draw', 'catchUp', 'maxLateness']);
  const { simulate } = given;
  const canTick = typeof (simulate as Partial<Simulation> | null | undefined)?.tick === 'function';
  checkKind('everyFrame: simulate', canTick, 'a Frame or an object with a method tick', simulate);
  const options = withDefaults({ rate: simulate.rate ?? 60, catchUp: 4, maxLateness: 1 }, given);
  checkRate('everyFrame: rate', options.rate);
  checkNumber('everyFrame: catchUp', options.catchUp, { min: 0 });
  checkNumber('everyFrame: maxLateness', options.maxLateness, { above: 0 });
  if (options.draw !== undefined) checkFunction('everyFrame: draw', options.draw);
  return options;
}

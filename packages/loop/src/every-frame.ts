import { checkNumber } from './options.ts';
import type { EventLoop } from './event-loop.ts';
import { Timer } from './timer.ts';

/** What {@link EventLoop.everyFrame} runs at a fixed rate; a `Frame` is one. */
export interface Simulation {
  /** Steps per second that it is made for. */
  readonly rate?: number;
  /** Prepares for steps at `rate` on `loop`. */
  attach?(loop: EventLoop, rate: number): void;
  /** Makes one step of 1000 / rate ms. */
  tick(): void;
}

export interface EveryFrameOptions {
  /** A frame, or anything with a `tick` that makes one step. */
  simulate: Simulation;
  /**
   * Steps per second; > 0. Default: the rate of `simulate`, or 60. Where the display's rate is the same or a multiple, but for up to
   * 1.5 %, the display's is kept, as 59.94 for 60, and steps come right before pictures.
   */
  rate?: number;
  /**
   * Draws; called before each picture. `alpha`, 0 to 1, is how far the picture's `time` lies between the last two steps: draw
   * `previous + (current - previous) * alpha`, so that motion is even whatever the two rates. It can be a little below 0, -0.5 at
   * the least, when a step was made between the picture's time and its drawing.
   */
  draw?: (alpha: number, time: number) => void;
  /** Steps made up for after a delay; if more were missed, all are skipped: time debt never grows. Default 4. */
  catchUp?: number;
  /** As for a {@link Timer}. Default 1; less makes the steps firm. */
  maxLateness?: number;
}

/** Starts the two rhythms; returns what stops them. */
export function everyFrame(loop: EventLoop, options: EveryFrameOptions): () => void {
  const { simulate, rate = simulate.rate ?? 60 } = options;
  let { draw } = options;
  const { host } = loop;
  checkNumber('everyFrame: rate', rate, { above: 0 });
  const step = 1000 / rate;
  simulate.attach?.(loop, rate);

  let stepAt = host.now();
  const stepping = new Timer(
    (_, release) => {
      stepAt = release;
      simulate.tick();
    },
    { catchUp: 4, ...options, after: 0, every: step },
  );
  loop.submit(stepping);
  // Coming back to a hidden page means one step, not all those that were missed.
  const unwatch = host.watchVisibility?.((visible) => {
    if (visible) loop.submit(stepping);
    else loop.cancel(stepping);
  });

  let presentedAt = 0;
  const present = (time: number): void => {
    if (draw === undefined) return;
    host.requestFrame?.(present);
    // Where steps keep time with pictures they move, a part of the way each, to right before them, where neither waits for the other.
    const gap = time - presentedAt;
    presentedAt = time;
    const ahead = time - stepAt;
    const keepTime = Math.abs(step - Math.round(step / gap) * gap) < step / 50;
    const shift = keepTime ? (ahead - Math.round(ahead / gap) * gap) / 32 : 0;
    (stepping.options as { every: number }).every = step + shift;
    try {
      // The browser may draw before it gives the loop its turn: a step that is due goes first.
      if (host.now() >= stepAt + step) loop.run({ budget: 0 });
      draw?.(Math.min(Math.max(-0.5, (time - stepAt) / step), 1), time);
    } catch (error) {
      loop.reportError(error);
    }
  };
  host.requestFrame?.(present);

  return () => {
    draw = undefined;
    unwatch?.();
    loop.cancel(stepping);
  };
}

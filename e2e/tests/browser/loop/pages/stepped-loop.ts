import { EventLoop, everyFrame, Frame } from '@doha/loop';

/** A loop with a simulation whose steps are counted per turn. */
export interface SteppedLoop {
  readonly loop: EventLoop;
  /** Number of steps of each turn that made any. */
  readonly stepsByTurn: number[];
  /** Elapsed time of each update in ms. */
  readonly elapsed: number[];
  /** Resolves after `count` additional turns with steps. */
  readonly turns: (count: number) => Promise<void>;
}

export function steppedLoop(): SteppedLoop {
  const stepsByTurn: number[] = [];
  const elapsed: number[] = [];
  const waiting: { turn: number; resolve: () => void }[] = [];
  let steps = 0;
  const turned = (): void => {
    if (steps > 0) stepsByTurn.push(steps);
    steps = 0;
    for (const { turn, resolve } of waiting) if (stepsByTurn.length >= turn) resolve();
  };
  const loop = new EventLoop({ probe: { turned } });
  const frame = new Frame({
    entities: [{}],
    update: (_, time) => elapsed.push(time),
    priority: () => 1,
    beforeStep: () => steps++,
  });
  everyFrame(loop, { simulate: frame });
  const turns = (count: number): Promise<void> =>
    new Promise((resolve) => waiting.push({ turn: stepsByTurn.length + count, resolve }));
  return { loop, stepsByTurn, elapsed, turns };
}

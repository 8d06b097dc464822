import { EventLoop, everyFrame, Frame } from '@doha/loop';

/** A loop that simulates, with its steps counted by turn. */
export interface SteppedLoop {
  readonly loop: EventLoop;
  /** Steps made in each turn that made any. */
  readonly stepsByTurn: number[];
  /** ms that the entity was given in each of its updates. */
  readonly elapsed: number[];
  /** Resolves when so many more turns have made steps. */
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

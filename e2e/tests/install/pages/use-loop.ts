import { nearestTo, type Policy } from '@doha/adapt';
import { EventLoop, Frame, Task, Timer } from '@doha/loop';

/** Results of a frame and of an event loop. */
export interface LoopReport {
  /** Positions of the updated entities of one frame. */
  readonly updated: readonly number[];
  /** Tasks and timers of a loop in their order of execution. */
  readonly dispatched: readonly string[];
}

interface Creature {
  readonly x: number;
  readonly y: number;
}

export async function useLoop(): Promise<LoopReport> {
  return { updated: update(), dispatched: await dispatch() };
}

function update(): number[] {
  const players: Creature[] = [{ x: 0, y: 0 }];
  const enemies: Creature[] = [30, 10, 20].map((x) => ({ x, y: 0 }));
  const priority: Policy<Creature> = nearestTo(players);
  const updated: number[] = [];
  const frame = new Frame({
    always: players,
    entities: enemies,
    priority,
    update: ({ x }) => updated.push(x),
  });
  frame.run({ elapsed: 17, budget: 1000 });
  return updated;
}

async function dispatch(): Promise<string[]> {
  const dispatched: string[] = [];
  const loop = new EventLoop();
  loop.submit(new Task(() => dispatched.push('minor')), 1);
  loop.submit(new Task(() => dispatched.push('major')), 2);
  loop.submit(new Timer(() => dispatched.push('timer'), { after: 0 }));
  await new Promise<void>((resolve) => loop.submit(new Task(() => resolve()), 0));
  loop.dispose();
  return dispatched;
}

/** Only compiled: the published types must reject these calls. */
export function misuse(loop: EventLoop): void {
  // @ts-expect-error -- a task needs a function
  loop.submit(new Task('work'), 1);
  // @ts-expect-error -- only a timer may be submitted without a priority
  loop.submit(new Task(() => {}));
}

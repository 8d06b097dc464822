import type { EngineFrameOptions } from '@doha/engines';
import { EventLoop } from '@doha/loop';

/** An entity whose `x` is the simulated time in ms that it has received, and the options of a frame that updates it. */
export interface Walker {
  readonly entity: { x: number };
  readonly options: EngineFrameOptions<{ x: number }>;
  /** Messages of reported errors. */
  readonly errors: string[];
  /** Called by each update after the change of `x`. */
  act: () => void;
}

export function createWalker(): Walker {
  const errors: string[] = [];
  const entity = { x: 0 };
  const walker: Walker = {
    entity,
    errors,
    act: () => {},
    options: {
      entities: [entity],
      priority: () => 1,
      update: (updated, elapsed) => {
        updated.x += elapsed;
        walker.act();
      },
      loop: new EventLoop({
        host: performance,
        onError: (error) => errors.push((error as Error).message),
      }),
    },
  };
  return walker;
}

/** Resolves after this number of display frames. */
export async function displayFrames(count: number): Promise<void> {
  for (let i = 0; i < count; i++) await new Promise(requestAnimationFrame);
}

/** Resolves after the display frame in which `condition` is true. */
export async function until(condition: () => boolean): Promise<void> {
  while (!condition()) await displayFrames(1);
}

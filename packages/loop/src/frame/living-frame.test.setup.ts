import type { FrameOptions } from './frame-options.ts';
import { Frame } from './frame.ts';

/** An entity that adds up the time of its updates. */
export interface Thing {
  receivedTime: number;
}

/** A frame whose updates add the elapsed time to `receivedTime`. */
export function livingFrame(options: Omit<FrameOptions<Thing>, 'priority' | 'update'>): Frame<Thing> {
  return new Frame<Thing>({
    priority: () => 1,
    update: (one, elapsed) => (one.receivedTime += elapsed),
    ...options,
  });
}

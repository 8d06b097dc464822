import { EventLoop } from '../event-loop/event-loop.ts';
import { VirtualHost } from '../host/virtual-host.ts';
import type { FrameOptions } from './frame-options.ts';
import { Frame } from './frame.ts';

/** An entity that records the durations of its updates. */
export interface Thing {
  readonly name: string;
  readonly updates: number[];
}

export const thing = (name: string): Thing => ({ name, updates: [] });

/** Milliseconds of a step of the frame of `stage`. */
export const step = 10;

/** A frame of a loop in simulated time, and the messages of reported errors. */
export interface Stage {
  readonly host: VirtualHost;
  readonly loop: EventLoop;
  readonly frame: Frame<Thing>;
  readonly errors: string[];
}

export function stage(options: Partial<FrameOptions<Thing>> = {}): Stage {
  const host = new VirtualHost();
  const errors: string[] = [];
  const loop = new EventLoop({ host, onError: (error) => errors.push((error as Error).message) });
  const update = (entity: Thing, elapsed: number): unknown => entity.updates.push(elapsed);
  const frame = new Frame<Thing>({ entities: [], update, priority: () => 1, rate: 100, ...options });
  frame.attach(loop);
  return { host, loop, frame, errors };
}

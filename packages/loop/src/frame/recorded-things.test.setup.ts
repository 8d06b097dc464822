import { EventLoop } from '../event-loop/event-loop.ts';
import { Frame } from './frame.ts';
import type { FrameOptions } from './frame-options.ts';
import { VirtualHost } from '../host/virtual-host.ts';

/** An entity that records the time that each of its updates receives. */
export interface Thing {
  readonly updates: number[];
}

export const thing = (): Thing => ({ updates: [] });
export const sum = (numbers: readonly number[]): number => numbers.reduce((total, each) => total + each, 0);
/** Duration of a step in ms. */
export const step = 10;

export interface Stage {
  readonly frame: Frame<Thing>;
  readonly errors: string[];
  readonly run: () => void;
}

/** A game in which each update takes `cost` ms of a 10 ms budget. */
export function stage(options: Partial<FrameOptions<Thing>>, cost = 0): Stage {
  const host = new VirtualHost();
  const errors: string[] = [];
  const frame = new Frame<Thing>({
    entities: [],
    rate: 100,
    update: (entity, elapsed) => {
      entity.updates.push(elapsed);
      host.spend(cost);
    },
    priority: (_, age) => age,
    ...options,
  });
  frame.attach(new EventLoop({ host, onError: (error) => errors.push((error as Error).message) }));
  return { frame, errors, run: () => frame.run({ elapsed: step, budget: step }) };
}

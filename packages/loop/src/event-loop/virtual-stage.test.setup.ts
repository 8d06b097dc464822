import { EventLoop } from './event-loop.ts';
import type { EventLoopOptions } from './event-loop-options.ts';
import { VirtualHost } from '../host/virtual-host.ts';
import { Task } from './task.ts';

interface Stage {
  host: VirtualHost;
  loop: EventLoop;
  log: string[];
  errors: unknown[];
  /** A task that logs its name and takes `cost` ms. */
  task: (name: string, cost?: number) => Task;
}

/** An event loop on simulated time, and a log of its tasks. */
export function stage(options: EventLoopOptions = {}): Stage {
  const host = new VirtualHost();
  const errors: unknown[] = [];
  const loop = new EventLoop({ host, onError: (error) => errors.push(error), ...options });
  const log: string[] = [];
  const task = (name: string, cost = 0): Task =>
    new Task(() => {
      log.push(name);
      host.spend(cost);
    });
  return { host, loop, log, errors, task };
}

import { UrgentFirst } from './urgent-first.ts';

/** The property of queued tasks of piscina and tinypool that this queue reads. */
interface NamedTask {
  readonly name: string;
}

/** The methods that both libraries call. Each library declares a different type for a queue. */
export interface NamedTasks {
  readonly size: number;
  readonly push: (task: unknown) => void;
  readonly unshift: (task: unknown) => void;
  readonly shift: () => never;
  readonly remove: () => void;
  readonly cancel: () => void;
}

/** A queue for piscina and tinypool in which urgent tasks precede all others. */
export function namedTasks(): NamedTasks {
  const queue = new UrgentFirst<NamedTask>(({ name }) => name === 'urgent');
  return {
    get size() {
      return queue.size;
    },
    push: (task) => queue.push(task as NamedTask),
    unshift: (task) => queue.unshift(task as NamedTask),
    shift: () => (queue.shift() ?? null) as never,
    remove: () => {}, // called only for aborted tasks
    cancel: () => {}, // called only by tinypool's `cancelPendingTasks`
  };
}

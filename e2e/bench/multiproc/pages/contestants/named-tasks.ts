import { UrgentFirst } from './urgent-first.ts';

/** What piscina and tinypool keep in a queue. */
interface NamedTask {
  readonly name: string;
}

/** What of a queue the two call; their types of it differ. */
export interface NamedTasks {
  readonly size: number;
  readonly push: (task: unknown) => void;
  readonly unshift: (task: unknown) => void;
  readonly shift: () => never;
  readonly remove: () => void;
  readonly cancel: () => void;
}

/** A queue for piscina and tinypool in which urgent tasks go before all others. */
export function namedTasks(): NamedTasks {
  const queue = new UrgentFirst<NamedTask>(({ name }) => name === 'urgent');
  return {
    get size() {
      return queue.size;
    },
    push: (task) => queue.push(task as NamedTask),
    unshift: (task) => queue.unshift(task as NamedTask),
    shift: () => (queue.shift() ?? null) as never,
    remove: () => {}, // only of what is aborted
    cancel: () => {}, // only by tinypool's `cancelPendingTasks`
  };
}

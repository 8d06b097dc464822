import type { RemoteTask } from './remote-task.ts';
import { WaitersByColor } from './waiters-by-color.ts';

/** Called when a task begins or stops waiting. A waiting task does not count toward the `window` of its worker. */
export interface WaitListener {
  suspended(task: RemoteTask): void;
  resumed(task: RemoteTask): void;
}

/** Records which tasks wait for which nested tasks, and finds cycles. */
export class Waits {
  #listener: WaitListener;
  #open: WeakMap<RemoteTask, Set<RemoteTask>> = new WeakMap(); // nested tasks that have not ended, by the task that submitted them
  #awaited: WeakMap<RemoteTask, Set<RemoteTask>> = new WeakMap(); // nested tasks that have not ended, by the task that waits for their results
  #waiters: WeakMap<RemoteTask, Set<RemoteTask>> = new WeakMap(); // the tasks that wait for the result of a nested task, by the nested task
  #byColor: WaitersByColor = new WaitersByColor();
  #suspended: WeakSet<RemoteTask> = new WeakSet(); // as reported by their workers

  constructor(listener: WaitListener) {
    this.#listener = listener;
  }

  /** Called when a task has submitted a nested task whose result it wants. */
  submitted(task: RemoteTask, nested: RemoteTask): void {
    addTo(this.#open, task, nested);
    this.#listener.suspended(task);
  }

  /** Called when a task is restarted: it no longer waits for the nested tasks of its earlier run. */
  forget(task: RemoteTask): void {
    for (const nested of this.#awaited.get(task) ?? []) {
      this.#waiters.get(nested)?.delete(task);
      this.#byColor.remove(task, nested);
    }
    this.#open.delete(task);
    this.#awaited.delete(task);
    this.#suspended.delete(task);
  }

  /** Called when a nested task has ended. `task`: the task that submitted it, if that is known. */
  ended(task: RemoteTask | undefined, nested: RemoteTask): void {
    for (const waiter of this.#waiters.get(nested) ?? []) {
      this.#awaited.get(waiter)!.delete(nested);
      this.#byColor.remove(waiter, nested);
    }
    this.#waiters.delete(nested);
    const open = task && this.#open.get(task);
    if (open?.delete(nested) === true && open.size === 0 && !this.#suspended.has(task!))
      this.#listener.resumed(task!);
  }

  /** Called when a worker reports that a task waits for a promise. */
  suspended(task: RemoteTask): void {
    this.#suspended.add(task);
    this.#listener.suspended(task);
  }

  /**
   * Called when `task` reads the result of `nested`. If this wait would close a cycle, returns the tasks of the cycle, each of which waits for the next.
   * Then the task must not wait. Otherwise returns undefined.
   */
  awaited(task: RemoteTask, nested: RemoteTask): RemoteTask[] | undefined {
    if (nested.hasEnded) return undefined;
    const path = this.#path(nested, task);
    if (path !== undefined) return [task, ...path];
    if (this.#awaited.get(task)?.has(nested) === true) return undefined;
    addTo(this.#awaited, task, nested);
    addTo(this.#waiters, nested, task);
    this.#byColor.add(task, nested);
    return undefined;
  }

  // Returns the tasks of a path of waits between two tasks; undefined if there is none. Not
  // recursive, because the application determines the length of the path.
  //
  // A second search runs backward from `to`, one step for each step of the forward search. There is
  // no path if either search ends without one. With the forward search alone, a task that awaits
  // thousands of tasks of a color would visit, for each of them, all tasks for which the color
  // waits. If the backward search reaches the start, there is probably a path, so only the forward
  // search continues.
  #path(from: RemoteTask, to: RemoteTask): RemoteTask[] | undefined {
    if (from === to) return [to];
    const before: Found = new Map([[from, undefined]]);
    const backward = search(new Map([[to, undefined]]), (task) => this.#waitersFor(task));
    const start = headOf(from) ?? from;
    let isLikely = start === to;
    for (const task of search(before, (one) => this.#waitsFor(one))) {
      if (task === to) return pathTo(to, before);
      if (isLikely) continue;
      const step = backward.next();
      if (step.done === true) return undefined;
      isLikely = step.value === start;
    }
    return undefined;
  }

  // Of all tasks of a color that were sent to a worker, only the oldest can have begun. So each later
  // task of the color waits for the oldest, and for nothing else.
  #waitsFor(task: RemoteTask): Iterable<RemoteTask> {
    // A dropped task whose function continues has ended, but still has a worker and may wait.
    if (task.hasEnded && task.worker === undefined) return [];
    const head = headOf(task);
    return head !== undefined && head !== task ? [head] : (this.#awaited.get(task) ?? []);
  }

  // Yields tasks that wait for this task, for the backward search. A task that awaits any task of a
  // color also waits for the oldest task of the color, so the tasks between them are skipped.
  *#waitersFor(task: RemoteTask): Iterable<RemoteTask> {
    yield* this.#waiters.get(task) ?? [];
    if (headOf(task) === task) yield* this.#byColor.of(task);
  }
}

function headOf({ color }: RemoteTask): RemoteTask | undefined {
  return color?.head as RemoteTask | undefined;
}

/** The tasks that a search has found, each with the task from which it was found. */
type Found = Map<RemoteTask, RemoteTask | undefined>;

/** Continues a search from the tasks in `found`. Yields each task that it reaches, so a step takes constant time on average. */
function* search(
  found: Found,
  next: (task: RemoteTask) => Iterable<RemoteTask>,
): Generator<RemoteTask, void> {
  for (const task of found.keys()) {
    for (const other of next(task)) {
      if (!found.has(other)) found.set(other, task);
      yield other;
    }
  }
}

function pathTo(to: RemoteTask, before: Found): RemoteTask[] {
  const path: RemoteTask[] = [];
  for (let task: RemoteTask | undefined = to; task !== undefined; task = before.get(task)) path.push(task);
  return path.toReversed();
}

/** Describes the tasks of a cycle, each of which waits for the next. The description of a long cycle has only the first and the last 10 tasks. */
export function describeWaits(tasks: readonly RemoteTask[]): string {
  const texts = tasks.map(({ name, options: { color } }) =>
    color === undefined ? name : `${name} (color ${color})`,
  );
  const omitted = texts.length - 20;
  if (omitted > 1) texts.splice(10, omitted, `… (${omitted} tasks)`);
  return texts.join(' waits for ');
}

function addTo(sets: WeakMap<RemoteTask, Set<RemoteTask>>, key: RemoteTask, task: RemoteTask): void {
  const set = sets.get(key);
  if (set === undefined) sets.set(key, new Set([task]));
  else set.add(task);
}

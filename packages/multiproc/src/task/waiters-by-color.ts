import type { ColorKey } from '../scheduler/color.ts';
import type { RemoteTask } from './remote-task.ts';

/** The tasks that await tasks of a color. A task that awaits several tasks of one color is listed once. */
export class WaitersByColor {
  #counts: Map<ColorKey, Map<RemoteTask, number>> = new Map(); // number of tasks of the color that each task awaits

  /** `waiter` begins to await `nested`. */
  add(waiter: RemoteTask, nested: RemoteTask): void {
    const { color } = nested.options;
    if (color === undefined) return;
    const counts = this.#counts.get(color);
    if (counts === undefined) this.#counts.set(color, new Map([[waiter, 1]]));
    else counts.set(waiter, (counts.get(waiter) ?? 0) + 1);
  }

  /** `waiter` no longer awaits `nested`. Only after `add` with the same tasks. */
  remove(waiter: RemoteTask, nested: RemoteTask): void {
    const { color } = nested.options;
    if (color === undefined) return;
    const counts = this.#counts.get(color)!;
    const count = counts.get(waiter)!;
    if (count > 1) counts.set(waiter, count - 1);
    else counts.delete(waiter);
    if (counts.size === 0) this.#counts.delete(color);
  }

  /** The tasks that await at least one task of the color of `task`. */
  of({ options: { color } }: RemoteTask): Iterable<RemoteTask> {
    return color === undefined ? [] : (this.#counts.get(color)?.keys() ?? []);
  }
}

import type { Retention, SharedState } from '@doha/multiproc/shared';

const records = new Map<string, unknown[]>();

/** Functions that publish values, or record published values. */
export function topicFunctions(shared: () => SharedState) {
  return {
    /** Publishes values. */
    publishValues(topic: string, values: readonly unknown[], retention: Retention): void {
      for (const value of values) shared().publish(topic, value, { retention });
    },

    /** Publishes a value after some milliseconds. */
    publishLater(topic: string, ms: number): void {
      setTimeout(() => shared().publish(topic, ms), ms);
    },

    /** Publishes a list that is nested `levels` deep. */
    publishDeepList(topic: string, levels: number): void {
      let list: unknown[] = [];
      for (let level = 1; level < levels; level++) list = [list];
      shared().publish(topic, list);
    },

    /** Publishes values and throws an error. */
    publishAndFail(topic: string, values: readonly unknown[]): never {
      for (const value of values) shared().publish(topic, value, { retention: 'all' });
      throw new RangeError(topic);
    },

    /** Publishes 1 and blocks its worker until the second number of shared memory is set. */
    async publishAndBlock(topic: string, memory: Int32Array): Promise<void> {
      shared().publish(topic, 1);
      await Promise.resolve();
      Atomics.wait(memory, 1, 0);
    },

    /** Publishes a value that cannot be copied. */
    publishFunction: (topic: string): void => shared().publish(topic, () => {}),

    /** Subscribes to a topic and publishes it in the same turn. Returns the values that have arrived 20 ms after the last one of `values`. */
    async subscribeAndPublish(
      topic: string,
      values: readonly unknown[],
      retention: Retention,
    ): Promise<unknown[]> {
      const arrived: unknown[] = [];
      shared().subscribe(topic, (value) => arrived.push(value));
      for (const value of values) shared().publish(topic, value, { retention });
      const pause = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, 20));
      while (arrived.at(-1) !== values.at(-1)) await pause();
      await pause();
      return arrived;
    },

    /** Unpublishes a topic, then publishes its name under `unpublished`. */
    unpublish(topic: string): void {
      shared().unpublish(topic);
      shared().publish('unpublished', topic, { retention: 'all' });
    },

    /** Subscribes to a topic. `recorded` returns the received values. */
    recordTopic(topic: string): void {
      const values: unknown[] = [];
      records.set(topic, values);
      shared().subscribe(topic, (value) => values.push(value));
    },

    /** Records its argument. `recorded('kept')` returns all recorded arguments. */
    recordValue(value: unknown): void {
      records.set('kept', [...(records.get('kept') ?? []), value]);
    },

    recorded: (topic: string): readonly unknown[] => records.get(topic) ?? [],

    /** Returns the same as `recorded`. The pool sends a call immediately if an argument is an object, such as `_object`, and otherwise in a later microtask. */
    recordedForObject: (topic: string, _object: object): readonly unknown[] => records.get(topic) ?? [],

    /** Returns the values that a new subscriber gets at once. `_object`: see `recordedForObject`. */
    async retained(topic: string, _object: object): Promise<readonly unknown[]> {
      const values: unknown[] = [];
      const undo = shared().subscribe(topic, (value) => values.push(value));
      await Promise.resolve();
      undo();
      return values;
    },
  };
}

/** Records the newest value of the topic `at load` from the start of the worker on. */
export function recordAtLoad(shared: SharedState): void {
  shared.subscribe('at load', (value) => records.set('at load', [value]));
}

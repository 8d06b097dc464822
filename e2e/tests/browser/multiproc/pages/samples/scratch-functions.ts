import type { Retention, SharedState } from '@doha/multiproc/shared';

const scratch = new Float64Array(4);

/** Functions that return, throw or publish the same object, and change it again. */
export function scratchFunctions(shared: () => SharedState) {
  return {
    fillScratch: (number: number): Float64Array => scratch.fill(number),

    fillScratchAsync: async (number: number): Promise<Float64Array> => scratch.fill(number),

    *fillScratchInSteps(number: number): Generator<undefined, Float64Array> {
      yield;
      return scratch.fill(number);
    },

    async fillScratchLater(ms: number, number: number): Promise<Float64Array> {
      await new Promise((resolve) => setTimeout(resolve, ms));
      return scratch.fill(number);
    },

    throwScratch(number: number): never {
      throw Object.assign(new Error('scratch'), { scratch: scratch.fill(number) });
    },

    /** Publishes the same object several times, and changes it after each time. */
    publishScratch(topic: string, count: number, retention: Retention): void {
      for (let i = 0; i < count; i++) shared().publish(topic, scratch.fill(i), { retention });
      scratch.fill(NaN);
    },
  };
}

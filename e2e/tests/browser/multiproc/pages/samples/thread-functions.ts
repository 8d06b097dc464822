declare const process:
  | {
      exit(code: number): never;
      getBuiltinModule(name: 'node:worker_threads'): { readonly parentPort: MessagePort };
    }
  | undefined;

/** Functions that signal to other threads by shared memory, occupy their thread, or end it. */
export const threadFunctions = {
  mark: (marks: Int32Array): void => void Atomics.store(marks, 1, 1),

  /** Adds 1 to a number in shared memory when the function begins. */
  countIn(counts: Int32Array, place: number): void {
    Atomics.add(counts, place, 1);
  },

  /** Sets the first number of shared memory, and blocks its worker until the second number is set. */
  occupy(memory: Int32Array): void {
    Atomics.store(memory, 0, 1);
    Atomics.wait(memory, 1, 0);
  },

  /** Fills shared memory endlessly. A thread is not terminated in the middle of `fill`, so it still writes to a large memory for a moment after `terminate`. */
  fillForever(memory: Int32Array): void {
    for (;;) memory.fill(1);
  },

  /** Returns true if no other thread fills shared memory during the next `ms` milliseconds. */
  isAlone(memory: Int32Array, ms: number): boolean {
    Atomics.store(memory, memory.length - 1, 2);
    spin(ms);
    return Atomics.load(memory, memory.length - 1) === 2;
  },

  spin,

  /** Sets `marks[0]` to 1, and never returns. */
  hang(marks?: Int32Array): void {
    if (marks !== undefined) Atomics.store(marks, 0, 1);
    spin(Infinity);
  },

  /** Ends its worker at once, with this exit code. Only in Node. */
  exit,

  /** Ends its worker: in a browser by `close`, in Node by `process.exit`. */
  leave(): void {
    if (typeof process === 'undefined') close();
    else process.exit(0);
  },

  /** Closes the channel from its worker to the pool. Only in Node. */
  closePort(): void {
    process!.getBuiltinModule('node:worker_threads').parentPort.close();
  },

  fillMemory(): void {
    const kept: number[][] = [];
    for (;;) kept.push(Array.from({ length: 100_000 }, (_, i) => i + kept.length));
  },
};

/** Keeps the thread busy for `ms` milliseconds. */
export function spin(ms: number): void {
  const end = performance.now() + ms;
  while (performance.now() < end);
}

function exit(code: number): void {
  if (typeof process === 'undefined') throw new Error('only workers of Node can end themselves at once');
  process.exit(code);
}

const counted = [Symbol.iterator, 'shift', 'slice', 'splice'];

/** An upper bound for the elements of arrays that `run` reads or moves: the sum of the lengths over all iterations and calls of `slice`, `shift` and `splice`. */
export function countMoved(run: () => void): number {
  let moved = 0;
  const methods: object = Array.prototype;
  const undo = counted.map((name) => {
    const own = Reflect.getOwnPropertyDescriptor(methods, name)!;
    const original = own.value as (...args: unknown[]) => unknown;
    const value = function count(this: unknown[], ...args: unknown[]): unknown {
      moved += this.length;
      return Reflect.apply(original, this, args);
    };
    Reflect.defineProperty(methods, name, { ...own, value });
    return () => Reflect.defineProperty(methods, name, own);
  });
  try {
    run();
    return moved;
  } finally {
    undo.forEach((restore) => restore());
  }
}

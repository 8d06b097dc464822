const counted = [Symbol.iterator, 'shift', 'slice', 'splice'];

/** Counts the elements of arrays that are iterated (such as by `[...array]`), or that `slice`, `shift` and `splice` may read or move: for each call, all elements of its array. */
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

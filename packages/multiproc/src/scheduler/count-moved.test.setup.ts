const counted = [Symbol.iterator, 'shift', 'slice', 'splice'];

/**
 * Estimates the number of array elements that `run` visits or moves: adds the length of an array each time that a loop over it begins, and at each call of
 * `slice`, `shift` or `splice`. Accesses by index are not counted.
 */
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

/** Counts the elements of arrays that are copied by `[...array]`, and those that `shift` moves. */
export function countMoved(run: () => void): number {
  let moved = 0;
  const methods: object = Array.prototype;
  const undo = [Symbol.iterator, 'shift'].map((name) => {
    const own = Reflect.getOwnPropertyDescriptor(methods, name)!;
    const original = own.value as () => unknown;
    const value = function counted(this: unknown[]): unknown {
      moved += this.length;
      return original.call(this);
    };
    Reflect.defineProperty(methods, name, { ...own, value });
    return () => Reflect.defineProperty(methods, name, own);
  });
  try {
    run();
    return moved;
  } finally {
    undo[0]!();
    undo[1]!();
  }
}

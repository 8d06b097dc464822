/** Throws a RangeError that names `what` and the value given, unless `value` is finite and within `bound`. */
export function check(what: string, value: number, bound: ' > 0' | ' ≥ 0' | '' = ''): void {
  if (Math.abs(value) < Infinity && (bound === '' || value > 0 || (value === 0 && bound === ' ≥ 0'))) return;
  throw new RangeError(`${what} must be a finite number${bound}, got ${value}`);
}

/** The same for whole numbers from `least` on. */
export function checkWhole(what: string, value: number, least: number): void {
  if (Number.isInteger(value) && value >= least) return;
  throw new RangeError(`${what} must be a whole number ≥ ${least}, got ${value}`);
}

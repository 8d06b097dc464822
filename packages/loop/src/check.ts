/** Throws a RangeError that names `what` and the value given, unless `value` is finite and within `bound`. */
export function check(what: string, value: number, bound: ' > 0' | ' ≥ 0' | '' = ''): void {
  const inside = bound === '' || value > 0 || (value === 0 && bound === ' ≥ 0');
  if (!inside || !Number.isFinite(value)) {
    throw new RangeError(`${what} must be a finite number${bound}, got ${value}`);
  }
}

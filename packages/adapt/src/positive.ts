/** Returns `value`; throws a RangeError that names it if it is not a finite number > 0. */
export function positive(name: string, value: number): number {
  if (value > 0 && value < Infinity) return value;
  throw new RangeError(`${name} must be a finite number > 0, got ${value}`);
}

/** `value`, moved towards `aim` by `step` at most. */
export function approach(value: number, aim: number, step: number): number {
  return value < aim ? Math.min(aim, value + step) : Math.max(aim, value - step);
}

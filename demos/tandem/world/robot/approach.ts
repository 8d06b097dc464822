/** Moves `value` toward `aim` by at most `step`. */
export function approach(value: number, aim: number, step: number): number {
  return value < aim ? Math.min(aim, value + step) : Math.max(aim, value - step);
}

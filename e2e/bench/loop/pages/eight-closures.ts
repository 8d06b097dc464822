/** Counters of the eight closures. `order` depends on the order of the calls, `sum` does not. */
export interface Counts {
  readonly order: number;
  readonly sum: number;
}

let order = 0;
let sum = 0;

/** Eight different functions, so that a call site cannot inline them. They stand for the tasks of an application. */
export const eightClosures: readonly (() => void)[] = [
  () => {
    order = (Math.imul(order, 31) + 1) | 0;
    sum += 1;
  },
  () => {
    order = (Math.imul(order, 31) + 2) | 0;
    sum += 2;
  },
  () => {
    order = (Math.imul(order, 31) + 3) | 0;
    sum += 3;
  },
  () => {
    order = (Math.imul(order, 31) + 5) | 0;
    sum += 5;
  },
  () => {
    order = (Math.imul(order, 31) + 7) | 0;
    sum += 7;
  },
  () => {
    order = (Math.imul(order, 31) + 11) | 0;
    sum += 11;
  },
  () => {
    order = (Math.imul(order, 31) + 13) | 0;
    sum += 13;
  },
  () => {
    order = (Math.imul(order, 31) + 17) | 0;
    sum += 17;
  },
];

/** Returns the counters and resets them. */
export function takeCounts(): Counts {
  const counts = { order, sum };
  order = 0;
  sum = 0;
  return counts;
}

/** What the eight closures have counted: the first figure depends on the order of the calls, the second does not. */
export interface Tally {
  readonly order: number;
  readonly sum: number;
}

let order = 0;
let sum = 0;

/** Eight different functions, so that the place that calls them can inline none: what an application's tasks are to a loop. */
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

/** Reads the counts and sets them back. */
export function takeTally(): Tally {
  const tally = { order, sum };
  order = 0;
  sum = 0;
  return tally;
}

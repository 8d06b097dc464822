/** CPU load of a thread: it is busy for `ms` in each period. Both numbers are in ms. */
export interface Busy {
  readonly ms: number;
  readonly period: number;
}

/** Keeps this thread busy from now on. */
export function keepBusy({ ms, period }: Busy): void {
  setInterval(() => {
    const end = performance.now() + ms;
    while (performance.now() < end);
  }, period);
}

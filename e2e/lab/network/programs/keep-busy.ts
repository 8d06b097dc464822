/** A thread that computes for some ms of each period. */
export interface Busy {
  readonly ms: number;
  readonly of: number;
}

/** Makes this thread busy from now on. */
export function keepBusy({ ms, of }: Busy): void {
  setInterval(() => {
    const end = performance.now() + ms;
    while (performance.now() < end);
  }, of);
}

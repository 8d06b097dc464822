/** CPU load of a thread: `ms` of every `of` ms. */
export interface Busy {
  readonly ms: number;
  readonly of: number;
}

/** Keeps this thread busy from now on. */
export function keepBusy({ ms, of }: Busy): void {
  setInterval(() => {
    const end = performance.now() + ms;
    while (performance.now() < end);
  }, of);
}

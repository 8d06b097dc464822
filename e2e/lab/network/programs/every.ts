/**
 * Calls `call` at once, and then every `period` ms, with the number of previous calls. Calls do not
 * drift. After a delay, all calls that are due are made.
 */
export function every(period: number, call: (count: number) => void): void {
  const began = performance.now();
  let count = 0;
  const tick = (): void => {
    setTimeout(tick, Math.max(0, began + (count + 1) * period - performance.now()));
    call(count++);
  };
  tick();
}

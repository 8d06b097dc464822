/** Calls at once, and then every `period` ms, with the number of previous calls. It does not drift, and makes up for missed calls. */
export function every(period: number, call: (count: number) => void): void {
  const began = performance.now();
  let count = 0;
  const tick = (): void => {
    setTimeout(tick, Math.max(0, began + (count + 1) * period - performance.now()));
    call(count++);
  };
  tick();
}

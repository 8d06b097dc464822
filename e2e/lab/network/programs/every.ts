/** Calls at once and then once in so many ms, with how often it has called: without drift, and what is missed is made up for. */
export function every(period: number, call: (count: number) => void): void {
  const began = performance.now();
  let count = 0;
  const tick = (): void => {
    setTimeout(tick, Math.max(0, began + (count + 1) * period - performance.now()));
    call(count++);
  };
  tick();
}

/** Replaces the clock of this thread. The returned function moves it ahead by a number of milliseconds. */
export function shiftedClock(): (milliseconds: number) => void {
  const now = performance.now.bind(performance);
  let shift = 0;
  performance.now = () => now() + shift;
  return (milliseconds) => {
    shift += milliseconds;
  };
}

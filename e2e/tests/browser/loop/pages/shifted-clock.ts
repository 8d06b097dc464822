/** Lets the clock of this thread jump; returns what makes it jump ahead by so many ms. */
export function shiftedClock(): (milliseconds: number) => void {
  const now = performance.now.bind(performance);
  let shift = 0;
  performance.now = () => now() + shift;
  return (milliseconds) => {
    shift += milliseconds;
  };
}

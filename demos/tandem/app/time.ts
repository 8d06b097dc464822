/** Formats a number of steps of 1/60 s as `0:07.4`. */
export function formatTime(steps: number): string {
  const tenths = Math.floor(steps / 6);
  const seconds = ((tenths % 600) / 10).toFixed(1).padStart(4, '0');
  return `${Math.floor(tenths / 600)}:${seconds}`;
}

/** Formats a number of seconds as `1:05`. */
export function formatSeconds(seconds: number): string {
  const whole = Math.round(seconds);
  return `${Math.floor(whole / 60)}:${String(whole % 60).padStart(2, '0')}`;
}

/** Whether a number of steps of 1/60 s is within `par` seconds. */
export function isWithinPar(steps: number, par: number): boolean {
  return steps <= 60 * par;
}

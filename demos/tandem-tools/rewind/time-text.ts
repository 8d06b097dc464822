// A number and its unit are on the same line: the space between them is a no-break space.

/** The text of a time of a session. `time`: in ms. */
export function timeText(time: number): string {
  return `${(time / 1000).toFixed(2)}\u00A0s`;
}

/** The text of a duration in ms. */
export function msText(duration: number): string {
  return `${duration.toFixed(1)}\u00A0ms`;
}

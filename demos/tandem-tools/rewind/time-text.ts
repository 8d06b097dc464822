/** The text of a time of a session. `time`: in ms. */
export function timeText(time: number): string {
  return `${(time / 1000).toFixed(2)} s`;
}

/** Samples a flow field `effort` times, each time where the last sample leads. Returns a direction from -1 to 1. The cost is proportional to `effort`. */
export function think(x: number, y: number, effort: number): number {
  let bend = 0;
  for (let i = 0; i < effort; i++)
    bend = 0.6 * bend + 0.4 * Math.sin(x + 3 * bend + i) * Math.cos(y - 2 * bend);
  return bend;
}

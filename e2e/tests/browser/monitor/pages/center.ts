/** The center of some positions. Takes some time, so that answers of several threads arrive in various orders. */
export function center(positions: Float64Array): readonly [number, number] {
  let [x, y] = [0, 0];
  for (let round = 0; round < 2000; round++) {
    [x, y] = [0, 0];
    for (let i = 0; i < positions.length; i += 2) {
      x += positions[i]!;
      y += positions[i + 1]!;
    }
  }
  return [(2 * x) / positions.length, (2 * y) / positions.length];
}

import { cellAt, type Grid, isFull } from '../../tandem/world/map/grid.ts';

/**
 * The length of the shortest path from each cell to the given one, in horizontal and vertical moves
 * by one cell; Infinity without a path. Paths avoid walls and the `closed` cells.
 */
export function distancesTo(
  grid: Grid,
  column: number,
  row: number,
  closed: ReadonlySet<number>,
): Float64Array {
  const distances = new Float64Array(grid.cells.length).fill(Infinity);
  const queue = [row * grid.columns + column];
  distances[queue[0]!] = 0;
  for (const cell of queue) {
    const [x, y] = [cell % grid.columns, Math.floor(cell / grid.columns)];
    for (const [dx, dy] of [
      [-1, 0],
      [1, 0],
      [0, -1],
      [0, 1],
    ] as const) {
      if (isFull(cellAt(grid, x + dx, y + dy))) continue;
      const next = (y + dy) * grid.columns + x + dx;
      if (distances[next]! < Infinity || closed.has(next)) continue;
      distances[next] = distances[cell]! + 1;
      queue.push(next);
    }
  }
  return distances;
}

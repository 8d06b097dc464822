/** The map has 30 × 30 cells of 20 pixels. */
export const [columns, cell] = [30, 20];

/** For each cell the direction to a place, in radians: a breadth-first search from that place. */
export function fieldTo(x: number, y: number): Float32Array {
  const directions = new Float32Array(columns * columns).fill(NaN);
  const reached = [cellAt(x, y)];
  directions[reached[0]!] = 0;
  for (const from of reached) {
    for (const [dx, dy] of [
      [1, 0],
      [-1, 0],
      [0, 1],
      [0, -1],
    ] as const) {
      const [column, row] = [(from % columns) + dx, Math.floor(from / columns) + dy];
      const to = row * columns + column;
      if (column < 0 || column >= columns || !Number.isNaN(directions[to] ?? 0) || isWall(to)) continue;
      directions[to] = Math.atan2(-dy, -dx);
      reached.push(to);
    }
  }
  return directions;
}

export function cellAt(x: number, y: number): number {
  return Math.floor(y / cell) * columns + Math.floor(x / cell);
}

export function isWall(index: number): boolean {
  const [column, row] = [index % columns, Math.floor(index / columns)];
  return (column === 8 && row > 4) || (column === 21 && row < 25);
}

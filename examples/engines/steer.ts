interface Point {
  readonly x: number;
  readonly y: number;
}

/** Number of other fish that a fish sees in an update. Each of them costs time. */
const SIGHT = 400;

/**
 * Returns the direction in which a fish swims next, in radians: away from other fish that are near, and toward the pointer. `elapsed` is the time in ms since
 * its last update.
 */
export function steer(
  fish: Point,
  heading: number,
  { others, pointer, elapsed }: { others: readonly Point[]; pointer: Point; elapsed: number },
): number {
  let x = (pointer.x - fish.x) / 20;
  let y = (pointer.y - fish.y) / 20;
  let index = Math.floor(Math.random() * others.length);
  for (let i = 0; i < SIGHT; i++) {
    const other = others[index]!;
    index = (index + 1) % others.length;
    const distance = Math.hypot(fish.x - other.x, fish.y - other.y);
    if (distance === 0 || distance > 60) continue;
    x += (60 * (fish.x - other.x)) / (distance * distance);
    y += (60 * (fish.y - other.y)) / (distance * distance);
  }
  const turn = Math.sin(Math.atan2(y, x) - heading);
  return heading + Math.max(-0.003, Math.min(turn, 0.003)) * elapsed;
}

/** A rectangle on the stage or in the page, in pixels. */
export interface Box {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/** The area in pixels that two boxes share. */
export function sharedArea(one: Box, other: Box): number {
  const width = Math.min(one.x + one.width, other.x + other.width) - Math.max(one.x, other.x);
  const height = Math.min(one.y + one.height, other.y + other.height) - Math.max(one.y, other.y);
  return Math.max(0, width) * Math.max(0, height);
}

/** The area of a box that others cover. Parts that several cover count several times. */
export function coveredArea(box: Box, others: readonly Box[]): number {
  return others.reduce((sum, other) => sum + sharedArea(box, other), 0);
}

/** The box of a robot whose center is at (x, y), with its antenna. `scale` is in pixels per cell. */
export function robotBox(x: number, y: number, scale: number): Box {
  return { x: x - 0.5 * scale, y: y - 0.9 * scale, width: scale, height: 1.4 * scale };
}

/** The box moved sideways and down as little as possible, so that it is within `room` if it fits. */
export function moveInto(box: Box, room: Box): Box {
  return {
    ...box,
    x: Math.max(room.x, Math.min(room.x + room.width - box.width, box.x)),
    y: Math.max(room.y, Math.min(room.y + room.height - box.height, box.y)),
  };
}

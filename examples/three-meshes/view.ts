import { chunkSide } from './chunk-mesh.ts';

/** The position and direction of the camera. `heading` is in radians, clockwise from north, which is toward smaller z. */
export interface View {
  readonly x: number;
  readonly z: number;
  readonly heading: number;
}

/** The visible distance. */
export const reach = 300;

/** The cosine of the angle from the middle of the view beyond which nothing is visible, with a margin for turns. */
const edgeOfView = 0.5;

/** The priority of a chunk: highest if it is near and in the middle of the view; undefined if it is not visible. */
export function priorityOf(column: number, row: number, { heading, x, z }: View): number | undefined {
  const east = (column + 0.5) * chunkSide - x;
  const south = (row + 0.5) * chunkSide - z;
  const distance = Math.hypot(east, south);
  const ahead = (east * Math.sin(heading) - south * Math.cos(heading)) / distance;
  const isSeen = distance < reach && (ahead > edgeOfView || distance < 2 * chunkSide);
  return isSeen ? -distance * (2 - ahead) : undefined;
}

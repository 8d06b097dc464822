import { chunkSide } from './chunk-mesh.ts';

/** From where the landscape is seen. `heading` is in radians, clockwise from north, which is towards smaller z. */
export interface View {
  readonly x: number;
  readonly z: number;
  readonly heading: number;
}

/** How far one sees. */
export const reach = 300;

/** Cosine of the angle off the middle of the view beyond which nothing is seen, with a margin for turning. */
const edgeOfView = 0.5;

/** How much a chunk matters: most if it is near and in the middle of the view; undefined if it is not seen. */
export function priorityOf(column: number, row: number, { heading, x, z }: View): number | undefined {
  const east = (column + 0.5) * chunkSide - x;
  const south = (row + 0.5) * chunkSide - z;
  const distance = Math.hypot(east, south);
  const ahead = (east * Math.sin(heading) - south * Math.cos(heading)) / distance;
  const isSeen = distance < reach && (ahead > edgeOfView || distance < 2 * chunkSide);
  return isSeen ? -distance * (2 - ahead) : undefined;
}

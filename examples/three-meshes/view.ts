import { chunkSide } from './chunk-mesh.ts';

/** The position and direction of the camera. `heading` is in radians, clockwise from north, which is toward smaller z. */
export interface View {
  readonly x: number;
  readonly z: number;
  readonly heading: number;
}

/** Maximum distance of a visible chunk from the camera. */
export const reach = 300;

/**
 * Least cosine of the angle between the heading and the direction of a chunk that counts as
 * visible: 60° to either side. In a window of 16:9, the camera shows only 43° to either side, so
 * the chunks are ready after a small turn.
 */
const edgeOfView = 0.5;

/** The priority of a chunk: highest if it is near and in the middle of the view; undefined if it is not visible. */
export function priorityOf(column: number, row: number, { heading, x, z }: View): number | undefined {
  const east = (column + 0.5) * chunkSide - x;
  const south = (row + 0.5) * chunkSide - z;
  const distance = Math.hypot(east, south);
  const ahead = distance > 0 ? (east * Math.sin(heading) - south * Math.cos(heading)) / distance : 1;
  const isSeen = distance < reach && (ahead > edgeOfView || distance < 2 * chunkSide);
  return isSeen ? -distance * (2 - ahead) : undefined;
}

/** A visible chunk. Chunks have names such as `-3,12`. */
export interface VisibleChunk {
  readonly name: string;
  readonly column: number;
  readonly row: number;
  readonly priority: number;
}

/** All visible chunks, in no particular order. */
export function* visibleChunks(view: View): Generator<VisibleChunk> {
  const [left, right] = [view.x - reach, view.x + reach].map((x) => Math.floor(x / chunkSide)) as Pair;
  const [top, bottom] = [view.z - reach, view.z + reach].map((z) => Math.floor(z / chunkSide)) as Pair;
  for (let row = top; row <= bottom; row++) {
    for (let column = left; column <= right; column++) {
      const priority = priorityOf(column, row, view);
      if (priority !== undefined) yield { name: `${column},${row}`, column, row, priority };
    }
  }
}

type Pair = [number, number];

/**
 * Whether a finished chunk is so distant that it is removed. Chunks behind the camera are kept in
 * case it turns around.
 */
export function isFarOff(column: number, row: number, { x, z }: View): boolean {
  return Math.hypot((column + 0.5) * chunkSide - x, (row + 0.5) * chunkSide - z) > reach + chunkSide;
}

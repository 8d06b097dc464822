import { colorAt, heightAt, sunlightAt } from './terrain.ts';

/** The length of the sides of a chunk, and the number of squares along each side. */
export const chunkSide = 32;
const squares = 24;

/**
 * The mesh of a chunk as a GPU needs it. Its origin is the corner of the chunk with the least x and
 * z.
 */
export interface ChunkMesh {
  readonly positions: Float32Array<ArrayBuffer>;
  readonly normals: Float32Array<ArrayBuffer>;
  readonly colors: Float32Array<ArrayBuffer>;
  readonly indices: Uint16Array<ArrayBuffer>;
}

/** Builds the mesh of a chunk. Yields before each row of points, so that the task can be cancelled there. */
export function* chunkMesh(column: number, row: number): Generator<void, ChunkMesh> {
  const points = (squares + 1) ** 2;
  const positions = new Float32Array(3 * points);
  const normals = new Float32Array(3 * points);
  const colors = new Float32Array(3 * points);
  const step = chunkSide / squares;
  for (let point = 0; point < points; point++) {
    const i = point % (squares + 1);
    const j = Math.floor(point / (squares + 1));
    if (i === 0) yield;
    const x = column * chunkSide + i * step;
    const z = row * chunkSide + j * step;
    const height = heightAt(x, z);
    const normal = normalAt(x, z, step);
    const light = height < 0 ? 1 : 0.3 + 0.7 * sunlightAt(x, height + 0.2, z);
    positions.set([i * step, height, j * step], 3 * point);
    normals.set(normal, 3 * point);
    colors.set(
      colorAt(height, normal[1]).map((part) => part * light),
      3 * point,
    );
  }
  return { positions, normals, colors, indices: gridIndices() };
}

function normalAt(x: number, z: number, step: number): [number, number, number] {
  const across = heightAt(x - step, z) - heightAt(x + step, z);
  const along = heightAt(x, z - step) - heightAt(x, z + step);
  const length = Math.hypot(across, 2 * step, along);
  return [across / length, (2 * step) / length, along / length];
}

/** Two triangles per square. */
function gridIndices(): Uint16Array<ArrayBuffer> {
  const indices = new Uint16Array(6 * squares * squares);
  for (let square = 0; square < squares * squares; square++) {
    const corner = square + Math.floor(square / squares);
    const below = corner + squares + 1;
    indices.set([corner, below, corner + 1, corner + 1, below, below + 1], 6 * square);
  }
  return indices;
}

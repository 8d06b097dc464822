import { expose, transfer } from '@doha/multiproc/worker';
import { type ChunkMesh, chunkMesh } from './chunk-mesh.ts';

export const terrain = expose({
  /** The mesh of a chunk. It is a generator, so that the worker ends a cancelled task at the next `yield`. */
  *mesh(column: number, row: number): Generator<void, ChunkMesh> {
    const mesh = yield* chunkMesh(column, row);
    const { colors, indices, normals, positions } = mesh;
    return transfer(mesh, [positions.buffer, normals.buffer, colors.buffer, indices.buffer]);
  },
});

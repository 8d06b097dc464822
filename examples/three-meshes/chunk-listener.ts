import type { ChunkMesh } from './chunk-mesh.ts';

/** The receiver of chunks. Chunks have names such as `-3,12`. */
export interface ChunkListener {
  add(name: string, column: number, row: number, mesh: ChunkMesh): void;
  remove(name: string): void;
}

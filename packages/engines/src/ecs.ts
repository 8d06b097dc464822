export { Chunk } from './ecs/chunk.ts';
export type { ChunkOptions } from './ecs/chunk-options.ts';
export { entityChunks, EntityChunk, type EntityChunksOptions } from './ecs/entity-chunks.ts';
export { rowChunks, type RowChunksOptions } from './ecs/row-chunks.ts';

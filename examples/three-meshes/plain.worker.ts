import { type ChunkMesh, chunkMesh } from './chunk-mesh.ts';

const scope = globalThis as unknown as {
  onmessage: (event: MessageEvent<[column: number, row: number]>) => void;
  postMessage: (mesh: ChunkMesh, transfer: readonly Transferable[]) => void;
};

scope.onmessage = ({ data: [column, row] }) => {
  const rows = chunkMesh(column, row);
  let result = rows.next();
  while (result.done !== true) result = rows.next();
  const { colors, indices, normals, positions } = result.value;
  scope.postMessage(result.value, [positions.buffer, normals.buffer, colors.buffer, indices.buffer]);
};

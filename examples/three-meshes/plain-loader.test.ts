import { expect, test, vi } from 'vitest';
import { type ChunkMesh, chunkMesh } from './chunk-mesh.ts';
import { PlainLoader } from './plain-loader.ts';
import { priorityOf, type View } from './view.ts';

const before: View = { x: 10, z: 20, heading: 0 };
const after: View = { x: 10, z: 20, heading: 1 };

/** Does what `plain.worker.ts` does, in this thread, because Node has no workers of the web. */
class InThreadWorker {
  onmessage: ((event: { readonly data: ChunkMesh }) => void) | undefined;

  postMessage([column, row]: [number, number]): void {
    const rows = chunkMesh(column, row);
    let result = rows.next();
    while (result.done !== true) result = rows.next();
    const data = result.value;
    setImmediate(() => this.onmessage?.({ data }));
  }
}

test('when the camera turns, waiting chunks out of view are dropped, and chunks come in the order of the new view', async () => {
  vi.stubGlobal('Worker', InThreadWorker);
  const added: (number | undefined)[] = [];
  let resolve: () => void;
  const everything = new Promise<void>((settle) => (resolve = settle));
  const loader = new PlainLoader(1, {
    add(_name, column, row) {
      added.push(priorityOf(column, row, after));
      if (loader.waiting === 0) resolve();
    },
    remove() {},
  });
  loader.update(before);
  const inFirstView = loader.waiting;
  loader.update(after);
  await everything;
  expect(loader.dropped).toBeGreaterThan(0);
  expect(loader.dropped).toBeLessThan(inFirstView);
  expect(loader.done).toBe(added.length);
  const [, ...later] = added; // the first chunk had begun before the turn
  expect(later).not.toContain(undefined);
  expect(later).toEqual(later.toSorted((one, other) => other! - one!));
});

import { MultiProc } from '@doha/multiproc';
import { expect, test } from 'vitest';
import { ChunkLoader } from './chunk-loader.ts';
import { chunkSide } from './chunk-mesh.ts';
import { terrain } from './terrain.worker.ts';
import { priorityOf, type View } from './view.ts';

const before: View = { x: 10, z: 20, heading: 0 };
const after: View = { x: 10, z: 20, heading: 1 };

test('when the camera turns, chunks out of view are dropped and visible chunks come in the order of the new view', async () => {
  using proc = await MultiProc.start<typeof terrain.functions>({ workers: 0, inThread: () => terrain });
  const priorities: (number | undefined)[] = [];
  let resolve: () => void;
  const everything = new Promise<void>((settle) => (resolve = settle));
  const loader = new ChunkLoader(proc.task('mesh'), {
    add(_name, column, row) {
      priorities.push(priorityOf(column, row, after));
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
  expect(loader.done).toBe(priorities.length);
  expect(priorities).not.toContain(undefined);
  expect(priorities).toEqual(priorities.toSorted((one, other) => other! - one!));
});

test('near chunks and chunks ahead have a higher priority', () => {
  const north: View = { x: 16, z: 16, heading: 0 };
  const ahead = priorityOf(0, -3, north)!;
  expect(ahead).toBeGreaterThan(priorityOf(0, -4, north)!);
  expect(ahead).toBeGreaterThan(priorityOf(2, -3, north)!);
  expect(priorityOf(0, 3, north)).toBeUndefined(); // behind
  expect(priorityOf(0, -30, north)).toBeUndefined(); // too far
});

test('the chunk whose middle is the position of the camera has the highest priority', () => {
  const middle: View = { x: chunkSide / 2, z: chunkSide / 2, heading: 0 };
  expect(priorityOf(0, 0, middle)).toBeCloseTo(0);
  expect(priorityOf(0, 0, middle)).toBeGreaterThan(priorityOf(0, -1, middle)!);
});

import { MultiProc } from '@doha/multiproc';
import type { filter } from './filter.worker.ts';
import { connect, image, pixelsAround } from './page.ts';
import { centerDistance } from './tiles.ts';

const proc = await MultiProc.start<typeof filter.functions>({
  spawn: () => new Worker(new URL('./filter.worker.ts', import.meta.url), { type: 'module' }),
});
const filterArea = proc.task('filter');

// A tile is a task. Tiles in the middle of the image come first.
connect(async (tile, radius, signal) => {
  const { area, pixels } = pixelsAround(tile, radius);
  const task = filterArea.submit([pixels, area, radius], {
    priority: -centerDistance(tile, image),
    signal,
    transfer: [pixels.data.buffer],
  });
  const outcome = await task.result;
  return outcome.status === 'done' ? outcome.value : undefined;
}, proc.workers);

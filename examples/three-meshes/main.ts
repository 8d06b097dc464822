import { MultiProc } from '@doha/multiproc';
import { ChunkLoader } from './chunk-loader.ts';
import { fly } from './flight.ts';
import type { terrain } from './terrain.worker.ts';

await fly(async (landscape) => {
  const proc = await MultiProc.start<typeof terrain.functions>({
    spawn: () => new Worker(new URL('./terrain.worker.ts', import.meta.url), { type: 'module' }),
  });
  return new ChunkLoader(proc.task('mesh', { retries: 1 }), landscape);
});

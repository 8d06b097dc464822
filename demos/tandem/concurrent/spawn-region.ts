/** Starts the worker of one region in a browser. */
export function spawnRegion(): Worker {
  return new Worker(new URL('./region.worker.ts', import.meta.url), { type: 'module' });
}

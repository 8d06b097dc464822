/** Starts a thread of the concurrent game in a browser. */
export function spawnRegion(): Worker {
  return new Worker(new URL('./region.worker.ts', import.meta.url), { type: 'module' });
}

/** The host of the robots of a thread. The state of a robot is the list of its mutations. `lost` receives the ids of robots of lost threads. */
export function robotHost(robots: Map<number, unknown[]>, lost: number[]): EntityHost<unknown[], unknown> {
  return {
    release(id) {
      const state = robots.get(id)!;
      if (state.includes('bolted')) throw new Error(`robot ${id} is bolted`);
      robots.delete(id);
      return state;
    },
    adopt: (id, state) => robots.set(id, state),
    apply: (id, change) => robots.get(id)!.push(change),
    died: (ids) => lost.push(...ids),
  };
}
import type { EntityHost } from '@doha/multiproc/shared';
